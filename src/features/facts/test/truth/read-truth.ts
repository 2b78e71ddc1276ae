import { readFileSync } from 'node:fs'
import { fold } from '../../people.ts'

/** A fact as a reader lists it. `isOptional`: it may be found, but need not be. */
export type TrueFact = { line: string; isOptional: boolean }
export type TrueItem = { kind: string; text: string; facts: TrueFact[] }

const file = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')

/** The sentences of a file with their facts. */
export function readSentencesOf(name: string): TrueItem[] {
  const items: TrueItem[] = []
  let kind = ''
  for (const line of file(name)
    .split('\n')
    .filter(line => line !== '')) {
    if (line.startsWith('## ')) kind = line.slice(3)
    else if (line.startsWith('  ')) items.at(-1)?.facts.push(factOf(line.trim()))
    else items.push({ kind, text: line, facts: [] })
  }
  return items
}

/** The six texts with their facts. */
export function readTexts(name = 'texts.txt', folder = 'texts'): TrueItem[] {
  const items: TrueItem[] = []
  for (const line of file(name)
    .split('\n')
    .filter(line => line !== '')) {
    if (line.startsWith('## '))
      items.push({ kind: line.slice(3), text: file(`${folder}/${line.slice(3)}`), facts: [] })
    else items.at(-1)?.facts.push(factOf(line))
  }
  return items
}

function factOf(line: string): TrueFact {
  return { line: line.replace(/^\? /, ''), isOptional: line.startsWith('? ') }
}

export type FoundLine = {
  subject: string
  relation: string
  object: string
  from: string | null
  to: string | null
}

/** Whether a found fact is the one that the reader lists, with the same beginning and end. */
export function isSame(found: FoundLine, { line }: TrueFact): boolean {
  const [subject = '', relation = '', object = '', from = '-', to = '-'] = line.split(' | ')
  const same = (one: string, other: string) => name(one) === name(other)
  const isSwapped =
    /^(?:MARRIED_TO|SIBLING_OF|MERGED_WITH)$/.test(relation) &&
    same(found.subject, object) &&
    same(found.object, subject)
  return (
    found.relation === relation &&
    (isSwapped || (same(found.subject, subject) && same(found.object, object))) &&
    isSameDay(found.from, from, '-01-01') &&
    isSameDay(found.to, to, '-12-31')
  )
}

function name(text: string): string {
  return fold(text)
    .replace(/\b(?:the|inc)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** `1903` as a beginning is its first day, as an end its last; `~1903` may also be left open. */
function isSameDay(found: string | null, told: string, rest: string): boolean {
  if (told.startsWith('~')) return found === null || isSameDay(found, told.slice(1), rest)
  if (told === '-') return found === null
  if (told.length === 4) return found === `${told}${rest}`
  return found !== null && (found === told || (told.length === 7 && found.startsWith(told)))
}

/** `answer`: subject, relation and object of the fact that answers it; null when none does. */
export type TrueQuestion = { text: string; answer: readonly string[] | null }

export function readQuestions(name: string): TrueQuestion[] {
  return file(name)
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('## '))
    .map(line => {
      const [text = '', ...answer] = line.split(' | ')
      return { text, answer: answer.length === 0 ? null : answer }
    })
}
