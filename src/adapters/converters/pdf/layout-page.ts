import { buildBlocks } from './build-blocks.ts'
import { buildLines } from './build-lines.ts'
import { orderBlocks } from './order-blocks.ts'
import { type Block, boundsOf, turnBox, type Word } from './page-layout.ts'

/**
 * Puts the words of a page into reading order: words grow into blocks, blocks are ordered by what stands
 * above and left of what, blocks are cut into lines. Text turned on its side grows into blocks of its own, which
 * are ordered with the others as the greater part of the page is read.
 */
export function layoutPage(words: readonly Word[]): Block[] {
  const blocks = [0, 90, 180, 270].flatMap(rotation =>
    buildBlocks(words.filter(word => word.rotation === rotation)),
  )
  const main = mainRotation(blocks)
  const boxes = blocks.map(words => ({
    ...turnBox(turnBox(boundsOf(words), 360 - rotationOf(words)), main),
    size: words[0]?.size ?? 1,
    rotation: (rotationOf(words) - main + 360) % 360,
    words,
  }))
  return orderBlocks(boxes)
    .map(({ block, table }) => ({ ...toBlock(block.words), table }))
    .filter(block => block.lines.length > 0)
}

/** The rotation that most words have. */
function mainRotation(blocks: readonly Word[][]): number {
  const counts = new Map<number, number>()
  for (const words of blocks)
    counts.set(rotationOf(words), (counts.get(rotationOf(words)) ?? 0) + words.length)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function rotationOf(words: readonly Word[]): number {
  return words[0]?.rotation ?? 0
}

/** Lines keep the order they have upright, but say where they really stand: positions are compared later. */
function toBlock(words: readonly Word[]): Omit<Block, 'table'> {
  const back = 360 - rotationOf(words)
  const lines = buildLines(words).map(line => ({ ...line, ...turnBox(line, back) }))
  return { lines, ...boundsOf(lines) }
}
