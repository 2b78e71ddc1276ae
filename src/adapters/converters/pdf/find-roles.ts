import type { Block, Box, Line, PageLayout, Role } from './page-layout.ts'

/** The usual text of a document: its size and the width of its lines, in points. */
export type BodyStyle = { size: number; width: number }

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

/** Gives every block of a page its role. */
export function findRoles(page: PageLayout, body: BodyStyle): Block[] {
  const roles = new Map<Block, Role>()
  for (const block of page.blocks) if (block.role !== 'body') roles.set(block, block.role)
  const isOpen = (block: Block) => !roles.has(block)
  for (const block of page.blocks) if (isOpen(block) && isCaption(block, body)) roles.set(block, 'caption')
  for (const block of page.blocks)
    if (isOpen(block) && isLabel(block, body) && page.zones.some(zone => isInside(block, zone)))
      roles.set(block, 'figure')
  for (const block of page.blocks.toSorted((a, b) => a.y0 - b.y0))
    if (isOpen(block) && isFootnote(block, page, { body, roles })) roles.set(block, 'footnote')
  return page.blocks.map(block => ({ ...block, role: roles.get(block) ?? 'body' }))
}

const captionStart =
  /^(?:fig(?:ure|\.)?|table|tab\.|algorithm|listing|scheme|chart|plate|exhibit|abbildung|abb\.|tabelle|figura|tabla|tableau)\s*(?:[a-z]\.?)?(?:\d+|[ivx]+\b)(?:\.\d+)*\s*(.?)(.*)/iu

/** "Figure 3. Results" and "Figure 3: Results"; "Figure 3 shows" only when it is smaller than the text. */
function isCaption(block: Block, body: BodyStyle): boolean {
  const [first] = block.lines
  const match = captionStart.exec(first?.text ?? '')
  if (!first || !match) return false
  if (/[.:—–|)]/.test(match[1] ?? '') || (match[1] === '' && block.lines.length === 1)) return true
  return first.size < 0.95 * body.size || (first.bold && block.lines.length < 4)
}

/** Text that may label a drawing: short lines, not running text. */
function isLabel(block: Block, body: BodyStyle): boolean {
  const letters = block.lines.reduce((sum, line) => sum + line.text.length, 0)
  const perLine = letters / block.lines.length
  const isProse = block.lines.length >= 3 && perLine >= 30
  return !isProse && perLine < 60 && block.lines.every(line => line.size <= 1.25 * body.size)
}

function isInside(block: Box, zone: Box): boolean {
  const [x, y] = [(block.x0 + block.x1) / 2, (block.y0 + block.y1) / 2]
  return (
    x >= zone.x0 - zoneEdge && x <= zone.x1 + zoneEdge && y >= zone.y0 - zoneEdge && y <= zone.y1 + zoneEdge
  )
}

/** In points: labels may be this far outside of the drawing. */
const zoneEdge = 14

const noteMark = /^(?:\d{1,3}(?=\D)|[*∗†‡§¶]|[a-z](?=\s))/u

/** Small text at the foot of its column, below running text or another footnote, with a mark or a short rule above. */
function isFootnote(
  block: Block,
  page: PageLayout,
  { body, roles }: { body: BodyStyle; roles: ReadonlyMap<Block, Role> },
): boolean {
  const [first] = block.lines
  if (!first || first.size > 0.95 * body.size || block.y0 < 0.4 * page.height) return false
  const inColumn = page.blocks.filter(other => other !== block && sharesWidth(block, other))
  const isLast = inColumn.every(
    other => other.y0 < block.y0 || other.y0 > 0.9 * page.height || firstSize(other) <= 0.95 * body.size,
  )
  if (!isLast) return false
  const above = inColumn
    .filter(other => other.y1 <= block.y0 + 2)
    .toSorted((a, b) => b.y1 - a.y1)
    .find(other => roles.get(other) !== 'figure')
  if (!above) return false
  if (roles.get(above) === 'footnote') return true
  const isBelowText = firstSize(above) > 0.95 * body.size && !isHeadingLike(above, body)
  return isBelowText && (noteMark.test(first.text) || hasShortRule(block, page))
}

function isHeadingLike(block: Block, body: BodyStyle): boolean {
  return (
    block.lines.length <= 2 &&
    block.lines.every(
      (line: Line) => line.bold || line.size > 1.1 * body.size || line.text === line.text.toUpperCase(),
    )
  )
}

function firstSize(block: Block): number {
  return block.lines[0]?.size ?? 0
}

function sharesWidth(a: Box, b: Box): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0.3 * Math.min(a.x1 - a.x0, b.x1 - b.x0)
}

/** Whether a short rule is drawn just above a block, at its left edge. */
function hasShortRule(block: Block, page: PageLayout): boolean {
  return page.rules.some(
    ({ x0, x1, y0, y1 }) =>
      y1 - y0 < 2 &&
      x1 - x0 > 20 &&
      x1 - x0 < 0.9 * (block.x1 - block.x0) &&
      Math.abs(x0 - block.x0) < 12 &&
      block.y0 - y1 > -4 &&
      block.y0 - y1 < 14,
  )
}
