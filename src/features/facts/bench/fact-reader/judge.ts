/**
 * Compares what the rules, the model and both together find in texts with their lists (GUIDE.md, or src/features/facts/test/truth).
 *
 *     node src/features/facts/bench/fact-reader/judge.ts [--held-out 8] [--list] <texts>…
 */

import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import { gteFacts } from '../../../../adapters/embedders/gte-facts.ts'
import { nobody, peopleOf } from '../../people.ts'
import { readDocument } from '../../read-document.ts'
import { draftFact } from '../../reader/draft-fact.ts'
import { type ReadFact, readFacts } from '../../reader/read-facts.ts'
import { readRelations } from '../../reader/read-relations.ts'
import {
  type FoundLine,
  isSame,
  readSentencesOf,
  readTexts,
  type TrueItem,
} from '../../test/truth/read-truth.ts'
import { readItems } from './read-items.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'held-out': { type: 'string' },
    list: { type: 'boolean', default: false },
    least: { type: 'string' },
    signs: { type: 'string' },
  },
})

type Found = { line: FoundLine; score: number; fact: ReadFact }

function itemsOf(file: string): TrueItem[] {
  if (file === 'truth') return [...readSentencesOf('sentences.txt'), ...readTexts()]
  if (file === 'development')
    return [...readSentencesOf('development.txt'), ...readTexts('development-texts.txt', 'development-texts')]
  return readItems(file)
    .map((item, number) => ({ item, number }))
    .filter(
      ({ number }) =>
        values['held-out'] === undefined ||
        crc32(`${basename(file)} ${number}`) % 100 < Number(values['held-out']),
    )
    .map(({ item: { text, facts } }) => ({
      kind: basename(file),
      text,
      facts: facts.map(({ subject, relation, object, from, to, isOptional }) => ({
        line: [subject, relation, object, from, to].join(' | '),
        isOptional,
      })),
    }))
}

const reader = gteFacts()
const items = positionals.flatMap(itemsOf)
const people = peopleOf({ named: () => [], directory: nobody, scope: 'd' })
const read = await Promise.all(
  items.map(async item => {
    const document = { id: 'd', title: 't', language: 'en', markdown: item.text, metadata: {} }
    const facts = await readFacts(reader, { markdown: item.text, title: '' }, new AbortController().signal)
    const linesOf = (found: ReturnType<typeof readDocument>) =>
      found
        .filter(({ relation }) => readRelations.has(relation))
        .map(
          ({ subject, relation, object, validAt, invalidAt }): FoundLine => ({
            subject: subject.name,
            relation,
            object: object.name,
            from: validAt,
            to: invalidAt,
          }),
        )
    const rules = linesOf(readDocument(document))
    const product = linesOf(readDocument(document, nobody, facts))
    const model = new Map<string, Found>()
    for (const fact of facts) {
      const { subject, relation, object, validAt, invalidAt } = draftFact(fact, people)
      const line = { subject: subject.name, relation, object: object.name, from: validAt, to: invalidAt }
      const key = `${subject.key} ${relation} ${object.key}`
      const known = model.get(key)
      if (known === undefined || known.score < fact.score) model.set(key, { line, score: fact.score, fact })
    }
    return { item, rules, product, model: [...model.values()] }
  }),
)
await reader.close()

function report(
  name: string,
  pick: (one: (typeof read)[number]) => readonly FoundLine[],
  lists = false,
): void {
  const counts = { right: 0, wrong: 0, missed: 0, dates: 0 }
  for (const one of read) {
    const found = pick(one)
    const hit = new Set(found.flatMap(line => one.item.facts.find(fact => isSame(line, fact)) ?? []))
    for (const fact of one.item.facts)
      if (!fact.isOptional) {
        if (hit.has(fact)) counts.right += 1
        else {
          counts.missed += 1
          if (lists)
            console.log(`  missed: ${fact.line}  «${one.item.text.slice(0, 200).replaceAll('\n', ' ')}»`)
        }
      }
    const isDated = (line: FoundLine) =>
      one.item.facts.some(fact => {
        const [subject = '', relation = '', object = ''] = fact.line.split(' | ')
        return isSame(
          { ...line, from: null, to: null },
          { ...fact, line: [subject, relation, object].join(' | ') },
        )
      })
    for (const line of found)
      if (!one.item.facts.some(fact => isSame(line, fact))) {
        counts.wrong += 1
        if (isDated(line)) counts.dates += 1
        if (lists)
          console.log(
            `  wrong${isDated(line) ? ' (dates)' : ''}: ${Object.values(line).join(' | ')}  «${one.item.text.slice(0, 200).replaceAll('\n', ' ')}»`,
          )
      }
  }
  const { right, wrong, missed, dates } = counts
  console.log(
    `${name}: ${right} right, ${wrong} wrong (${dates} by their dates), ${missed} missed; precision ${(right / (right + wrong)).toFixed(3)}, recall ${(right / (right + missed)).toFixed(3)}`,
  )
}

const keyOf = ({ subject, relation, object }: FoundLine) => `${subject}|${relation}|${object}`.toLowerCase()
console.log(`${read.length} items`)
report('rules', ({ rules }) => rules)
report('product', ({ product }) => product)
for (const least of [-1, 0, 1, 2, 3, 4])
  report(`model above ${least}`, ({ model }) =>
    model.filter(({ score }) => score > least).map(({ line }) => line),
  )
for (const least of [0, 1, 2, 3]) {
  report(`both above ${least}`, ({ rules, model }) => {
    const sure = model.filter(({ score }) => score > least).map(({ line }) => line)
    const known = new Set(sure.map(keyOf))
    return [...sure, ...rules.filter(line => !known.has(keyOf(line)))]
  })
  report(`model above ${least}, rules where it agrees above -2`, ({ rules, model }) => {
    const sure = model.filter(({ score }) => score > least).map(({ line }) => line)
    const known = new Set(sure.map(keyOf))
    const likely = new Set(model.map(({ line }) => keyOf(line)))
    return [...sure, ...rules.filter(line => !known.has(keyOf(line)) && likely.has(keyOf(line)))]
  })
}
if (values.list)
  report(
    'list',
    ({ product, model }) =>
      values.least === undefined
        ? product
        : model.filter(({ score }) => score > Number(values.least)).map(({ line }) => line),
    true,
  )

const dates = { both: 0, rules: 0, model: 0, neither: 0 }
for (const { item, rules, model } of read)
  for (const { line } of model)
    for (const other of rules) {
      if (keyOf(other) !== keyOf(line) || (other.from === line.from && other.to === line.to)) continue
      const isRight = (one: FoundLine) => item.facts.some(fact => isSame(one, fact))
      dates[isRight(line) ? (isRight(other) ? 'both' : 'model') : isRight(other) ? 'rules' : 'neither'] += 1
    }
console.log('where the dates of rules and model differ, right:', dates)

if (values.signs !== undefined) {
  const lines = read.flatMap(({ item, rules, model }, number) => {
    const ofRules = new Set(rules.map(keyOf))
    return model.map(({ line, score, fact }) => {
      const known = item.facts.find(one => isSame(line, one))
      const right = known === undefined ? 0 : known.isOptional ? -1 : 1
      return JSON.stringify({
        n: number,
        file: item.kind,
        right,
        rules: ofRules.has(keyOf(line)),
        relation: line.relation,
        score,
        ...fact.signs,
        line: Object.values(line).join(' | '),
      })
    })
  })
  writeFileSync(values.signs, `${lines.join('\n')}\n`)
  console.log(
    `listed: ${read.flatMap(({ item }) => item.facts.filter(({ isOptional }) => !isOptional)).length}`,
  )
}
