import type { Line, PageLayout } from './page-layout.ts'

/** The share of the page's width in which a sidebar is searched, on both sides. */
const sideShare = 0.22
/** In points: how far a line of a sidebar may move between pages. */
const drift = 2
/** A sidebar has at least this many lines, on at least this many pages and this share of them. */
const leastLines = 3
const leastPages = 5
const leastShare = 0.5
/** Its letters are this much smaller than most letters of the document: labels of rows in tables are not. */
const smallShare = 0.8

/**
 * Finds the navigation bars beside the text of slides: small lines at the left or right edge that have the same text at
 * the same place on most pages.
 */
export function findSidebars(pages: readonly PageLayout[]): (page: PageLayout) => ReadonlySet<Line> {
  const usual = usualSize(pages)
  const counts = new Map<string, number>()
  const sides = pages.map(page => listSideLines(page).filter(line => line.size < smallShare * usual))
  for (const lines of sides)
    for (const key of new Set(lines.map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(leastPages, leastShare * pages.length)
  return page => {
    const repeated = (sides[pages.indexOf(page)] ?? []).filter(
      line => (counts.get(keyOf(line)) ?? 0) >= least,
    )
    return new Set(repeated.length >= leastLines ? repeated : [])
  }
}

function listSideLines({ blocks, width }: PageLayout): Line[] {
  return blocks.flatMap(block =>
    block.lines.filter(line => line.x0 > (1 - sideShare) * width || line.x1 < sideShare * width),
  )
}

function keyOf({ text, x0, y0 }: Line): string {
  return `${text} ${Math.round(x0 / drift)} ${Math.round(y0 / drift)}`
}

/** The size of most letters. */
function usualSize(pages: readonly PageLayout[]): number {
  const letters = new Map<number, number>()
  for (const { blocks } of pages)
    for (const { lines } of blocks)
      for (const { size, text } of lines) {
        const rounded = Math.round(size)
        letters.set(rounded, (letters.get(rounded) ?? 0) + text.length)
      }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
