import { type Part, type Style, styleOf } from './document-parts.ts'
import { roundSize } from './find-roles.ts'
import { isUsualName, type Numbering, readNumber } from './heading-text.ts'

/** Levels by numbering first; headings without a number take the level of numbered ones in their style, or by size. */
export function findLevels(parts: readonly Part[]): Map<Part, number> {
  const numbers = new Map(parts.map(part => [part, readNumber(part.text)]))
  const hasRoman = parts.filter(part => numbers.get(part)?.kind === 'roman').length >= 2
  const hasArabic = parts.some(part => numbers.get(part)?.kind === 'arabic')
  const levels = new Map<Part, number>()
  const byStyle = new Map<Style, number>()
  for (const part of parts) {
    const level = levelOf(numbers.get(part) ?? null, { hasRoman, hasArabic })
    if (level === null) continue
    levels.set(part, level)
    if (!byStyle.has(styleOf(part))) byStyle.set(styleOf(part), level)
  }
  const sizes = [...new Set(parts.map(part => roundSize(part.size)))].sort((a, b) => b - a)
  for (const part of parts) {
    if (levels.has(part)) continue
    const known = isUsualName(part.text) ? 1 : byStyle.get(styleOf(part))
    levels.set(part, known ?? Math.min(3, sizes.indexOf(roundSize(part.size)) + 1))
  }
  return levels
}

function levelOf(
  number: Numbering | null,
  { hasRoman, hasArabic }: { hasRoman: boolean; hasArabic: boolean },
): number | null {
  if (number === null) return null
  if (number.kind === 'roman' || number.kind === 'named') return 1
  if (number.kind === 'item') return hasRoman || hasArabic ? 3 : 2
  if (number.kind === 'letter') return hasRoman ? 2 : hasArabic ? number.depth : 1
  return Math.min(6, number.depth + (hasRoman ? 1 : 0))
}
