import { gapsEqual, type StreamWord } from './letter-stream.ts'

/**
 * One step of an alignment: `quoted` words of the quote from `i` on match `found` words of the document from `j` on. A
 * step matches one word with one word, skips one word on either side, matches one word with several that were joined,
 * or matches two swapped words.
 */
export type AlignmentStep = {
  i: number
  j: number
  quoted: number
  found: number
  cost: number
  isSwap: boolean
}

export type Alignment = {
  steps: AlignmentStep[]
  cost: number
  /** The words of the document that match the quote: [from, to). */
  from: number
  to: number
}

/** The largest number of words that may have been joined into one. */
const mostJoined = 4
const swapCost = 0.8

type Move = { quoted: number; found: number; isSwap: boolean }

const moves: readonly Move[] = [
  { quoted: 1, found: 1, isSwap: false },
  { quoted: 1, found: 0, isSwap: false },
  { quoted: 0, found: 1, isSwap: false },
  { quoted: 2, found: 2, isSwap: true },
  ...Array.from({ length: mostJoined - 1 }, (_, more) => ({ quoted: 1, found: more + 2, isSwap: false })),
  ...Array.from({ length: mostJoined - 1 }, (_, more) => ({ quoted: more + 2, found: 1, isSwap: false })),
]

/**
 * Returns the cheapest alignment of the whole quote with the document's words. The alignment is semi-global (skipping
 * words before and after costs nothing) and banded (it stays near the diagonal). Returns null when there is none.
 */
export function alignWords(quote: readonly StreamWord[], document: readonly StreamWord[]): Alignment | null {
  const width = document.length + 1
  const costs = new Float32Array((quote.length + 1) * width).fill(Number.POSITIVE_INFINITY)
  const taken = new Uint8Array(costs.length)
  const price = pricer(quote, document)
  const band = Math.max(0, document.length - quote.length) + 12 + Math.ceil(quote.length / 4)
  costs.fill(0, 0, width)
  for (let i = 0; i <= quote.length; i++) {
    const last = Math.min(document.length, i + band)
    for (let j = Math.max(0, i - band); j <= last; j++) {
      if (i === 0) continue
      for (const [index, move] of moves.entries()) {
        const fromI = i - move.quoted
        const fromJ = j - move.found
        if (fromI < 0 || fromJ < 0) continue
        const before = costs[fromI * width + fromJ] ?? Number.POSITIVE_INFINITY
        const at = i * width + j
        if (before >= (costs[at] ?? 0)) continue
        const cost = before + price(fromI, fromJ, move)
        if (cost >= (costs[at] ?? 0)) continue
        costs[at] = cost
        taken[at] = index
      }
    }
  }
  return trace({ quote, document, costs, taken, width, price })
}

type Pricer = (i: number, j: number, move: Move) => number

function pricer(quote: readonly StreamWord[], document: readonly StreamWord[]): Pricer {
  const compared = new Map<string, number>()
  const compare = (quoted: string, found: string) => {
    if (quoted === found) return 0
    const key = `${quoted} ${found}`
    const cost = compared.get(key) ?? compareSpellings(quoted, found)
    compared.set(key, cost)
    return cost
  }
  const quotedAt = (at: number) => quote[at]?.folded ?? ''
  const foundAt = (at: number) => document[at]?.folded ?? ''
  return (i, j, move) => {
    if (move.found === 0) return wordCosts.added
    if (move.quoted === 0) return wordCosts.missing
    if (move.isSwap) {
      const isSwapped = quotedAt(i) === foundAt(j + 1) && quotedAt(i + 1) === foundAt(j)
      return isSwapped && quotedAt(i) !== quotedAt(i + 1) ? swapCost : Number.POSITIVE_INFINITY
    }
    if (move.quoted === 1 && move.found === 1) {
      const cost = compare(quotedAt(i), foundAt(j))
      return cost > 0 ? cost : wordingCost(quote[i], document[j], i)
    }
    const quoted = join(quote, i, move.quoted)
    const found = join(document, j, move.found)
    if (quoted === found) return wordCosts.joined
    if (Math.abs(quoted.length - found.length) > 2) return Number.POSITIVE_INFINITY
    return foldLookalikes(quoted) === foldLookalikes(found)
      ? wordCosts.joined + wordCosts.ocr
      : Number.POSITIVE_INFINITY
  }
}

/** The cost of two words with the same letters whose case or preceding punctuation differs. */
function wordingCost(quoted: StreamWord | undefined, found: StreamWord | undefined, i: number): number {
  if (i === 0 || !quoted || !found) return 0
  const isSame = quoted.cased === found.cased && gapsEqual(quoted.gap, found.gap)
  return isSame ? 0 : wordCosts.wording
}

function join(words: readonly StreamWord[], from: number, count: number): string {
  let text = ''
  for (let at = from; at < from + count; at++) text += words[at]?.folded ?? ' '
  return text
}

function trace(grid: {
  quote: readonly StreamWord[]
  document: readonly StreamWord[]
  costs: Float32Array
  taken: Uint8Array
  width: number
  price: Pricer
}): Alignment | null {
  const { quote, document, costs, taken, width, price } = grid
  let to = 0
  for (let j = 1; j <= document.length; j++)
    if ((costs[quote.length * width + j] ?? 0) < (costs[quote.length * width + to] ?? 0)) to = j
  const cost = costs[quote.length * width + to] ?? Number.POSITIVE_INFINITY
  if (!Number.isFinite(cost)) return null
  const steps: AlignmentStep[] = []
  let i = quote.length
  let j = to
  while (i > 0) {
    const move = moves[taken[i * width + j] ?? 0]
    if (!move) return null
    i -= move.quoted
    j -= move.found
    steps.push({ i, j, ...move, cost: price(i, j, move) })
  }
  return { steps: steps.reverse(), cost, from: j, to }
}

/**
 * The cost of each kind of difference. `added` costs slightly more than `missing`, so that ties are reported as missing
 * words: what the document contains is certain.
 */
const wordCosts = {
  ocr: 0.15,
  joined: 0.2,
  wording: 0.05,
  unlike: 1.01,
  missing: 1,
  added: 1.02,
} as const

/** Returns 0 for equal spellings, a small cost for letters that OCR confuses, and a cost by edit distance otherwise. */
function compareSpellings(quoted: string, found: string): number {
  if (quoted === found) return 0
  if (foldLookalikes(quoted) === foldLookalikes(found)) return wordCosts.ocr
  if (/\p{N}/u.test(quoted) || /\p{N}/u.test(found)) return wordCosts.unlike
  const length = Math.max(quoted.length, found.length)
  const most = Math.floor(length / 2)
  if (most === 0 || Math.abs(quoted.length - found.length) > most) return wordCosts.unlike
  return Math.min(wordCosts.unlike, (2 * editDistance(quoted, found, most)) / length)
}

const folded = new Map<string, string>()
const mostFolded = 20_000

/** Maps letters that look alike in print to one letter. */
function foldLookalikes(word: string): string {
  const known = folded.get(word)
  if (known !== undefined) return known
  if (folded.size >= mostFolded) folded.clear()
  const plain = word
    .replace(/rn|nn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/cl/g, 'd')
    .replace(/[1i|!jt]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b')
    .replace(/[ceé]/g, 'c')
  folded.set(word, plain)
  return plain
}

/** Levenshtein distance. Stops counting above `most`. */
function editDistance(one: string, other: string, most: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[other.length] ?? 0
}
