import { type BodyStyle, cutCaption, markCaptions, markParts } from './find-floats.ts'
import { markNotes, markNotices } from './find-notes.ts'
import type { Block, PageLayout, Role } from './page-layout.ts'

/** Finds the size that most letters have, and the median width of such lines. */
export function findBodyStyle(pages: readonly PageLayout[]): BodyStyle {
  const lines = pages.filter(page => !page.ocr).flatMap(page => page.blocks.flatMap(block => block.lines))
  const letters = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = roundSize(size)
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
  }
  const size = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
  const widths = lines
    .filter(line => roundSize(line.size) === size && line.text.length > 20)
    .map(line => line.x1 - line.x0)
    .sort((a, b) => a - b)
  return { size, width: widths[widths.length >> 1] ?? 0 }
}

export function roundSize(size: number): number {
  return Math.round(size * 2) / 2
}

/**
 * Gives every block of a page its role. Captions and labels of drawings are found first, then notes with a mark, then
 * what a caption belongs to, and what is left at the foot of a column last.
 */
export function findRoles(page: PageLayout, body: BodyStyle): Block[] {
  const blocks = page.blocks.flatMap(block => cutCaption(block, body))
  const roles = new Map<Block, Role>()
  for (const block of blocks) if (block.role !== 'body') roles.set(block, block.role)
  const facts = { page: { ...page, blocks }, body, roles }
  markCaptions(facts)
  markNotes(facts)
  markParts(facts)
  markNotices(facts)
  return blocks.map(block => ({ ...block, role: roles.get(block) ?? 'body' }))
}
