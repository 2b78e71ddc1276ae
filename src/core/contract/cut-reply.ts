import { Failure } from '../model/failure.ts'
import { estimateTokens } from '../text/estimate-tokens.ts'
import type { Cursor, Position } from './cursor.ts'
import { type Field, firstPlace, marksOf, putAt, readAt, readFields, resume } from './page-fields.ts'
import { type CutText, type Pages, resourceLinks } from './pages.ts'

type Value = Record<string, unknown>

export type CutRequest = {
  pages: Pages
  input: Value
  /** Where the page begins; null for the first. */
  from: Cursor | null
  maxTokens: number
  /** Tokens that the caller adds around the answer. */
  wrapperTokens: number
  writeCursor(cursor: Omit<Cursor, 'own'>): string
}

/** No token is longer than this, so only this many characters per token need to be counted. */
const longestToken = 40

/** Fewest characters of a text on a page. */
const shortestText = 80

/** Returns one page of an answer: as much as fits after the previous page. Throws INVALID_INPUT when nothing fits. */
export function cutReply(whole: Value, request: CutRequest): Value {
  const { pages, maxTokens } = request
  const { fields, start } = resume(readFields(whole, pages), request.from)
  const end: Position = { field: fields.length, offset: 0 }
  const cost = (page: Value) => measure(page) + request.wrapperTokens
  const compose = (stop: Position, shortened: Shortened | null = null) =>
    composePage(whole, { fields, start, stop, shortened, request })
  const fits = (stop: Position) => cost(compose(stop)) <= maxTokens

  if (fits(end)) return compose(end)
  const stop = fill(fields, start, { fits, maxTokens })
  if (!isSame(stop, start)) return compose(stop)

  const field = fields[start.field]
  if (field === undefined) throw tooSmall(maxTokens, cost(compose(end)))
  const least = firstPlace(fields, { ...start, offset: leastOffset(field, start.offset) })
  if (field.kind === 'text') throw tooSmall(maxTokens, cost(compose(least)))
  const item = Object(field.value[start.offset])
  const shorten = (characters: number) =>
    compose(least, { item, ...shortenTexts(item, pages.texts ?? [], characters) })
  const characters = lastFitting(
    shortestText,
    maxTokens * longestToken,
    length => cost(shorten(length)) <= maxTokens,
  )
  if (characters === null) throw tooSmall(maxTokens, cost(shorten(shortestText)))
  return shorten(characters)
}

type Shortened = { item: Value; value: Value; cuts: readonly { path: string; characters: number }[] }

/** Returns the last position at which the page still fits, between items or words. */
function fill(
  fields: readonly Field[],
  start: Position,
  { fits, maxTokens }: { fits: (stop: Position) => boolean; maxTokens: number },
): Position {
  let reached = start
  for (const [index, field] of fields.entries()) {
    if (index < start.field) continue
    const from = index === start.field ? start.offset : 0
    const next = firstPlace(fields, { field: index, offset: field.value.length })
    if (fits(next)) {
      reached = next
      continue
    }
    const most = Math.min(field.value.length, from + maxTokens * longestToken)
    const at = (offset: number) => firstPlace(fields, { field: index, offset: endOf(field, from, offset) })
    const offset = lastFitting(leastOffset(field, from), most, tried => fits(at(tried)))
    return offset === null ? reached : at(offset)
  }
  return reached
}

/** The position after the least that a page must contain: one item, or `shortestText` characters. */
function leastOffset(field: Field, from: number): number {
  if (field.kind === 'list') return from + 1
  return wordEnd(field.value, from, Math.min(field.value.length, from + shortestText))
}

function endOf(field: Field, from: number, offset: number): number {
  return field.kind === 'list' ? offset : wordEnd(field.value, from, offset)
}

function isSame(one: Position, other: Position): boolean {
  return one.field === other.field && one.offset === other.offset
}

function composePage(
  whole: Value,
  part: {
    fields: readonly Field[]
    start: Position
    stop: Position
    shortened: Shortened | null
    request: CutRequest
  },
): Value {
  const { fields, start, stop, shortened, request } = part
  const cuts: CutText[] = []
  const { pages, input } = request
  let page = whole
  for (const [index, field] of fields.entries()) {
    const from = index < start.field ? field.value.length : index === start.field ? start.offset : 0
    const to = index < stop.field ? field.value.length : index === stop.field ? stop.offset : 0
    if (field.isPresent) page = putAt(page, field.path, field.value.slice(from, to))
    const isBegun = field.kind === 'text' && from === 0 && to > 0 && to < field.value.length
    const name = field.path.join('.')
    const uri = isBegun ? (pages.linkAnswer?.(whole, input, name) ?? null) : null
    if (uri !== null) cuts.push({ field: name, characters: field.value.length, uri })
  }
  if (shortened !== null) {
    const { path = [] } = fields[start.field] ?? {}
    page = putAt(page, path, [shortened.value])
    for (const { path: text, characters } of shortened.cuts) {
      const uri = pages.linkItem?.(shortened.item, input, text)
      if (uri !== undefined) cuts.push({ field: `${path.join('.')}.0.${text}`, characters, uri })
    }
  }
  const isLast = stop.field >= fields.length
  const next = isLast
    ? (whole.next_cursor ?? null)
    : request.writeCursor({ position: stop, ...marksOf(fields[stop.field], stop.offset) })
  return { ...page, next_cursor: next, ...(cuts.length === 0 ? {} : { cut: cuts }) }
}

/** Counts the text that clients receive and its links. The same value as structured data is not counted again. */
function measure(page: Value): number {
  const links = resourceLinks(page).map(link => JSON.stringify(link))
  return estimateTokens([JSON.stringify(page), ...links].join(','))
}

function tooSmall(maxTokens: number, least: number): Failure {
  const problem = `max_tokens ${maxTokens} is too little: the next page of this answer needs at least ${least}.`
  return new Failure('invalid', 'INVALID_INPUT', problem, {
    hint: `Call again with max_tokens ${least} or more, and the same cursor if there was one.`,
    details: { fields: [{ field: 'max_tokens', problem }], least_tokens: least },
  })
}

/** Returns the largest number that fits, by binary search; null when `least` does not fit. */
function lastFitting(least: number, most: number, fits: (number: number) => boolean): number | null {
  if (!fits(least)) return null
  let low = least
  let high = Math.max(least, most)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** A text without a space in this many characters is cut between characters. */
const longestWord = 200

/** Returns the end of the last whole word before `offset`, including its space. Never returns `from` or splits a character. */
function wordEnd(text: string, from: number, offset: number): number {
  if (offset >= text.length) return text.length
  const head = text.slice(Math.max(from, offset - longestWord), offset)
  const space = head.search(/\s\S*$/)
  if (space > 0) return offset - head.length + space + 1
  const isInside = /[\ud800-\udbff]$/.test(head)
  return isInside ? offset + 1 : offset
}

type ShortenedText = Record<string, unknown>

/** Marks a shortened text. */
const mark = ' […]'

/** Returns the item with its named texts cut to this length, and a list of the texts that were cut. */
function shortenTexts(
  item: ShortenedText,
  names: readonly string[],
  characters: number,
): { value: ShortenedText; cuts: { path: string; characters: number }[] } {
  let value = item
  const cuts: { path: string; characters: number }[] = []
  for (const name of names) {
    const path = name.split('.')
    const text = readAt(item, path)
    if (typeof text !== 'string' || text.length <= characters) continue
    value = putAt(value, path, `${text.slice(0, wordEnd(text, 0, characters)).trimEnd()}${mark}`)
    cuts.push({ path: name, characters: text.length })
  }
  return { value, cuts }
}
