import { type Compounds, compoundsOf } from './compounds.ts'

const brokenWord = /(\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*)[-\u00ad\u2010]$/u
const wordStart = /^\p{L}[\p{L}\p{M}]*/u

const words = /\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*/gu

/**
 * All words of a document in lower case, with inner hyphens, to distinguish hyphenated words from compounds. The two
 * parts of a word that is broken at the end of a line are left out.
 */
export function collectVocabulary(lines: Iterable<string>): Set<string> {
  const vocabulary = new Set<string>()
  let wasBroken = false
  for (const line of lines) {
    const isBroken = endsWithHyphen(line) && brokenWord.test(line)
    const found = line.toLowerCase().match(words) ?? []
    const whole = found.slice(wasBroken && wordStart.test(line) ? 1 : 0, isBroken ? -1 : found.length)
    for (const word of whole) vocabulary.add(word)
    wasBroken = isBroken
  }
  return vocabulary
}

/** Words inside lines. They are whole: fragments of hyphenated words are only at the ends of lines. */
export function collectInnerWords(lines: Iterable<string>): Set<string> {
  const inner = new Set<string>()
  for (const line of lines)
    for (const word of line.toLowerCase().split(' ').slice(1, -1))
      if (/^[a-z]+$/.test(word)) inner.add(word)
      else for (const letters of word.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) inner.add(letters)
  return inner
}

/** Tells most lines apart without a search through them. */
function endsWithHyphen(line: string): boolean {
  const last = line.at(-1)
  return last === '-' || last === '\u00ad' || last === '\u2010'
}

/**
 * Whether a line ends with the first part of a word and the next begins with the rest, without a hyphen: the PDF
 * library drops soft hyphens. True when the whole word is known and one of the parts is not.
 */
export function isBrokenUnmarked(line: string, next: string, inner: ReadonlySet<string>): boolean {
  const after = /^\p{Ll}+/u.exec(next)?.[0]
  if (after === undefined) return false
  const last = line.slice(line.lastIndexOf(' ') + 1)
  const before = /(?:^|\s)(\p{L}?\p{Ll}+)$/u.exec(last)?.[1]?.toLowerCase()
  if (before === undefined) return false
  return inner.has(before + after) && !(inner.has(before) && inner.has(after))
}

/**
 * What to do with a hyphen at the end of a line: `drop` it when it only marks the line end; `keep` it when it belongs to
 * the word; null when there is none, or when a space follows it ("two- and threefold").
 */
export function joinHyphenated(
  line: string,
  next: string,
  vocabulary: ReadonlySet<string>,
): 'drop' | 'keep' | null {
  if (!endsWithHyphen(line)) return null
  const before = brokenWord.exec(line)?.[1]
  const after = wordStart.exec(next)?.[0]
  if (/\p{N}-$/u.test(line) && /^[\p{L}\p{N}]/u.test(next)) return 'keep'
  if (before === undefined) return null
  if (line.endsWith('\u00ad')) return 'drop'
  if (after === undefined) return /^\p{N}/u.test(next) ? 'keep' : null
  if (vocabulary.has(`${before}-${after}`.toLowerCase())) return 'keep'
  if (vocabulary.has((before + after).toLowerCase())) return 'drop'
  const facts = compoundsOf(vocabulary)
  const isListed = facts.isListed((before + after).toLowerCase())
  if (conjunctions.has(after) && !isListed && !next.startsWith('-', after.length)) return null
  if (!isBreakable(before, after)) return isListed && isCapital(before + after) ? 'drop' : 'keep'
  return isCompound(before, after, { vocabulary, facts }) ? 'keep' : 'drop'
}

const conjunctions: ReadonlySet<string> = new Set(['and', 'or', 'und', 'oder', 'bzw', 'sowie', 'et', 'ou'])

/** In letters: shorter words in capitals are abbreviations with a hyphen of their own. */
const leastCapitals = 8

/** Lines break words in small letters, and long ones in capitals, but not after a single letter. */
function isBreakable(before: string, after: string): boolean {
  if (isCapital(before + after)) return before.length + after.length >= leastCapitals
  return before.length > 1 && /\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(after)
}

/**
 * Whether two parts that the document has neither as one word nor with a hyphen are a compound: they are words, and one
 * of them is part of other compounds, of the document or of the language; or the language has both and not the whole.
 */
function isCompound(
  before: string,
  after: string,
  { vocabulary, facts }: { vocabulary: ReadonlySet<string>; facts: Compounds },
): boolean {
  const first = before.toLowerCase().split('-').at(-1) ?? ''
  const last = after.toLowerCase()
  const [isFirstWord, isLastWord] = [facts.isWord(first), facts.isWord(last)]
  if (vocabulary.has(first + last)) return false
  if (isLastWord && facts.isSetApart(first)) return true
  if (facts.isListed(first + last)) return false
  if (before.includes('-') && isLastWord) return true
  if (isLastWord && last.length > 2 && (facts.firsts.has(first) || facts.usualFirsts.has(first))) return true
  if (isFirstWord && first.length > 2 && (facts.lasts.has(last) || facts.usualLasts.has(last))) return true
  return first.length > 3 && last.length > 2 && facts.isListed(first) && facts.isListed(last)
}

function isCapital(word: string): boolean {
  return /^\p{Lu}+$/u.test(word)
}
