import type { LetterSpan } from './find-exact.ts'
import { isSpaceless } from './letter-stream.ts'

/** All runs of N letters of a quote, indexed by rolling hash. */
export type Grams = {
  length: number
  /** The number of letters of the quote. */
  letters: number
  /** The number of distinct runs. */
  count: number
  /** The run for each hash; −1 for none. Distinct runs may share a hash; the alignment corrects that later. */
  runOf: Int32Array
  /** The factor that removes the oldest letter from the rolling hash. */
  leaving: number
}

const factor = 0x01000193
const hashBits = 16

/** The share of the quote's runs that a window must contain before its words are compared. */
const leastShare = 0.12
const mostWindows = 16

export function gramsOf(folded: string): Grams {
  const length = gramLength(folded)
  const runOf = new Int32Array(1 << hashBits).fill(-1)
  let leaving = factor
  for (let step = 1; step < length; step++) leaving = Math.imul(leaving, factor)
  let count = 0
  for (let at = 0; at + length <= folded.length; at++) {
    let hash = 0
    for (let unit = at; unit < at + length; unit++)
      hash = (Math.imul(hash, factor) + folded.charCodeAt(unit)) | 0
    const slot = slotOf(hash)
    if (runOf[slot] !== -1) continue
    runOf[slot] = count
    count += 1
  }
  return { length, letters: folded.length, count, runOf, leaving }
}

/** Returns windows of a text that share many runs with the quote, best first. Reads the text once. */
export function findWindows(grams: Grams, letters: string): LetterSpan[] {
  const hits = findHits(grams, letters)
  const reach = Math.ceil(grams.letters * 1.25) + 16
  const least = Math.max(2, Math.ceil(grams.count * leastShare))
  const slack = Math.ceil(grams.letters * 0.3) + 24
  return bestApart(densities(hits, grams.count, reach), least, reach).map(at => ({
    from: Math.max(0, at - slack),
    to: Math.min(letters.length, at + reach + slack),
  }))
}

/** Long runs have fewer chance matches; short runs tolerate more misread letters. */
function gramLength(folded: string): number {
  const spaceless = [...folded].filter(isSpaceless).length
  if (spaceless > folded.length / 2) return folded.length < 12 ? 2 : 3
  if (folded.length < 24) return 4
  return folded.length < 60 ? 6 : 8
}

type Hits = { at: number[]; run: number[] }

/** One plain loop, because it runs over every letter of every document. */
function findHits({ length, leaving, runOf }: Grams, text: string): Hits {
  const hits: Hits = { at: [], run: [] }
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0
    if (at >= length) hash = (hash - Math.imul(text.charCodeAt(at - length), leaving)) | 0
    const run = runOf[slotOf(hash)] ?? -1
    if (run === -1 || at < length - 1) continue
    hits.at.push(at - length + 1)
    hits.run.push(run)
  }
  return hits
}

function slotOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - hashBits)
}

type Density = { at: number; runs: number }

/** Counts, for every hit, the distinct runs within `reach` after it. */
function densities(hits: Hits, runs: number, reach: number): Density[] {
  const seen = new Uint16Array(runs)
  const found: Density[] = []
  let distinct = 0
  let end = 0
  for (const [index, at] of hits.at.entries()) {
    for (; end < hits.at.length && (hits.at[end] ?? 0) <= at + reach; end++) {
      const run = hits.run[end] ?? 0
      if (seen[run] === 0) distinct += 1
      seen[run] = (seen[run] ?? 0) + 1
    }
    found.push({ at, runs: distinct })
    const run = hits.run[index] ?? 0
    seen[run] = (seen[run] ?? 1) - 1
    if (seen[run] === 0) distinct -= 1
  }
  return found
}

/** Skips windows with less than half the runs of the best one. */
function bestApart(found: readonly Density[], least: number, reach: number): number[] {
  const chosen: number[] = []
  const best = found.reduce((most, { runs }) => Math.max(most, runs), 0)
  const worthwhile = found.filter(({ runs }) => runs >= Math.max(least, best / 2))
  for (const { at } of worthwhile.sort((a, b) => b.runs - a.runs || a.at - b.at)) {
    if (chosen.length === mostWindows) break
    if (chosen.every(other => Math.abs(other - at) > reach / 2)) chosen.push(at)
  }
  return chosen
}
