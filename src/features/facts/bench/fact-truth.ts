/**
 * Compares what the rules find with what a reader found (src/features/facts/test/truth), and asks the questions.
 *
 *     npm run measure -- fact-truth [--development] [--list] [--embedder bundled|hash]
 *
 * `--development` uses the sentences and questions that the rules were developed on; `--list` prints what is wrong and missed.
 */

import { parseArgs } from 'node:util'
import { openWorld, type Value } from '../../../../test/contract/world.ts'
import { servicesOf } from '../../../../test/support/services-of.ts'
import { putText } from '../../../../test/support/stored.ts'
import { fold } from '../people.ts'
import { readDocument } from '../read-document.ts'
import type { Services } from '../services.ts'
import { compare } from '../test/truth/compare.ts'
import {
  readQuestions,
  readSentencesOf,
  readTexts,
  type TrueItem,
  type TrueQuestion,
} from '../test/truth/read-truth.ts'

const { values } = parseArgs({
  options: {
    development: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    embedder: { type: 'string', default: 'hash' },
    texts: { type: 'string' },
  },
})

function report(name: string, items: readonly TrueItem[]): void {
  const all = items.map(item => ({ item, ...compare(item, readDocument) }))
  const [right = 0, wrong = 0, missed = 0] = (['right', 'wrong', 'missed'] as const).map(part =>
    all.reduce((sum, one) => sum + one[part].length, 0),
  )
  const share = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(3))
  console.log(
    `${name}: ${right} right, ${wrong} wrong, ${missed} missed; precision ${share(right, right + wrong)}, recall ${share(right, right + missed)}`,
  )
  if (values.list)
    for (const { item, wrong: errors, missed: gaps } of all) {
      for (const line of errors)
        console.log(`  wrong: ${line}  «${item.text.length > 300 ? item.kind : item.text}»`)
      for (const line of gaps)
        console.log(`  missed: ${line}  «${item.text.length > 300 ? item.kind : item.text}»`)
    }
}

/** Asks in one library with all sentences, by kind, and all texts. */
async function ask(items: readonly TrueItem[], questions: readonly TrueQuestion[]): Promise<void> {
  const world = await openWorld('library', {
    flags: ['--toolsets', 'all', '--graph-facts'],
    embedder: values.embedder,
  })
  const kinds = Map.groupBy(items, ({ kind }) => kind)
  for (const [kind, own] of kinds)
    await putText(world, { source: `${kind}.md`, text: own.map(({ text }) => text).join('\n\n') })
  // A search waits only some seconds for facts to be read.
  const facts = await (await servicesOf<Services>(world.wired, 'facts')).facts.open()
  await facts.build(
    { collections: null },
    { signal: new AbortController().signal, progress: () => undefined },
  )
  let first = 0
  let silent = 0
  const count = questions.filter(({ answer }) => answer !== null).length
  for (const { text, answer } of questions) {
    const { results }: Value = await world.call('search_graphiti', { query: text })
    const [best] = results
    if (answer === null ? results.length === 0 : best !== undefined && isAnswer(best, answer)) {
      if (answer === null) silent += 1
      else first += 1
    } else if (values.list)
      console.log(`  ${answer === null ? 'not silent' : 'not first'}: ${text} → ${best?.fact ?? 'nothing'}`)
  }
  console.log(
    `questions: right fact first ${first} of ${count}; silent ${silent} of ${questions.length - count}`,
  )
  await world.close()
}

function isAnswer(result: Value, [subject = '', relation = '', object = '']: readonly string[]): boolean {
  const isOne = (value: string, told: string) => told.split(' / ').some(one => fold(one) === fold(value))
  return (
    isOne(result.source_node.name, subject) &&
    relation.split(' / ').includes(result.name) &&
    isOne(result.target_node.name, object)
  )
}

const sentences = readSentencesOf(values.development ? 'development.txt' : 'sentences.txt')
const texts = values.development ? [] : readTexts()
report('sentences', sentences)
if (texts.length > 0) {
  report('texts', texts)
  report('together', [...sentences, ...texts])
}
await ask(
  [...sentences, ...texts],
  readQuestions(values.development ? 'development-questions.txt' : 'questions.txt'),
)
