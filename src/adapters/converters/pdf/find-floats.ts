import { type Block, type Box, boundsOf, type Line, type PageLayout, type Role } from './page-layout.ts'

/** The usual text of a document: its size and the width of its lines, in points. */
export type BodyStyle = { size: number; width: number }

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

/** In units of the size: lines of a caption that are farther apart than this belong to different texts. */
const captionPitch = 1.6

/** Cuts a caption off the running text that follows it closely: in the size of the text, or after a gap. */
export function cutCaption(block: Block, body: BodyStyle): Block[] {
  if (block.role !== 'body' || !isCaption(block, body)) return [block]
  const { lines } = block
  const [first] = lines
  const end = lines.findIndex((line, index) => {
    const previous = lines[index - 1]
    if (!first || !previous) return false
    const isText =
      Math.abs(line.size - body.size) < 0.04 * body.size && line.size - first.size > 0.05 * first.size
    const pitch = pitchOf(lines.slice(0, index)) || first.size
    return isText || line.y1 - previous.y1 > Math.max(captionPitch * first.size, 1.3 * pitch)
  })
  if (end === -1) return [block]
  return [lines.slice(0, end), lines.slice(end)].map(part => ({ ...block, ...boundsOf(part), lines: part }))
}

/** The largest distance of lines. */
function pitchOf(lines: readonly Line[]): number {
  return Math.max(0, ...lines.slice(1).map((line, index) => line.y1 - (lines[index]?.y1 ?? line.y1)))
}

/** What is known about a page; `roles` has the blocks whose role was found. */
export type Facts = { page: PageLayout; body: BodyStyle; roles: Map<Block, Role> }

/** Finds the captions and the labels of drawings. */
export function markCaptions({ page, body, roles }: Facts): void {
  const isOpen = (block: Block) => !roles.has(block)
  for (const block of page.blocks) if (isOpen(block) && isCaption(block, body)) roles.set(block, 'caption')
  const captions = page.blocks.filter(block => roles.get(block) === 'caption')
  for (const caption of captions) {
    const text = isBareLabel(caption)
      ? (findBeside(caption, page.blocks) ?? findBelow(caption, page.blocks))
      : null
    if (text && isOpen(text) && text.lines.length <= captionLines) roles.set(text, 'caption')
  }
  const labels = page.blocks.filter(block => isOpen(block) && isLabel(block, body))
  for (const zone of page.zones) {
    // A zone with running text is the background of a box, or a drawing whose frame is larger than what it shows.
    const isBox = page.blocks.some(block => isRunningText(block, body) && isNear(block, zone))
    const candidates = isBox ? labels.filter(label => !isHeadingLike(label, body.size)) : labels
    for (const block of findLabels(candidates, zone)) roles.set(block, 'figure')
  }
}

/** "TABLE IV" on a line of its own: the text of the caption is below or beside it. */
function isBareLabel({ lines: [first, ...others] }: Block): boolean {
  return others.length === 0 && (captionStart.exec(first?.text ?? '')?.[2] ?? '') === ''
}

/** The block that begins just below another one. */
function findBelow(block: Block, blocks: readonly Block[]): Block | null {
  const below = blocks.filter(
    other =>
      other !== block &&
      sharesWidth(block, other) &&
      other.y0 > block.y0 + 2 &&
      other.y0 - block.y1 < sizeOf(block),
  )
  return below.toSorted((a, b) => a.y0 - b.y0)[0] ?? null
}

/** The block that begins on the same line, not far to the right. */
function findBeside(block: Block, blocks: readonly Block[]): Block | null {
  const size = sizeOf(block)
  const beside = blocks.filter(
    other =>
      other.x0 > block.x1 - 1 &&
      other.x0 - block.x1 < 2.5 * size &&
      Math.abs((other.lines[0]?.y1 ?? 0) - block.y1) < 0.3 * size,
  )
  return beside.toSorted((a, b) => a.x0 - b.x0)[0] ?? null
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

/** The labels in and around a drawing, which grows by the labels around it, because titles of axes are beside them. */
function findLabels(labels: readonly Block[], zone: Box): Block[] {
  const found = new Set<Block>()
  let area = zone
  for (let round = 0; round < rounds; round += 1) {
    const inside = labels.filter(label => isNear(label, area))
    for (const label of inside) found.add(label)
    const grown = boundsOf([zone, ...inside])
    if (grown.x0 === area.x0 && grown.x1 === area.x1 && grown.y0 === area.y0 && grown.y1 === area.y1) break
    area = grown
  }
  return [...found]
}

function isRunningText({ lines }: Block, body: BodyStyle): boolean {
  const letters = lines.reduce((sum, line) => sum + line.text.length, 0)
  const isBody = lines.every(line => Math.abs(line.size - body.size) < 0.1 * body.size)
  return lines.length >= 3 && letters >= 30 * lines.length && isBody
}

/** Bold, large or in capitals, in a few lines. */
export function isHeadingLike({ lines }: Block, usual: number): boolean {
  return (
    lines.length <= 4 &&
    lines.every(line => line.bold || line.size > 1.1 * usual || line.text === line.text.toUpperCase())
  )
}

function isNear(block: Box, zone: Box): boolean {
  const [x, y] = [(block.x0 + block.x1) / 2, (block.y0 + block.y1) / 2]
  return (
    x >= zone.x0 - zoneEdge && x <= zone.x1 + zoneEdge && y >= zone.y0 - zoneEdge && y <= zone.y1 + zoneEdge
  )
}

/** Finds the parts of figures, listings and tables that are neither in a drawing nor aligned in columns. */
export function markParts(facts: Facts): void {
  for (const caption of facts.page.blocks)
    if (facts.roles.get(caption) === 'caption')
      for (const block of findParts(caption, facts)) facts.roles.set(block, 'figure')
}

/** In units of the usual size: parts of a figure are not farther apart. */
const partGap = 3

/** A figure is above its caption, an algorithm or listing below it, and a table on either side. */
function findParts(caption: Block, facts: Facts): Block[] {
  const text = caption.lines[0]?.text ?? ''
  if (/^(?:fig|abb|chart|plate|scheme)/iu.test(text)) return walkFrom(caption, -1, facts)
  if (/^(?:algo|list)/iu.test(text)) return walkFrom(caption, 1, facts)
  const isFound = facts.page.blocks.some(
    block => facts.roles.get(block) === 'table' && isClose(block, caption, facts.body),
  )
  if (isFound) return []
  const below = walkFrom(caption, 1, facts)
  return below.length > 0 ? below : walkFrom(caption, -1, facts)
}

function isClose(a: Box, b: Box, { size }: BodyStyle): boolean {
  return overlapsWidth(a, b) && a.y0 - b.y1 < partGap * size && b.y0 - a.y1 < partGap * size
}

/**
 * Walks up (-1) or down (1) from a caption, as long as the next block is not running text. Short lines count as parts
 * only when another part is beyond them.
 */
function walkFrom(caption: Block, step: -1 | 1, { page, body, roles }: Facts): Block[] {
  const found: Block[] = []
  let passed: Block[] = []
  let area: Box = caption
  const left = new Set(
    page.blocks.filter(block => (step < 0 ? block.y1 < caption.y0 + 2 : block.y0 > caption.y1 - 2)),
  )
  for (;;) {
    const distance = (block: Box) => Math.max(0, step < 0 ? area.y0 - block.y1 : block.y0 - area.y1)
    const [next] = [...left]
      .filter(block => overlapsWidth(block, area) && distance(block) < partGap * body.size)
      .sort((a, b) => distance(a) - distance(b))
    if (!next) return found
    left.delete(next)
    const role = roles.get(next)
    if (role === 'caption' || role === 'footnote' || role === 'table') return found
    const isForeign = role !== undefined || isForeignText(next, body)
    if (!isForeign && !isLabel(next, body)) return found
    if (isForeign) {
      found.push(...passed.filter(block => !roles.has(block)), ...(role === undefined ? [next] : []))
      passed = []
    } else passed.push(next)
    area = boundsOf([area, next])
  }
}

/** Text that is clearly not of the running text: program code, or smaller text in short lines or in a narrow cell. */
function isForeignText(block: Block, body: BodyStyle): boolean {
  const monospace = block.lines.filter(line => line.monospace).length
  if (2 * monospace > block.lines.length) return true
  const isSmall = block.lines.every(line => line.size < 0.93 * body.size)
  return isSmall && (isLabel(block, body) || block.x1 - block.x0 < 0.85 * body.width)
}

function overlapsWidth(a: Box, b: Box): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 1
}

export function sharesWidth(a: Box, b: Box): boolean {
  return Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > 0.3 * Math.min(a.x1 - a.x0, b.x1 - b.x0)
}

export function sizeOf(block: Block): number {
  return block.lines[0]?.size ?? 0
}
