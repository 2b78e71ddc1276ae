import { baselineOf, type Word } from './page-layout.ts'

/** The words that are not yet taken, by baseline. Ranges include both ends. */
export type WordPool = {
  /** Takes the leftmost of the topmost words, so that a raised footnote mark does not start a block. */
  takeFirst(): Word | null
  /** Takes the words that belong, from the top of the range downwards, each row from left to right. */
  take(from: number, to: number, belongs: (word: Word) => boolean): Word[]
  /** The same from the bottom of the range upwards. */
  takeUpwards(from: number, to: number, belongs: (word: Word) => boolean): Word[]
  find(from: number, to: number, wanted: (word: Word) => boolean): Word[]
}

/** Baselines are grouped into strips of this many points; the topmost words are in the first few strips. */
const stripHeight = 4
const startStrips = 4

export function createPool(words: readonly Word[]): WordPool {
  const strips = new Map<number, Word[]>()
  for (const word of words.toSorted((a, b) => a.x0 - b.x0 || a.order - b.order)) {
    const strip = strips.get(stripOf(baselineOf(word)))
    if (strip) strip.push(word)
    else strips.set(stripOf(baselineOf(word)), [word])
  }
  const numbers = [...strips.keys()].sort((a, b) => a - b)
  const last = numbers.at(-1) ?? 0

  function takeFrom(
    strip: number,
    { from, to }: { from: number; to: number },
    belongs: (word: Word) => boolean,
  ): Word[] {
    const held = strips.get(strip)
    if (!held) return []
    const taken: Word[] = []
    const kept: Word[] = []
    for (const word of held) {
      const base = baselineOf(word)
      if (base >= from && base <= to && belongs(word)) taken.push(word)
      else kept.push(word)
    }
    if (taken.length > 0) strips.set(strip, kept)
    return taken
  }

  return {
    takeFirst() {
      while (numbers[0] !== undefined && strips.get(numbers[0])?.length === 0) numbers.shift()
      const top = numbers[0]
      if (top === undefined) return null
      let first: Word | null = null
      for (let strip = top; strip < top + startStrips && strip <= last; strip += 1) {
        const leftmost = strips.get(strip)?.[0]
        if (leftmost && (!first || leftmost.x0 < first.x0)) first = leftmost
      }
      if (first) strips.get(stripOf(baselineOf(first)))?.shift()
      return first
    },
    take(from, to, belongs) {
      const taken: Word[] = []
      for (let strip = stripOf(from); strip <= stripOf(to); strip += 1)
        taken.push(...takeFrom(strip, { from, to }, belongs))
      return taken
    },
    takeUpwards(from, to, belongs) {
      const taken: Word[] = []
      for (let strip = stripOf(to); strip >= stripOf(from); strip -= 1)
        taken.push(...takeFrom(strip, { from, to }, belongs))
      return taken
    },
    find(from, to, wanted) {
      const found: Word[] = []
      for (let strip = stripOf(from); strip <= stripOf(to); strip += 1)
        for (const word of strips.get(strip) ?? []) {
          const base = baselineOf(word)
          if (base >= from && base <= to && wanted(word)) found.push(word)
        }
      return found
    },
  }
}

function stripOf(base: number): number {
  return Math.floor(base / stripHeight)
}
