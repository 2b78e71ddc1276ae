/** How many words make a shingle, and which share of a text's shingles must stand on its pages. */
const shingleWords = 8
const leastShare = 0.9

/** Where one reader sees one word another may see two: `ignored` compares letters without any spaces. */
export type Spacing = 'collapsed' | 'ignored'

/**
 * Whether a text really stands on the pages it is said to come from: at least nine in ten of its runs of
 * eight words are found, in the same order, in the text an independent reader gives for those pages. Both
 * are compared as NFKC, without line-end hyphenation, Markdown marks, differences in spacing, and glyphs that
 * have no meaning in Unicode; in right-to-left text, embedded words are put into the order they are read.
 */
export function isPageTrue(text: string, pagesText: string, spacing: Spacing = 'collapsed'): boolean {
  return shareOnPages(text, pagesText, spacing) >= leastShare
}

/** The share of the text's shingles that stand on the pages; a text shorter than a shingle is one shingle. */
export function shareOnPages(text: string, pagesText: string, spacing: Spacing = 'collapsed'): number {
  const words = normalise(text.replace(/^#{1,6} |^\\(?=#)/gm, ''))
    .split(' ')
    .filter(word => word !== '')
  if (words.length === 0) return 1
  const space = spacing === 'ignored' ? '' : ' '
  const pages = space + normalise(pagesText).replaceAll(' ', space) + space
  const count = Math.max(1, words.length - shingleWords + 1)
  let found = 0
  for (let start = 0; start < count; start += 1) {
    const shingle = words.slice(start, start + shingleWords).join(space)
    if (pages.includes(space + shingle + space)) found += 1
  }
  return found / count
}

function normalise(text: string): string {
  return (
    text
      // The witness writes an embedding as it looks: the space before it on paper follows it in reading.
      .replace(/\u202a(\s+)([^\u202a-\u202e]*)\u202c/g, '$2$1')
      .replace(/[-\u2010\u00ad]\s*\n\s*/g, '')
      .normalize('NFKC')
      // Glyphs that mean nothing: the witness prints some of them as control characters.
      .replace(/(?!\s)\p{Cc}|[\p{Cf}\p{Co}\p{Cn}\u2010-\u2015-]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}
