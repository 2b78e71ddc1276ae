import { baselineOf, type Word } from './page-layout.ts'
import { createPool, type WordPool } from './word-pool.ts'

/** Lengths in units of the font size of the block's first word. */
const lineSpacing = 1.5
const baselineDrift = 0.5
const columnGap = 0.7
const outlierGap = 1
/** How much the size of a word may differ: in the lines above and below, within a line, and at the edges. */
const sizeOfLines = 0.05
const sizeInLine = 0.6
const sizeAtEdge = 0.2
/** More words than this beside a block are a column of their own. */
const maxOutliers = 3

type Growing = { words: Word[]; size: number; x0: number; x1: number; top: number; bottom: number }

/**
 * Grows words into blocks: adds overlapping lines of the same size above and below, then words beside the lines of the
 * block. A gap wider than `columnGap` is never crossed sideways, which keeps columns apart.
 */
export function buildBlocks(words: readonly Word[]): Word[][] {
  const pool = createPool(words)
  const blocks: Word[][] = []
  for (let first = pool.takeFirst(); first; first = pool.takeFirst()) {
    const base = baselineOf(first)
    const { size, x0, x1 } = first
    const block: Growing = { words: [first], size, x0, x1, top: base, bottom: base }
    while (grow(block, pool)) {}
    blocks.push(block.words)
  }
  return blocks
}

/** Words beside the block are added only when there are none above, below or within its lines. */
function grow(block: Growing, pool: WordPool): boolean {
  const above = growUp(block, pool)
  const below = growDown(block, pool)
  const beside = growSideways(block, pool)
  if (above || below || beside) return true
  const left = takeOutliers(block, pool, word => word.x1 <= block.x0 && word.x1 > block.x0 - reachOf(block))
  const right = takeOutliers(block, pool, word => word.x0 >= block.x1 && word.x0 < block.x1 + reachOf(block))
  return left || right
}

function growUp(block: Growing, pool: WordPool): boolean {
  const { top, size } = block
  const taken = pool.takeUpwards(top - lineSpacing * size, top, word => {
    const belongs = baselineOf(word) < top && overlaps(word, block, 0) && isLike(word, block, sizeOfLines)
    if (belongs) add(block, word)
    return belongs
  })
  for (const word of taken) block.top = Math.min(block.top, baselineOf(word))
  return taken.length > 0
}

function growDown(block: Growing, pool: WordPool): boolean {
  const { bottom, size } = block
  const taken = pool.take(bottom, bottom + lineSpacing * size, word => {
    const belongs = baselineOf(word) > bottom && overlaps(word, block, 0) && isLike(word, block, sizeOfLines)
    if (belongs) add(block, word)
    return belongs
  })
  for (const word of taken) block.bottom = Math.max(block.bottom, baselineOf(word))
  return taken.length > 0
}

function growSideways(block: Growing, pool: WordPool): boolean {
  const drift = baselineDrift * block.size
  const taken = pool.take(block.top - drift, block.bottom + drift, word => {
    const belongs = overlaps(word, block, columnGap * block.size) && isLike(word, block, sizeInLine)
    if (belongs) add(block, word)
    return belongs
  })
  return taken.length > 0
}

/** A few words just beside the block (a hanging list number, a margin mark) belong to it. */
function takeOutliers(block: Growing, pool: WordPool, isBeside: (word: Word) => boolean): boolean {
  const drift = baselineDrift * block.size
  const [from, to] = [block.top - drift, block.bottom + drift]
  const isOutlier = (word: Word) => isBeside(word) && isLike(word, block, sizeAtEdge)
  const near = pool.find(from, to, isOutlier)
  if (near.length === 0 || near.length > maxOutliers) return false
  const chosen = new Set(near)
  for (const word of pool.take(from, to, word => chosen.has(word))) {
    add(block, word)
    block.top = Math.min(block.top, baselineOf(word))
    block.bottom = Math.max(block.bottom, baselineOf(word))
  }
  return true
}

/** A gap of exactly one size is common between columns, and positions are rounded, so it must not count as smaller. */
function reachOf(block: Growing): number {
  return outlierGap * block.size - 0.0001
}

function add(block: Growing, word: Word): void {
  block.words.push(word)
  block.x0 = Math.min(block.x0, word.x0)
  block.x1 = Math.max(block.x1, word.x1)
}

function overlaps(word: Word, block: Growing, slack: number): boolean {
  return word.x0 < block.x1 + slack && word.x1 > block.x0 - slack
}

function isLike(word: Word, block: Growing, share: number): boolean {
  return Math.abs(word.size - block.size) < share * block.size
}
