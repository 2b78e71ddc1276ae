import { baselineOf, type Word } from './page-layout.ts'

/** All lengths are in units of the size of the block's first word. */
const lineSpacing = 1.5
const baselineDrift = 0.5
const columnGap = 0.7
const outlierGap = 1
/** In points. */
const startDepth = 14

type Growing = { words: Word[]; size: number; x0: number; x1: number; top: number; bottom: number }

/**
 * Grows words into blocks: lines above and below that overlap and have the same size, then words beside
 * the lines the block has. A gap wider than `columnGap` is never bridged sideways, which keeps columns apart.
 * The limits follow what Poppler's text extraction has proven over many years.
 */
export function buildBlocks(words: readonly Word[]): Word[][] {
  const pool = new Set([...words].sort((a, b) => baselineOf(a) - baselineOf(b) || a.x0 - b.x0))
  const blocks: Word[][] = []
  while (pool.size > 0) {
    const first = findStart(pool)
    if (!first) break
    pool.delete(first)
    const block: Growing = {
      words: [first],
      size: first.size,
      x0: first.x0,
      x1: first.x1,
      top: baselineOf(first),
      bottom: baselineOf(first),
    }
    while (growVertically(block, pool) || growSideways(block, pool) || takeOutliers(block, pool)) {}
    blocks.push(block.words)
  }
  return blocks
}

/** The leftmost of the topmost words: a raised footnote mark must not start a block of its own. */
function findStart(pool: ReadonlySet<Word>): Word | null {
  let start: Word | null = null
  let limit = Infinity
  for (const word of pool) {
    if (baselineOf(word) >= limit) break
    if (!start) limit = baselineOf(word) + startDepth
    if (!start || word.x0 < start.x0) start = word
  }
  return start
}

function growVertically(block: Growing, pool: Set<Word>): boolean {
  const reach = lineSpacing * block.size
  const { top, bottom } = block
  return take(block, pool, word => {
    const above = baselineOf(word) < top && baselineOf(word) >= top - reach
    const below = baselineOf(word) > bottom && baselineOf(word) <= bottom + reach
    return (above || below) && overlaps(word, block, 0) && isLike(word, block, 0.05)
  })
}

function growSideways(block: Growing, pool: Set<Word>): boolean {
  const drift = baselineDrift * block.size
  return take(
    block,
    pool,
    word =>
      baselineOf(word) >= block.top - drift &&
      baselineOf(word) <= block.bottom + drift &&
      overlaps(word, block, columnGap * block.size) &&
      isLike(word, block, 0.6),
  )
}

/** Up to three words just beside the block (a dangling list number, a margin mark) belong to it. */
function takeOutliers(block: Growing, pool: Set<Word>): boolean {
  const drift = baselineDrift * block.size
  const near: Word[] = []
  for (const word of pool) {
    if (baselineOf(word) > block.bottom + drift) break
    if (baselineOf(word) < block.top - drift) continue
    const gap = Math.max(block.x0 - word.x1, word.x0 - block.x1)
    if (gap >= 0 && gap < outlierGap * block.size && isLike(word, block, 0.2)) near.push(word)
    if (near.length > 3) return false
  }
  const chosen = new Set(near)
  return near.length > 0 && take(block, pool, word => chosen.has(word))
}

function take(block: Growing, pool: Set<Word>, belongs: (word: Word) => boolean): boolean {
  let found = false
  for (const word of pool) {
    // The pool is in order of baselines: nothing further down can be near.
    if (baselineOf(word) > block.bottom + lineSpacing * block.size) break
    if (!belongs(word)) continue
    pool.delete(word)
    block.words.push(word)
    block.x0 = Math.min(block.x0, word.x0)
    block.x1 = Math.max(block.x1, word.x1)
    block.top = Math.min(block.top, baselineOf(word))
    block.bottom = Math.max(block.bottom, baselineOf(word))
    found = true
  }
  return found
}

function overlaps(word: Word, block: Growing, slack: number): boolean {
  return word.x0 < block.x1 + slack && word.x1 > block.x0 - slack
}

function isLike(word: Word, block: Growing, share: number): boolean {
  return Math.abs(word.size - block.size) < share * block.size
}
