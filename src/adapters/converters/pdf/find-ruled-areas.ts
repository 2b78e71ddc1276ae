import { toPhrases } from './find-columns.ts'
import { type Box, boundsOf } from './page-layout.ts'
import type { Rules } from './sort-rules.ts'
import { isInside, type TextLine, toRows } from './table-grid.ts'

/** An area between horizontal rules, with all rules inside. */
export type RuledArea = { box: Box; rules: Box[] }

/** In points: ends of rules of one table differ by less. */
const sameEnd = 6
/** In points: shorter rules underline words. */
const leastRule = 40
/** The share of the width from which a line is running text rather than a cell. */
const proseShare = 0.6

/**
 * Finds the areas between horizontal rules of the same width that have rows of several cells. Running text and captions
 * between two rules separate two tables.
 */
export function findRuledAreas({ horizontal, vertical }: Rules, lines: readonly TextLine[]): RuledArea[] {
  const groups: Box[][] = []
  const wide = horizontal.filter(rule => rule.x1 - rule.x0 >= leastRule)
  for (const rule of wide.toSorted((a, b) => a.y0 - b.y0)) {
    const group = groups.find(
      ([first]) => first && Math.abs(first.x0 - rule.x0) < sameEnd && Math.abs(first.x1 - rule.x1) < sameEnd,
    )
    if (group) group.push(rule)
    else groups.push([rule])
  }
  return groups
    .flatMap(group => splitGroup(group, lines))
    .flatMap(({ box, bands }) => (bands === 1 && isPage(box, vertical, lines) ? [] : [box]))
    .map(box => addOuterRows(box, lines))
    .map(box => ({ box, rules: horizontal.filter(rule => isInside(rule, grow(box))) }))
}

function grow({ x0, y0, x1, y1 }: Box): Box {
  return { x0, y0: y0 - 1, x1, y1: y1 + 1 }
}

/** The share of the height of all text from which two rules are those of the head and the foot of a page. */
const pageShare = 0.6
/** As many long vertical rules make columns of a table; one separates two columns of text. */
const tableRules = 2

/** Whether the area between two rules is the text of a page between its head and its foot. */
function isPage(box: Box, vertical: readonly Box[], lines: readonly TextLine[]): boolean {
  const heightOf = ({ y0, y1 }: Box) => y1 - y0
  if (heightOf(box) <= pageShare * heightOf(boundsOf([...lines]))) return false
  return (
    vertical.filter(rule => isInside(rule, box) && heightOf(rule) > heightOf(box) / 2).length < tableRules
  )
}

/** Cuts the rules of one width into tables. */
function splitGroup(group: readonly Box[], lines: readonly TextLine[]): { box: Box; bands: number }[] {
  const areas: { box: Box; bands: number }[] = []
  let open: { box: Box; isTabular: boolean; bands: number } | null = null
  const close = () => {
    if (open?.isTabular) areas.push({ box: open.box, bands: open.bands })
    open = null
  }
  for (const [index, rule] of group.entries()) {
    const next = group[index + 1]
    if (!next) break
    const band = boundsOf([rule, next])
    const kind = judgeBand(band, lines)
    if (kind === 'other') {
      close()
      continue
    }
    open ??= { box: band, isTabular: false, bands: 0 }
    open = {
      box: boundsOf([open.box, band]),
      isTabular: open.isTabular || kind === 'rows',
      bands: open.bands + 1,
    }
  }
  close()
  return areas
}

/** In units of the size: a row beside the outer rules is this close, and its cells are this far apart. */
const nearRow = 1.3
const cellGap = 1
/** In units of the size: lines of one column are never closer than this. */
const offset = 0.8
const mostOuterRows = 4

/** Adds the header above the first rule and the totals below the last one, of tables without outer rules. */
function addOuterRows(area: Box, lines: readonly TextLine[]): Box {
  const box = { ...area }
  const rows = toRows(lines.filter(line => line.x0 > box.x0 - 4 && line.x1 < box.x1 + 4)).map(row => ({
    ...boundsOf(row),
    size: row[0]?.size ?? 10,
    isSeveral: row.some(
      (line, index) => index > 0 && line.x0 - (row[index - 1]?.x1 ?? 0) > cellGap * line.size,
    ),
  }))
  const middle = (row: Box) => (row.y0 + row.y1) / 2
  let header: Box | null = null
  for (let count = 0; count < mostOuterRows; count += 1) {
    const above = rows.findLast(row => middle(row) < box.y0 && box.y0 - middle(row) < nearRow * row.size)
    // A label or heading between two lines of the header is alone in its row.
    const isBetween = header !== null && above !== undefined && header.y1 - above.y1 < offset * above.size
    if (above && (above.isSeveral || isBetween)) {
      header = above
      box.y0 = above.y0
    }
    const below = rows.find(row => middle(row) > box.y1 && middle(row) - box.y1 < nearRow * row.size)
    if (below?.isSeveral) box.y1 = below.y1
  }
  return box
}

/** `rows` of several cells, a single `heading` over all columns, or something `other` than a part of a table. */
function judgeBand(band: Box, lines: readonly TextLine[]): 'rows' | 'heading' | 'other' {
  const inside = lines.filter(line => isInside(line, band))
  const rows = toRows(inside).map(row => toPhrases(row, { vertical: [], isRuled: false }))
  const [top] = inside.toSorted((a, b) => a.y0 - b.y0)
  // The caption of a figure is below it, so that what follows is not its table.
  if (top && /^fig/i.test(top.text) && isCaption(top.text)) return 'other'
  const width = band.x1 - band.x0
  const several = rows.filter(phrases => phrases.length > 1).length
  const prose = rows.filter(
    ([first, second]) =>
      first !== undefined &&
      second === undefined &&
      first.x0 - band.x0 < 0.2 * width &&
      first.x1 - first.x0 > proseShare * width,
  ).length
  if (several > 0 && several >= prose) return 'rows'
  const [only] = inside
  const isHeading =
    inside.length === 1 && only !== undefined && !isCaption(only.text) && band.y1 - band.y0 < 3 * only.size
  // Two rules drawn as one have nothing between them.
  return isHeading || (inside.length === 0 && band.y1 - band.y0 < 6) ? 'heading' : 'other'
}

/** Whether a text begins like the caption of a table or figure. */
export function isCaption(text: string): boolean {
  return /^(?:fig(?:ure|\.)|table|tab\.|tableau|tabelle|abbildung|abb\.|figura|tabla)\s*(?:\d|[ivx]+\b)/iu.test(
    text,
  )
}
