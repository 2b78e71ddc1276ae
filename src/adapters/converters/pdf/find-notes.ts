import { type Facts, isHeadingLike, sharesWidth, sizeOf } from './find-floats.ts'
import { endsSentence } from './order-blocks.ts'
import type { Block, Box, Role } from './page-layout.ts'
import { isRightToLeft } from './to-reading-order.ts'

/** Finds the footnotes: below a short rule, or with a mark at the foot of a column. */
export function markNotes({ page, body, roles }: Facts): void {
  const areas = findNoteAreas({ page, body, roles })
  for (const block of page.blocks)
    if (!roles.has(block) && areas.some(area => isBelow(block, area))) roles.set(block, 'footnote')
  markFeet({ page, body, roles }, ({ block }) => noteMark.test(block.lines[0]?.text ?? ''))
}

/** Finds notes without a mark: addresses of authors, permissions. They interrupt a sentence at the foot of a column. */
export function markNotices(facts: Facts): void {
  markFeet(
    facts,
    ({ block, above }) =>
      sizeOf(block) < 0.93 * facts.body.size &&
      block.lines.every(line => !line.monospace) &&
      /^[\p{Lu}©∗*]/u.test(block.lines[0]?.text ?? '') &&
      isCut(above, facts.body.width),
  )
}

/** Whether the text of a block stops inside a sentence, at the end of a full line. */
function isCut({ lines, x0 }: Block, width: number): boolean {
  const last = lines.at(-1)
  return last !== undefined && !endsSentence(last.text) && last.x1 - x0 > 0.85 * width
}

const noteMark = /^(?:\[\^|[1-9]\d{0,2}(?=\D)|[*∗⋆†‡§¶]|[a-z](?=\s))/u

/** Marks small text at the foot of its column, below running text, when it is a note; and what is below another note. */
function markFeet(
  { page, body, roles }: Facts,
  isNote: (foot: { block: Block; above: Block }) => boolean,
): void {
  for (const block of page.blocks.toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    if (roles.has(block) || sizeOf(block) > 0.95 * body.size || block.y0 < 0.4 * page.height) continue
    const inColumn = page.blocks.filter(other => other !== block && sharesWidth(block, other))
    const isLast = inColumn.every(
      other =>
        other.y0 < block.y0 ||
        other.y0 > 0.9 * page.height ||
        sizeOf(other) <= 0.95 * body.size ||
        isFloat(roles.get(other)),
    )
    if (!isLast) continue
    const isBesideNote = page.blocks.some(
      other => roles.get(other) === 'footnote' && isBeside(other, block, body.width),
    )
    const above = inColumn
      .filter(other => other.y1 <= block.y0 + 0.5 * sizeOf(block) && !isFloat(roles.get(other)))
      .toSorted((a, b) => b.y1 - a.y1)[0]
    if (isBesideNote) roles.set(block, 'footnote')
    if (isBesideNote || !above) continue
    const isText = !roles.has(above) && sizeOf(above) > 0.95 * body.size && !isHeadingLike(above, body.size)
    if (roles.get(above) === 'footnote' || (isText && isNote({ block, above }))) roles.set(block, 'footnote')
  }
}

/** Whether a block is the rest of a line whose words are far apart. */
function isBeside(left: Box, right: Box, width: number): boolean {
  return right.x0 >= left.x1 && right.x1 - left.x0 < 1.05 * width && Math.abs(right.y0 - left.y0) < 2
}

function isFloat(role: Role | undefined): boolean {
  return role === 'caption' || role === 'table' || role === 'figure'
}

/** In points: the text of a footnote begins this close below the rule above it. */
const belowRule = 16
/** In points: how far from the end of the rule it begins. */
const noteIndent = 24

/** The areas below short rules at the edge of a column where lines begin, when small text begins there. A float may be below it. */
function findNoteAreas({ page, body, roles }: Facts): Box[] {
  return page.rules.flatMap(rule => {
    const [width, isFlat] = [rule.x1 - rule.x0, rule.y1 - rule.y0 < 2]
    if (!isFlat || width < 20 || width > 0.8 * body.width || rule.y0 < 0.4 * page.height) return []
    if (isFrame(rule, page.rules)) return []
    const fromLeft = { x0: rule.x0 - 6, x1: rule.x0 + body.width + 6, y0: rule.y0, y1: page.height }
    const fromRight = { ...fromLeft, x0: rule.x1 - body.width - 6, x1: rule.x1 + 6 }
    return [fromLeft, fromRight].filter(area => {
      const inside = page.blocks.filter(block => isBelow(block, area) && !isFloat(roles.get(block)))
      const isSmall = inside.length > 0 && inside.every(block => sizeOf(block) < 0.95 * body.size)
      const starts = inside.some(
        block =>
          block.y0 - rule.y1 < belowRule &&
          (area === fromLeft
            ? Math.abs(block.x0 - rule.x0) < noteIndent
            : Math.abs(block.x1 - rule.x1) < noteIndent && isRightToLeft([block.lines[0]?.text ?? ''])),
      )
      return isSmall && starts
    })
  })
}

/** Whether a rule is the upper edge of a frame: another rule goes down from one of its ends. */
function isFrame(rule: Box, rules: readonly Box[]): boolean {
  return rules.some(
    other =>
      other.y1 - other.y0 > 4 &&
      Math.abs(other.y0 - rule.y0) < 2 &&
      Math.min(Math.abs(other.x0 - rule.x0), Math.abs(other.x0 - rule.x1)) < 2,
  )
}

function isBelow(block: Box, area: Box): boolean {
  const middle = (block.x0 + block.x1) / 2
  return middle > area.x0 && middle < area.x1 && block.y0 > area.y0 - 4
}
