import { type Block, type Box, boundsOf, type Line, type PageLayout, type Role } from './page-layout.ts'

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
  const labels = page.blocks.filter(block => isOpen(block) && isLabel(block, body))
  for (const block of findLabels(labels, page.zones)) roles.set(block, 'figure')
  const notes = findNoteAreas(page, body)
  for (const block of page.blocks)
    if (isOpen(block) && notes.some(area => isBelow(block, area))) roles.set(block, 'footnote')
  for (const block of page.blocks.toSorted((a, b) => a.y0 - b.y0))
    if (isOpen(block) && isFootnote(block, page, { body, roles })) roles.set(block, 'footnote')
  return page.blocks.map(block => ({ ...block, role: roles.get(block) ?? 'body' }))
}

/** Matches the beginning of a caption; the first group is the sign after the number. */
export const captionStart =
  /^(?:fig(?:ure|\.)?|table|tab\.|algorithm|listing|scheme|chart|plate|exhibit|abbildung|abb\.|tabelle|figura|tabla|tableau)\s*(?:[a-z]\.?)?(?:\d+|[ivx]+\b)(?:\.\d+)*\s*(.?)(.*)/iu

/** Longer blocks that begin like a caption are text about the figure. */
const captionLines = 6

/** "Figure 3. Results" and "Figure 3: Results"; "Figure 3 shows" only when it is smaller than the text. */
function isCaption(block: Block, body: BodyStyle): boolean {
  const [first] = block.lines
  const match = captionStart.exec(first?.text ?? '')
  if (!first || !match) return false
  if (/[.:—–|)]/.test(match[1] ?? '') || (match[1] === '' && block.lines.length === 1)) return true
  if (/\p{Lu}/u.test(match[1] ?? '') && block.lines.length <= captionLines) return true
  return first.size < 0.95 * body.size || (first.bold && block.lines.length < 4)
}

/** Text that may label a drawing: short lines, not running text. */
function isLabel(block: Block, body: BodyStyle): boolean {
  const letters = block.lines.reduce((sum, line) => sum + line.text.length, 0)
  const perLine = letters / block.lines.length
  const isProse = block.lines.length >= 3 && perLine >= 30
  const isSmall = block.lines.every(line => line.size < 0.8 * body.size)
  return !isProse && (perLine < 60 || isSmall) && block.lines.every(line => line.size <= 1.25 * body.size)
}

/** In points: labels may be this far outside of the drawing. */
const zoneEdge = 14
/** Labels of axes are outside of other labels. */
const rounds = 3

/** The labels in and around drawings. A drawing grows by the labels around it, because titles of axes are beside them. */
function findLabels(labels: readonly Block[], zones: readonly Box[]): Block[] {
  const found = new Set<Block>()
  for (const zone of zones) {
    let area = zone
    for (let round = 0; round < rounds; round += 1) {
      const inside = labels.filter(label => isNear(label, area))
      for (const label of inside) found.add(label)
      const grown = boundsOf([zone, ...inside])
      if (grown.x0 === area.x0 && grown.x1 === area.x1 && grown.y0 === area.y0 && grown.y1 === area.y1) break
      area = grown
    }
  }
  return [...found]
}

function isNear(block: Box, zone: Box): boolean {
  const [x, y] = [(block.x0 + block.x1) / 2, (block.y0 + block.y1) / 2]
  return (
    x >= zone.x0 - zoneEdge && x <= zone.x1 + zoneEdge && y >= zone.y0 - zoneEdge && y <= zone.y1 + zoneEdge
  )
}

const noteMark = /^(?:\d{1,3}(?=\D)|[*∗†‡§¶]|[a-z](?=\s))/u

/** Small text at the foot of its column, below running text with a mark, or below another footnote. */
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
  return firstSize(above) > 0.95 * body.size && !isHeadingLike(above, body) && noteMark.test(first.text)
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

/** In points: the text of a footnote begins this close below the rule above it. */
const belowRule = 16

/** The areas below short rules at the left edge of a column, when small text begins there. */
function findNoteAreas(page: PageLayout, body: BodyStyle): Box[] {
  return page.rules.flatMap(rule => {
    const [width, isFlat] = [rule.x1 - rule.x0, rule.y1 - rule.y0 < 2]
    if (!isFlat || width < 20 || width > 0.8 * body.width || rule.y0 < 0.4 * page.height) return []
    const area = { x0: rule.x0 - 6, x1: rule.x0 + body.width + 6, y0: rule.y0, y1: page.height }
    const inside = page.blocks.filter(block => isBelow(block, area))
    const isSmall = inside.length > 0 && inside.every(block => firstSize(block) < 0.95 * body.size)
    const starts = inside.some(block => block.y0 - rule.y1 < belowRule && Math.abs(block.x0 - rule.x0) < 24)
    return isSmall && starts ? [area] : []
  })
}

function isBelow(block: Box, area: Box): boolean {
  const middle = (block.x0 + block.x1) / 2
  return middle > area.x0 && middle < area.x1 && block.y0 > area.y0 - 4
}
