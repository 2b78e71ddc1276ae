import { buildBlocks } from './build-blocks.ts'
import { buildLines } from './build-lines.ts'
import { dropRedrawn } from './drop-redrawn.ts'
import { orderBlocks } from './order-blocks.ts'
import { type Block, type Box, boundsOf, type Word } from './page-layout.ts'

type Size = { width: number; height: number }

/**
 * Puts the words of a page into reading order: words grow into blocks, blocks are ordered by what stands
 * above and left of what, blocks are cut into lines. Text turned on its side is laid out by itself and
 * follows the upright text.
 */
export function layoutPage(words: readonly Word[], page: Size): Block[] {
  const drawnOnce = dropRedrawn(words)
  return [0, 90, 180, 270].flatMap(rotation => {
    const turned = drawnOnce
      .filter(word => word.rotation === rotation)
      .map(word => ({ ...word, ...turn(word, rotation, page) }))
    return orderBlocks(buildBlocks(turned))
      .map(({ words, table }) => ({ ...toBlock(words, rotation, page), table }))
      .filter(block => block.lines.length > 0)
  })
}

/** Where a box lies once the page is turned so that text of this rotation runs from left to right. */
function turn({ x0, y0, x1, y1 }: Box, rotation: number, page: Size): Box {
  if (rotation === 90) return { x0: y0, x1: y1, y0: page.width - x1, y1: page.width - x0 }
  if (rotation === 180)
    return { x0: page.width - x1, x1: page.width - x0, y0: page.height - y1, y1: page.height - y0 }
  if (rotation === 270) return { x0: page.height - y1, x1: page.height - y0, y0: x0, y1: x1 }
  return { x0, y0, x1, y1 }
}

/** Lines keep the order they have upright, but say where they really stand: positions are compared later. */
function toBlock(words: Word[], rotation: number, page: Size): Omit<Block, 'table'> {
  const upright = rotation % 180 === 0 ? page : { width: page.height, height: page.width }
  const lines = buildLines(words).map(line => ({ ...line, ...turn(line, (360 - rotation) % 360, upright) }))
  return { lines, ...boundsOf(lines) }
}
