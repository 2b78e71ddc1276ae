import type { Style } from './style.ts'

/** Words that are too common to be marked. */
const commonWords = new Set(
  'a an and are as at be by can did do does for from had has have how i in is it its of on or that the their there these they this to was we were what when where which who why will with you your der die das und ist ein eine im in den dem des zu von mit wie was für auf'.split(
    ' ',
  ),
)

/** Returns the stems of the words of a question, so that "sampling" also marks "samples". */
export function termsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter(word => !commonWords.has(word) && word.length > 1).map(stemOf))]
}

/** Returns the part of a passage with most words of the question, cut between words, with ellipses. */
export function cutSnippet(content: string, terms: readonly string[], length: number): string {
  const text = content.replaceAll(/\s+/g, ' ').trim()
  if (text.length <= length) return text
  const start = bestStart(text, terms, length)
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const end =
    from + length >= text.length ? text.length : Math.max(text.lastIndexOf(' ', from + length), from + 1)
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`
}

export function highlight(line: string, terms: readonly string[], style: Style): string {
  if (style.isPlain || terms.length === 0) return line
  return line.replaceAll(/[\p{L}\p{N}]+/gu, word => (isMatch(word, terms) ? style.mark(word) : word))
}

function bestStart(text: string, terms: readonly string[], length: number): number {
  const places = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => isMatch(word, terms))
  let best = { start: 0, count: 0 }
  for (const place of places) {
    // Include some text before the first match as context.
    const start = Math.max(0, Math.min(place.index - 60, text.length - length))
    const found = places.filter(({ index }) => index >= start && index < start + length)
    const count = new Set(found.map(([word]) => stemOf(word.toLowerCase()))).size
    if (count > best.count) best = { start, count }
  }
  return best.start
}

function isMatch(word: string, terms: readonly string[]): boolean {
  const lower = word.toLowerCase()
  return terms.some(term => (term.length < 4 ? lower === term : lower.startsWith(term)))
}

const endings = ['ings', 'ing', 'ed', 'es', 's', 'e']

function stemOf(word: string): string {
  const ending = endings.find(candidate => word.endsWith(candidate) && word.length - candidate.length >= 4)
  return ending === undefined ? word : word.slice(0, -ending.length)
}
