import type { ReadPair, ReadSpan, RelationReading, WordWindow } from '../../core/ports/relation-reader.ts'

const spanKinds = ['name', 'reference', 'role'] as const
const relations =
  'BORN_IN DIED_IN HOLDS_OFFICE SUCCEEDED MEMBER_OF EMPLOYED_BY FOUNDED FOUNDED_IN ACQUIRED MERGED_WITH LOCATED_IN RECEIVED AUTHORED EDUCATED_AT CHILD_OF MARRIED_TO SIBLING_OF OFFICE_OF MEANS'.split(
    ' ',
  )
const tables = [
  ...spanKinds,
  ...relations,
  'begin of subject',
  'begin of object',
  'end of subject',
  'end of object',
]
/** Numbers of each word and table, for its place as the first and as the second of a pair. */
const size = 48
/** Numbers of the network for each token. */
export const tokenWidth = tables.length * 2 * size
/** Pairs below it are not returned. */
const leastPair = -2
const longestSpan = 24

/** What the numbers of a network say of a window: `firsts` has the first token of each word that was read. */
export function decodeTables(
  values: Float32Array,
  firsts: readonly number[],
  { dates }: Pick<WordWindow, 'dates'>,
): RelationReading {
  const scoreOf = scorer(values, firsts)
  const days = dates.filter(({ last }) => last < firsts.length)
  const spans: ReadSpan[] = [
    // "January 26, 1906" looks like a name.
    ...findSpans(firsts.length, scoreOf).filter(span => !days.some(({ first }) => first === span.first)),
    ...days.map(({ first, last }): ReadSpan => ({ kind: 'date', first, last, score: 0 })),
  ]
  return { spans, pairs: findPairs(spans, { dates, scoreOf, length: firsts.length }) }
}

type Scorer = (table: number, one: number, other: number) => number

/** Rotary positions turn all tables but those of relations, whose ends may be far apart. */
function scorer(values: Float32Array, firsts: readonly number[]): Scorer {
  const turns = firsts.map((_, word) => turnOf(word))
  const left = new Float32Array(size)
  const right = new Float32Array(size)
  const read = (into: Float32Array, at: number, turn: Turn | null) => {
    for (let k = 0; k < size; k += 2) {
      const [one = 0, other = 0] = [values[at + k], values[at + k + 1]]
      const [cos = 1, sin = 0] = turn === null ? [] : [turn.cos[k / 2], turn.sin[k / 2]]
      into[k] = one * cos - other * sin
      into[k + 1] = other * cos + one * sin
    }
  }
  return (table, one, other) => {
    const name = tables[table] ?? ''
    const isTurned = name === 'MEANS' || !relations.includes(name)
    const at = (word: number, side: 0 | 1) => (firsts[word] ?? 0) * tokenWidth + (2 * table + side) * size
    read(left, at(one, 0), isTurned ? (turns[one] ?? null) : null)
    read(right, at(other, 1), isTurned ? (turns[other] ?? null) : null)
    let sum = 0
    for (let k = 0; k < size; k++) sum += (left[k] ?? 0) * (right[k] ?? 0)
    return sum / Math.sqrt(size)
  }
}

type Turn = { cos: Float32Array; sin: Float32Array }

function turnOf(word: number): Turn {
  const angles = Float32Array.from({ length: size / 2 }, (_, k) => word * 10000 ** ((-2 * k) / size))
  return { cos: angles.map(Math.cos), sin: angles.map(Math.sin) }
}

/** The best span at each first word. */
function findSpans(length: number, scoreOf: Scorer): ReadSpan[] {
  const found: ReadSpan[] = []
  for (let first = 0; first < length; first++) {
    let best: ReadSpan | null = null
    for (const [table, kind] of spanKinds.entries())
      for (let last = first; last < Math.min(length, first + longestSpan); last++) {
        const score = scoreOf(table, first, last)
        if (score > (best?.score ?? 0)) best = { kind, first, last, score }
      }
    if (best !== null) found.push(best)
  }
  return found
}

function findPairs(
  spans: readonly ReadSpan[],
  { dates, scoreOf, length }: { dates: WordWindow['dates']; scoreOf: Scorer; length: number },
): ReadPair[] {
  const base = spanKinds.length
  const found: ReadPair[] = []
  /** The date that fits best, if one fits. */
  const dateOf = (part: 'begin' | 'end', one: ReadSpan, other: ReadSpan): number | null => {
    let best: number | null = null
    let most = 0
    for (const [number, { first }] of dates.entries()) {
      if (first >= length) continue
      const score =
        scoreOf(tables.indexOf(`${part} of subject`), one.first, first) +
        scoreOf(tables.indexOf(`${part} of object`), other.first, first)
      if (score > most) {
        most = score
        best = number
      }
    }
    return best
  }
  for (const [from, one] of spans.entries()) {
    if (one.kind === 'date') continue
    for (const [to, other] of spans.entries()) {
      if (one.first === other.first) continue
      for (const [number, relation] of relations.entries()) {
        const score = scoreOf(base + number, one.first, other.first)
        if (score < leastPair) continue
        found.push({
          relation,
          from,
          to,
          score,
          begin: dateOf('begin', one, other),
          end: dateOf('end', one, other),
        })
      }
    }
  }
  return found
}
