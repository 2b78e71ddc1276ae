import { buildLines } from './build-lines.ts'
import { linkLines } from './link-lines.ts'
import { type Block, boundsOf, turnBox, type Word } from './page-layout.ts'

/**
 * Builds the lines of a page and links them to blocks, in drawing order. Text that is rotated against most of the page
 * becomes blocks of its own.
 */
export function layoutPage(words: readonly Word[]): { blocks: Block[]; turn: number } {
  const main = mainRotation(words)
  const blocks = [0, 90, 180, 270]
    .flatMap(rotation => {
      const lines = buildLines(words.filter(word => word.rotation === rotation))
      return linkLines(lines).map(block => ({ block, rotation }))
    })
    .map(({ block, rotation }): Block => {
      const lines = block.map(line => ({ ...line, ...turnBox(line, 360 - rotation) }))
      return { lines, ...boundsOf(lines), table: null, role: rotation === main ? 'body' : 'aside' }
    })
    .sort((a, b) => orderOf(a) - orderOf(b))
  return { blocks, turn: main }
}

/** The rotation of most words. */
function mainRotation(words: readonly Word[]): number {
  const counts = new Map<number, number>()
  for (const { rotation } of words) counts.set(rotation, (counts.get(rotation) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

function orderOf(block: Block): number {
  return block.lines[0]?.order ?? 0
}
