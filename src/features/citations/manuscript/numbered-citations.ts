import {
  type CitedWork,
  type Manuscript,
  type ManuscriptCitation,
  pagesOfLocator,
  unsaidWork,
} from '../../../core/model/manuscript.ts'
import type { KnownWork } from './cited-works.ts'
import { isReferencesHeading } from './references-heading.ts'

type Text = Pick<Manuscript, 'text' | 'blocks'>

/** The works of a project that an entry of a list of references describes. */
type FindInEntry = (entry: string) => KnownWork[]

/**
 * Finds citations by number: "[12]", "[3, 5–7]", "[12, p. 63]". The list of references at the end of the manuscript says
 * what the numbers mean; without such a list, numbers in brackets are no citations.
 */
export function findNumberedCitations(manuscript: Text, findInEntry: FindInEntry): ManuscriptCitation[] {
  const list = readReferenceList(manuscript.text)
  if (list === null) return []
  const known = new Map<number, CitedWork>()
  const workOf = (number: number): CitedWork => {
    const work = known.get(number) ?? toWork(number, list.entries.get(number), findInEntry)
    known.set(number, work)
    return work
  }
  return manuscript.blocks
    .filter(({ kind, start }) => kind !== 'heading' && start < list.start)
    .flatMap(({ start, end }) =>
      [...manuscript.text.slice(start, end).matchAll(inBrackets)].flatMap(
        ({ 0: written, 1: content = '', index }) => {
          const works = readNumbers(content)?.map(({ number, pages }) => ({ ...workOf(number), pages })) ?? []
          if (works.length === 0) return []
          return [
            { start: start + index, end: start + index + written.length, written, isNarrative: false, works },
          ]
        },
      ),
    )
}

/** Not the text of a link, and not the mark of a footnote. */
const inBrackets = /\[(\d{1,3}[^[\]]{0,80})\](?![(:])/gu
const numbers = /^\s*(\d{1,3}(?:\s*[,–‐-]\s*\d{1,3})*)\s*(?:[,:]\s*((?:pp?|S|Seiten?|pages?)\b\.?\s*\S.*))?$/u
/** "[1–400]" is no list of works. */
const longestRange = 30

type Numbered = { number: number; pages: string | null }

/** Null when the brackets contain anything but numbers and pages. */
function readNumbers(content: string): Numbered[] | null {
  const found: Numbered[] = []
  for (const part of content.split(';')) {
    const [, listed, locator] = numbers.exec(part) ?? []
    if (listed === undefined) return null
    const pages = locator === undefined ? null : pagesOfLocator(locator)
    for (const item of listed.split(',')) {
      const [first = 0, last = first] = item.split(/[–‐-]/).map(Number)
      if (last < first || last - first > longestRange) return null
      for (let number = first; number <= last; number += 1) found.push({ number, pages })
    }
  }
  return found
}

function toWork(number: number, entry: string | undefined, findInEntry: FindInEntry): CitedWork {
  if (entry === undefined) return { ...unsaidWork, title: `number ${number} of the list of references` }
  const [work] = findInEntry(entry)
  return work === undefined ? { ...unsaidWork, title: shorten(entry) } : { ...unsaidWork, key: work.citekey }
}

function shorten(entry: string): string {
  const plain = entry.replace(/\s+/g, ' ').trim()
  return plain.length <= 100 ? plain : `${plain.slice(0, 99).trimEnd()}…`
}

type ReferenceList = { start: number; entries: ReadonlyMap<number, string> }

/** The list below the last heading "References", by number; null when there is none. */
export function readReferenceList(text: string): ReferenceList | null {
  const start = findList(text)
  if (start === null) return null
  const rest = text.slice(start)
  const next = /\n#{1,6}\s/.exec(rest)
  const list = next === null ? rest : rest.slice(0, next.index)
  const entries = [bracketed, dotted].map(mark => splitAt(list, mark)).find(found => found.size > 0)
  return { start, entries: entries ?? countEntries(list) }
}

function findList(text: string): number | null {
  let found: number | null = null
  for (const { 0: line, index } of text.matchAll(/^.{4,60}$/gm))
    if (isReferencesHeading(line)) found = index + line.length
  return found
}

const bracketed = (number: number) => new RegExp(String.raw`(?:^|\s)\\?\[${number}\\?\]:?\s`, 'u')
const dotted = (number: number) => new RegExp(String.raw`(?:^|\n)[ \t]*${number}[.)]\s`, 'u')

/** The texts after the numbers 1, 2, 3 …, as far as they go on. */
function splitAt(list: string, markOf: (number: number) => RegExp): Map<number, string> {
  const entries = new Map<number, string>()
  let mark = markOf(1).exec(list)
  let from = 0
  for (let number = 1; mark !== null; number += 1) {
    from += mark.index + mark[0].length
    const next = markOf(number + 1).exec(list.slice(from))
    entries.set(number, list.slice(from, next === null ? undefined : from + next.index).trim())
    mark = next
  }
  return entries
}

/** The paragraphs of a list that a word processor numbers; entries of a list state a year. */
function countEntries(list: string): Map<number, string> {
  const paragraphs = list
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')
  if (!paragraphs.every(paragraph => /(?:1[4-9]|20)\d\d/.test(paragraph))) return new Map()
  return new Map(paragraphs.map((paragraph, index) => [index + 1, paragraph]))
}
