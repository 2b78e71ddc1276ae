/** How many words make a shingle, and which share of a text's shingles must stand on its pages. */
const shingleWords = 8
const leastShare = 0.9

/**
 * Whether a text really stands on the pages it is said to come from: at least nine in ten of its runs of
 * eight words are found, in the same order, in the text an independent reader gives for those pages. Both
 * are compared as NFKC, without line-end hyphenation, Markdown heading marks and differences in spacing.
 */
export function isPageTrue(text: string, pagesText: string): boolean {
  return shareOnPages(text, pagesText) >= leastShare
}

/** The share of the text's shingles that stand on the pages; a text shorter than a shingle is one shingle. */
export function shareOnPages(text: string, pagesText: string): number {
  const pages = ` ${normalise(pagesText)} `
  const words = normalise(text.replace(/^#{1,6} /gm, ''))
    .split(' ')
    .filter(word => word !== '')
  if (words.length === 0) return 1
  const count = Math.max(1, words.length - shingleWords + 1)
  let found = 0
  for (let start = 0; start < count; start += 1)
    if (pages.includes(` ${words.slice(start, start + shingleWords).join(' ')} `)) found += 1
  return found / count
}

function normalise(text: string): string {
  return text
    .replace(/[-\u2010\u00ad]\s*\n\s*/g, '')
    .normalize('NFKC')
    .replace(/[\p{Cf}\u2010-\u2015-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
