/** A piece of a text, and whether it is one of the words that were asked for. */
export type Piece = { text: string; isMatch: boolean }

/** Words shorter than this match only as they are: their endings say more than their beginnings. */
const shortest = 4

/**
 * Marks the words of a text that a question contains, in any ending: "printing" also marks "printed" and "print". The server
 * decides what is found; this only shows a reader where to look.
 */
export function matchWords(text: string, question: string): Piece[] {
  const stems = stemsOf(question)
  if (stems.length === 0) return [{ text, isMatch: false }]
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!hasStem(found[0], stems)) continue
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), isMatch: false })
    pieces.push({ text: found[0], isMatch: true })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMatch: false })
  return pieces
}

function stemsOf(question: string): string[] {
  return [...new Set(wordsOf(question).map(stemOf))].filter(stem => stem.length > 1 && !common.has(stem))
}

/** A stem is the beginning of its word, so that few words need to be stemmed. */
function hasStem(word: string, stems: readonly string[]): boolean {
  const lower = word.toLowerCase()
  return stems.some(stem => lower.startsWith(stem)) && stems.includes(stemOf(lower))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Removes a common ending, in the languages that have these. */
function stemOf(word: string): string {
  if (word.length < shortest) return word
  return word.replace(/(?:ations?|ings?|ments?|ness|ers?|ies|ied|es|ed|en|s|e|y)$/u, '').slice(0, 12) || word
}

const common = new Set(
  'the a an and or of to in on at is are was were be do does did what which who how why when where it its this that with for from by as not can i you my der die das und ist ein ein le la les des est une et'.split(
    ' ',
  ),
)

/** The part of a text around its first matches that is shown in a list, cut between words. */
export function excerptOf(text: string, question: string, longest: number): string {
  if (text.length <= longest) return text
  const stems = stemsOf(question)
  let first = 0
  for (const found of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!hasStem(found[0], stems)) continue
    first = found.index
    break
  }
  const start = first < longest * 0.6 ? 0 : Math.max(0, text.lastIndexOf(' ', first - 80) + 1)
  const end = start + longest >= text.length ? text.length : text.lastIndexOf(' ', start + longest)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`
}

/** Markdown as plain text, for lists of hits. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^#{1,6}\s+.*$/gm, '')
    .replace(/^\s*\|?[\s:|-]{3,}\|?\s*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`{1,3}|~~)/g, '')
    .replace(/(?<![\w*])\*([^\s*][^*\n]*)\*(?![\w*])/g, '$1')
    .replace(/^\s*(?:[-*+]|\d+[.)]|>)\s+/gm, '')
    .replace(/\s*\|\s*/g, '  ')
    .replace(/\s+/g, ' ')
    .trim()
}
