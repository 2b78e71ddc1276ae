/**
 * The words of a title for comparing: lower case, without punctuation and accents; "H₂O" and "H2O" are one. Scripts
 * that do not part words give one word for each character.
 */
export function titleWords(title: string): string[] {
  // In capitals "ß" is "SS".
  const folded = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return (
    folded.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu,
    ) ?? []
  )
}

/** Shared words among all words of both. */
export function wordJaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}
