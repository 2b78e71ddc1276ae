import { roundSize } from './find-roles.ts'
import type { PageLines, PlacedLine } from './write-markdown.ts'

/** A block of a page as its lines; `page` and `line` are indexes. */
export type Part = {
  page: number
  line: number
  lines: PlacedLine[]
  text: string
  size: number
  isBody: boolean
}

/** Lists the blocks of all pages in reading order. */
export function listParts(pages: readonly PageLines[]): Part[] {
  const parts: Part[] = []
  for (const [page, { lines }] of pages.entries())
    for (const [index, line] of lines.entries()) {
      const last = parts.at(-1)
      if (last?.page === page && last.lines[0]?.block === line.block) last.lines.push(line)
      else
        parts.push({
          page,
          line: index,
          lines: [line],
          text: '',
          size: line.size,
          isBody: line.role === 'body',
        })
    }
  for (const part of parts) part.text = part.lines.map(line => line.text).join(' ')
  return parts
}

/** The size and the font of most letters of the running text; tables and programs count when there is nothing else. */
export type UsualStyle = { size: number; family: string }

export function findUsualStyle(all: readonly Part[]): UsualStyle {
  const running = all.filter(
    ({ isBody, lines }) => isBody && lines.every(line => line.table === null && !line.monospace),
  )
  const parts = running.length > 0 ? running : all
  const sizes = new Map<number, number>()
  const families = new Map<string, number>()
  for (const { lines } of parts)
    for (const { size, face, text } of lines) {
      sizes.set(roundSize(size), (sizes.get(roundSize(size)) ?? 0) + text.length)
      families.set(familyOf(face), (families.get(familyOf(face)) ?? 0) + text.length)
    }
  return { size: mostOf(sizes) ?? 0, family: mostOf(families) ?? '' }
}

function mostOf<Key>(letters: ReadonlyMap<Key, number>): Key | undefined {
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The name of a font without its weight, slant and size: "Calibri-Bold" and "Calibri", "CMR10" and "CMR12". */
export function familyOf(face: string): string {
  return face
    .replace(/[-,].*$/, '')
    .replace(/(?:PS|MT|Std|Pro|LT)+$/, '')
    .replace(/\d+$/, '')
}

export type Style = string

/** Headings of one kind have one style. */
export function styleOf({ lines, size, text }: Part): Style {
  const signs = [
    lines.every(line => line.bold) ? 'bold' : '',
    lines.every(line => line.italic) ? 'italic' : '',
    isAllCapitals(text) ? 'capital' : '',
  ]
  return [roundSize(size), familyOf(lines[0]?.face ?? ''), ...signs].join(' ')
}

export function isAllCapitals(text: string): boolean {
  if (/[a-z]/.test(text)) return false
  const letters = text.replace(/[^\p{L}]/gu, '')
  return letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
}

/** Letters and digits only, to compare texts. */
export function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
