import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { momentAt, periodOf, type StatedPeriod } from '../clauses/read-time.ts'
import type { Chunk } from './chunk.ts'
import { isAnd, isMark, isPreposition } from './chunk-steps.ts'
import type { TimeMode } from './clause.ts'
import { nothing, offsetOf } from './draft-said.ts'
import type { Role } from './read-roles.ts'

/** How the dates of a description are meant. */
export const timed: Readonly<Record<string, TimeMode>> = {
  HOLDS_OFFICE: 'state',
  EMPLOYED_BY: 'state',
  MEMBER_OF: 'state',
  RECEIVED: 'event',
  AUTHORED: 'event',
  FOUNDED: 'event',
  EDUCATED_AT: 'end',
  MARRIED_TO: 'begin',
}

/** The dates right behind a description: "A, editor of B [from 1901 to 1909], …", "director of C[, 1920–1925,] …". */
export function periodBehind(
  role: Role,
  chunks: readonly Chunk[],
  parsed: ParsedSentence,
): StatedPeriod | null {
  let to = role.to
  const isDashed = isMark(chunks[to], ',') && chunks[to + 1]?.type === 'date' && isDash(chunks[to + 2])
  if (isDashed) to++
  const from = to
  while (
    chunks[to]?.type === 'date' ||
    (isPreposition(chunks[to]) && chunks[to + 1]?.type === 'date') ||
    (chunks[to - 1]?.type === 'date' &&
      chunks[to + 1]?.type === 'date' &&
      (isDash(chunks[to]) || isAnd(chunks[to])))
  )
    to++
  if (to === from) return null
  const dates = chunks.slice(from, to).filter(({ type }) => type === 'date')
  const [first] = dates
  const isOpening =
    isPreposition(chunks[from]) && /^(?:from|since|until|till|between)$/.test(chunks[from].text)
  const isClosed = isMark(chunks[to], ',') || isMark(chunks[to], ')')
  if (isDashed && first?.type === 'date') {
    const last = dates.at(-1)
    return {
      ...nothing,
      from: momentAt(parsed, String(first.at)),
      to: last?.type === 'date' && last !== first ? momentAt(parsed, String(last.at)) : null,
    }
  }
  if (!isOpening && (!isClosed || dates.length > 1)) return null
  const end = chunks[to]
  const said = parsed.line.slice(
    offsetOf(chunks[from]?.from ?? 0, parsed),
    end === undefined ? undefined : offsetOf(end.from, parsed),
  )
  return periodOf(` ${said}`, parsed)
}

function isDash(chunk: Chunk | undefined): boolean {
  return chunk?.type === 'mark' && /^[–—-]$/.test(chunk.text)
}
