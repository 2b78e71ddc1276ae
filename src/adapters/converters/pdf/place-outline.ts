import type { OutlineTarget } from './read-outline.ts'
import type { PageLines } from './write-markdown.ts'

/** Where an outline entry's section starts: a line of a page (index into `pages` and its lines). */
export type OutlinePlace = { level: number; title: string; page: number; line: number }

type Match = { line: number; lines: number; rank: number; distance: number }

/**
 * Finds the line each outline entry names: the line that says its title near the destination, else the line
 * at the destination's height, else the page's first. Lines that are the whole title become headings; this is
 * written into `pages`. Entries that lead to no page are looked for after the entry before them.
 */
export function placeOutline(targets: readonly OutlineTarget[], pages: readonly PageLines[]): OutlinePlace[] {
  const indexOf = new Map(pages.map((page, index) => [page.number, index]))
  const places: OutlinePlace[] = []
  for (const target of targets) {
    const place = findPlace(target, pages, indexOf)
    if (place) places.push({ level: target.level, title: target.title, ...place })
  }
  return places.sort((a, b) => a.page - b.page || a.line - b.line)
}

function findPlace(
  target: OutlineTarget,
  pages: readonly PageLines[],
  indexOf: ReadonlyMap<number, number>,
): { page: number; line: number } | null {
  const index = target.page === null ? undefined : indexOf.get(target.page)
  if (index === undefined) return null
  // Some writers point just above the heading, which may be the end of the page before.
  for (const candidate of [index, index + 1]) {
    const page = pages[candidate]
    if (!page) continue
    const match = findTitle(target.title, page, candidate === index ? target.y : 0)
    if (!match || (candidate !== index && match.rank > 1)) continue
    if (match.rank <= 1) markHeading(page, match, target.level)
    return { page: candidate, line: match.line }
  }
  return { page: index, line: lineAt(pages[index], target.y) }
}

/** The best match for a title: whole lines before beginnings of lines, then the one nearest to `y`. */
function findTitle(title: string, page: PageLines, y: number | null): Match | null {
  const wanted = keyOf(title)
  const bare = keyOf(withoutNumber(title))
  if (wanted.length < 2) return null
  let best: Match | null = null
  for (let line = 0; line < page.lines.length; line += 1) {
    let text = ''
    for (let lines = 1; lines <= 4 && line + lines <= page.lines.length; lines += 1) {
      text += ` ${page.lines[line + lines - 1]?.text ?? ''}`
      const rank = rankMatch(text, wanted, bare)
      if (rank === null) continue
      const distance = y === null ? 0 : Math.abs((page.lines[line]?.y0 ?? 0) - y)
      const match = { line, lines, rank, distance }
      if (!best || match.rank < best.rank || (match.rank === best.rank && match.distance < best.distance))
        best = match
    }
  }
  return best
}

/** 0 the whole title, 1 the title but for its number, 2 a line that begins with it; null no match. */
function rankMatch(text: string, wanted: string, bare: string): number | null {
  const key = keyOf(text)
  if (key === wanted) return 0
  if (bare.length >= 2 && keyOf(withoutNumber(text)) === bare) return 1
  return wanted.length >= 4 && key.startsWith(wanted) ? 2 : null
}

function markHeading(page: PageLines, match: Match, level: number): void {
  for (const [index, line] of page.lines.slice(match.line, match.line + match.lines).entries()) {
    line.heading = level
    line.continued = index > 0
  }
}

function lineAt(page: PageLines | undefined, y: number | null): number {
  if (!page || y === null) return 0
  const below = page.lines.findIndex(line => line.y1 > y)
  return Math.max(0, below)
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function withoutNumber(text: string): string {
  return text
    .trim()
    .replace(
      /^(?:chapter|part|section|appendix|kapitel|teil|abschnitt|anhang)?\s*(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.):]*\s+/iu,
      '',
    )
}
