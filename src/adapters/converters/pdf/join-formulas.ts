import { composeLine, isHangingSign } from './build-lines.ts'
import type { TextLine } from './find-tables.ts'
import { type Box, boundsOf, type Word } from './page-layout.ts'

/** In units of the size: parts of a formula are not farther apart, beside each other and above each other. */
const besideGap = 1.6
const aboveGap = 0.6
/** A line with more words than this is text. */
const mostWords = 2

/**
 * Joins the parts of displayed formulas, each to one line in the order in which it is drawn: the upper part of a fraction
 * and then the lower one, the rows of a matrix, a sum with its limits. Parts belong to a formula when they are close to
 * each other and a bar of a fraction, a tall bracket, a sum or a root is among them.
 */
export function joinFormulas(lines: readonly TextLine[], rules: readonly Box[]): TextLine[] {
  const parts = lines.filter(isPart)
  if (!parts.some(line => line.words.some(isTall)) && rules.length === 0) return [...lines]
  const bars = rules.filter(rule => rule.y1 - rule.y0 < 1.5 && rule.x1 - rule.x0 > 2)
  const formulas = group(parts).filter(
    formula => isFormula(formula, bars) && !isInTable(formula, bars) && !isCrossed(formula, lines),
  )
  const joined = new Map(formulas.map(formula => [firstOf(formula), compose(formula)]))
  const taken = new Set(formulas.flat())
  return lines.flatMap(line => joined.get(line) ?? (taken.has(line) ? [] : [line]))
}

/** Whether a line may be part of a formula: it has hardly a word of text. */
function isPart({ words, monospace }: TextLine): boolean {
  const texts = words.filter(word => /\p{L}{3}/u.test(word.text) && !operators.test(word.text))
  return !monospace && texts.length <= mostWords && texts.length <= words.length / 2
}

const operators =
  /^[({[]?(?:max|min|log|exp|sin|cos|tan|lim|sup|inf|arg|det|mod|gcd|dim|ker|deg|sinh|cosh|tanh|otherwise|and|for|where|when|with|all|else)[,.)\]}]*$/u

/** Groups parts that are close to each other. */
function group(parts: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = []
  for (const part of parts) {
    const near = groups.filter(members => members.some(member => isNear(member, part)))
    const others = groups.filter(members => !near.includes(members))
    groups.splice(0, groups.length, ...others, [...near.flat(), part])
  }
  return groups.filter(members => members.length > 1)
}

function isNear(a: TextLine, b: TextLine): boolean {
  const size = Math.max(a.size, b.size)
  const beside = Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1)
  const above = Math.max(a.y0, b.y0) - Math.min(a.y1, b.y1)
  if (beside < 0) return above < aboveGap * size
  return beside < besideGap * size && above < 0
}

/** Parts above each other with a bar between them, or with a tall sign beside them. */
function isFormula(formula: readonly TextLine[], bars: readonly Box[]): boolean {
  const words = formula.flatMap(line => line.words)
  const box = boundsOf(formula)
  const isSigned = words.some(word => mathSign.test(word.text) || mathFont.test(word.face))
  const hasBar = bars.some(bar => isFractionBar(bar, formula))
  return isSigned && box.y1 - box.y0 > 0 && (words.some(isTall) || hasBar) && isDrawnTogether(words)
}

/** The two parts of a fraction are centred on its bar, which is as wide as the wider one. */
function isFractionBar(bar: Box, formula: readonly TextLine[]): boolean {
  const size = formula[0]?.size ?? 0
  const isAt = ({ x0, x1 }: TextLine) =>
    Math.abs(x0 + x1 - bar.x0 - bar.x1) < size && x0 > bar.x0 - 2 && x1 < bar.x1 + 2
  const isWide = ({ x0, x1 }: TextLine) => x1 - x0 > bar.x1 - bar.x0 - size
  const above = formula.filter(line => isAt(line) && Math.abs(bar.y0 - line.y1) < 0.5 * size)
  const below = formula.filter(line => isAt(line) && Math.abs(line.y0 - bar.y1) < 0.5 * size)
  return above.length === 1 && below.length === 1 && [...above, ...below].some(isWide)
}

/** The rules of a table are this much wider than a formula in one of its cells. */
const tableWidth = 1.2

/** Whether two equal rules are above and below the formula. */
function isInTable(formula: readonly TextLine[], rules: readonly Box[]): boolean {
  const box = boundsOf(formula)
  const wide = rules.filter(
    ({ x0, x1 }) => x0 < box.x0 + 2 && x1 > box.x1 - 2 && x1 - x0 > tableWidth * (box.x1 - box.x0),
  )
  const below = wide.filter(rule => rule.y0 > box.y1 - 2)
  return wide.some(
    rule =>
      rule.y1 < box.y0 + 2 &&
      below.some(other => Math.abs(rule.x0 - other.x0) < 3 && Math.abs(rule.x1 - other.x1) < 3),
  )
}

/** Other text that is drawn between the parts says that they are not one formula. */
function isDrawnTogether(words: readonly Word[]): boolean {
  const orders = words.map(word => word.order)
  return Math.max(...orders) - Math.min(...orders) < 1.3 * orders.length + 2
}

/** Whether a line of text runs through the formula, as in a sentence with tall signs. */
function isCrossed(formula: readonly TextLine[], lines: readonly TextLine[]): boolean {
  const box = boundsOf(formula)
  return lines.some(line => {
    const middle = (line.y0 + line.y1) / 2
    return (
      !formula.includes(line) &&
      middle > box.y0 &&
      middle < box.y1 &&
      line.x1 > box.x0 - 2 * line.size &&
      line.x0 < box.x1 + 2 * line.size &&
      !isPart(line)
    )
  })
}

const mathSign = /[=<>≤≥≠≈≡∈⊂⊆∪∩→←↦∀∃∞∂∇±×·∑∏∫√⟨⟩‖]/u
const mathFont =
  /^(?:CM(?:MI|SY|EX|BSY|MIB)|MS[AB]M|EU[FSR]|RSFS|LMMath|txsy|txmi|pxsy|.*Math|MT(?:SY|MI|EX)|Symbol)/i
const tallSign = /^[∑∏∫∮√]$/u

function isTall(word: Word): boolean {
  return tallSign.test(word.text) || isHangingSign(word)
}

function firstOf(formula: readonly TextLine[]): TextLine {
  return formula.reduce((first, line) => (line.order < first.order ? line : first))
}

function compose(formula: readonly TextLine[]): TextLine {
  const words = formula.flatMap(line => line.words).sort((a, b) => a.order - b.order)
  return { ...composeLine(words), ...boundsOf(formula), tagged: firstOf(formula).tagged }
}
