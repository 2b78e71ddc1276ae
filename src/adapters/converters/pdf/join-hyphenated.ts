const brokenWord = /(\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*)[-\u00ad\u2010]$/u
const wordStart = /^\p{L}[\p{L}\p{M}]*/u

/** Words a document uses, in lower case, hyphens inside words kept: what tells a broken word from a compound. */
export function collectVocabulary(lines: Iterable<string>): Set<string> {
  const vocabulary = new Set<string>()
  for (const line of lines)
    for (const [word] of line.toLowerCase().matchAll(/\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*)*/gu))
      vocabulary.add(word)
  return vocabulary
}

/** Words that stand inside a line: whole words, as pieces of a broken one stand only at the ends of lines. */
export function collectInnerWords(lines: Iterable<string>): Set<string> {
  const inner = new Set<string>()
  for (const line of lines)
    for (const word of line.toLowerCase().split(' ').slice(1, -1))
      for (const [letters] of word.matchAll(/\p{L}[\p{L}\p{M}]*/gu)) inner.add(letters)
  return inner
}

/**
 * Whether a line ends in the first piece of a word and the next begins with the rest, though no hyphen is left:
 * readers drop the soft hyphens that some files draw. The whole word is known, and one of the pieces is none.
 */
export function isBrokenUnmarked(line: string, next: string, inner: ReadonlySet<string>): boolean {
  const before = /(?:^|\s)(\p{L}?\p{Ll}+)$/u.exec(line)?.[1]?.toLowerCase()
  const after = /^\p{Ll}+/u.exec(next)?.[0]
  if (before === undefined || after === undefined) return false
  return inner.has(before + after) && !(inner.has(before) && inner.has(after))
}

/**
 * What becomes of the hyphen a line ends in, when the next line follows without a break: `drop` it when it
 * surely only marked the line end, `keep` it when the compound is known or a capital or a digit follows;
 * null when there is none.
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
