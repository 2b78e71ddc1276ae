import { readFileSync } from 'node:fs'

/** A text as GUIDE.md says, without its marks; a mark says what words [start, end) mean. */
export type Item = { text: string; marks: Mark[]; facts: ListedFact[] }
export type Mark = { start: number; end: number; meant: string[] }
export type ListedFact = {
  subject: string
  relation: string
  object: string
  from: string
  to: string
  /** A careful reader might not list it. */
  isOptional: boolean
}

/** The items of a file. */
export function readItems(file: string): Item[] {
  return rawItems(file).map(parseItem)
}

/** The items as the file has them. */
export function rawItems(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split(/^---\s*$/m)
    .map(item => item.replace(/^\n+|\s+$/g, ''))
    .filter(item => item !== '')
}

export function parseItem(raw: string): Item {
  const lines = raw.split('\n')
  const facts = lines.filter(line => line.startsWith('>')).map(line => readFact(line.slice(1).trim()))
  const text = lines.filter(line => !line.startsWith('>')).join('\n')
  return { ...withoutMarks(text.trimEnd()), facts }
}

function readFact(line: string): ListedFact {
  const [subject = '', relation = '', object = '', from = '-', to = '-'] = line
    .replace(/^\?\s*/, '')
    .split('|')
    .map(part => part.trim())
  return { subject, relation, object, from, to, isOptional: line.startsWith('?') }
}

function withoutMarks(marked: string): Pick<Item, 'text' | 'marks'> {
  const marks: Mark[] = []
  let text = ''
  let at = 0
  for (const found of marked.matchAll(/\{([^{}|]*)(?:\|([^{}]*))?\}/g)) {
    const [whole, said = '', meant] = found
    text += marked.slice(at, found.index)
    if (meant !== undefined)
      marks.push({
        start: text.length,
        end: text.length + said.length,
        meant: meant.split(';').map(one => one.trim()),
      })
    text += said
    at = found.index + whole.length
  }
  return { text: text + marked.slice(at), marks }
}
