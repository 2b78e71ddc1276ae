const brokenWord = /(\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*)[-\u00ad\u2010]$/u
const wordStart = /^\p{L}[\p{L}\p{M}]*/u

/** All words of a document in lower case, with inner hyphens, to distinguish hyphenated words from compounds. */
export function collectVocabulary(lines: Iterable<string>): Set<string> {
  const vocabulary = new Set<string>()
  for (const line of lines)
    for (const [word] of line.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*/gu))
      vocabulary.add(word)
  return vocabulary
}

/** Words inside lines. They are whole: fragments of hyphenated words are only at the ends of lines. */
export function collectInnerWords(lines: Iterable<string>): Set<string> {
  const inner = new Set<string>()
  for (const line of lines)
    for (const word of line.toLowerCase().split(' ').slice(1, -1))
      for (const [letters] of word.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) inner.add(letters)
  return inner
}

/**
 * Whether a line ends with the first part of a word and the next begins with the rest, without a hyphen: the PDF
 * library drops soft hyphens. True when the whole word is known and one of the parts is not.
 */
export function isBrokenUnmarked(line: string, next: string, inner: ReadonlySet<string>): boolean {
  const before = /(?:^|\s)(\p{L}?\p{Ll}+)$/u.exec(line)?.[1]?.toLowerCase()
  const after = /^\p{Ll}+/u.exec(next)?.[0]
  if (before === undefined || after === undefined) return false
  return inner.has(before + after) && !(inner.has(before) && inner.has(after))
}

/**
 * What to do with a hyphen at the end of a line: `drop` it when it only marks the line end; `keep` it when the compound
 * is known or a capital or digit follows; null when there is no hyphen.
 */
export function joinHyphenated(
  line: string,
  next: string,
  vocabulary: ReadonlySet<string>,
): 'drop' | 'keep' | null {
  const before = brokenWord.exec(line)?.[1]
  const after = wordStart.exec(next)?.[0]
  if (/\p{N}-$/u.test(line) && /^[\p{L}\p{N}]/u.test(next)) return 'keep'
  if (before === undefined) return null
  if (line.endsWith('\u00ad')) return 'drop'
  if (after === undefined) return /^\p{N}/u.test(next) ? 'keep' : null
  if (vocabulary.has((before + after).toLowerCase())) return 'drop'
  const isLowerCase = /\p{Ll}$/u.test(before) && /^\p{Ll}/u.test(after)
  if (!isLowerCase) return 'keep'
  return before.includes('-') || vocabulary.has(`${before}-${after}`.toLowerCase()) ? 'keep' : 'drop'
}
