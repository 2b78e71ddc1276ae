import { sortByHeight } from './find-gutters.ts'
import { type Box, boundsOf } from './page-layout.ts'
import type { TextLine } from './table-grid.ts'

/** In units of the size: how far a blank may be from the words beside it, and the text of a field from its label. */
const blankGap = 1.5
const fieldGap = 6
/** In points: shorter rules are those of fractions and roots. */
const leastBlank = 20

/**
 * Joins the parts of a line of a form: labels with a blank between them, which is drawn as a rule, and labels with the
 * text of a field. The parts would otherwise be read as columns.
 */
export function joinFields(lines: readonly TextLine[], rules: readonly Box[]): TextLine[] {
  const blanks = rules.filter(rule => rule.y1 - rule.y0 < 2 && rule.x1 - rule.x0 > leastBlank)
  if (blanks.length === 0 && !lines.some(isField)) return [...lines]
  const rows = sortByHeight(lines)
  const underline = sortByHeight(blanks)
  const next = new Map<TextLine, TextLine>()
  for (const line of lines) {
    const beside = rows
      .between(line.y0, line.y1)
      .filter(other => other.x0 >= line.x1 && Math.abs(other.y1 - line.y1) < 0.3 * line.size)
      .toSorted((a, b) => a.x0 - b.x0)[0]
    if (!beside) continue
    const hasBlank = underline
      .between(line.y0, line.y1 + 0.5 * line.size)
      .some(rule => isBetween(rule, line, beside))
    const isFilled = isField(beside) && !isField(line) && beside.x0 - line.x1 < fieldGap * line.size
    if (hasBlank || isFilled) next.set(line, beside)
  }
  const isLater = new Set(next.values())
  return lines.filter(line => !isLater.has(line)).map(line => joinChain(line, next))
}

function isField({ words }: TextLine): boolean {
  return words.every(word => word.isField === true)
}

/** Whether a rule fills the gap between two lines, at the height of their baseline. */
function isBetween(rule: Box, left: TextLine, right: TextLine): boolean {
  const reach = blankGap * left.size
  return (
    // The rule of a fraction is higher.
    rule.y0 > left.y1 - 0.35 * left.size &&
    rule.y0 < left.y1 + 0.4 * left.size &&
    Math.abs(rule.x0 - left.x1) < reach &&
    Math.abs(right.x0 - rule.x1) < reach
  )
}

function joinChain(first: TextLine, next: ReadonlyMap<TextLine, TextLine>): TextLine {
  const chain = [first]
  for (let line = next.get(first); line; line = next.get(line)) chain.push(line)
  if (chain.length === 1) return first
  const text = chain.map(line => line.text).join(' ')
  return { ...first, ...boundsOf(chain), text, words: chain.flatMap(line => line.words) }
}
