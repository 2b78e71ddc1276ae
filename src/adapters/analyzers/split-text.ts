/**
 * What a text is made of, in order: words in lower case with their diacritics; names to be kept whole beside
 * their parts (`exact`); and runs of characters in scripts that are written without spaces.
 */
export type TextPiece =
  | { kind: 'word'; word: string }
  | { kind: 'exact'; word: string }
  | { kind: 'run'; characters: string[] }

/** Letters, digits and marks, held together by single signs as they stand inside names, paths and versions. */
const chainPattern =
  /[\p{L}\p{N}\p{M}]+(?:(?:[_.:/\-'’+#@]|::|:\/\/|->)[\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu
const partPattern = /[\p{L}\p{N}\p{M}]+/gu
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const spacelessRuns = new RegExp(`(?:${spaceless.source}\\p{M}*)+|(?:(?!${spaceless.source}).)+`, 'gu')
const humps = /\p{Lu}+(?![\p{Ll}\p{M}])\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu

/** Longer chains are links and data: nobody asks for them letter by letter. */
const maxExactLength = 80
const maxWordLength = 64

export function splitText(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  for (const [chain] of text.normalize('NFKC').matchAll(chainPattern)) {
    const parts = chain.match(partPattern) ?? []
    for (const part of parts) pushPart(pieces, part)
    if (isName(chain, parts) && chain.length <= maxExactLength)
      pieces.push({ kind: 'exact', word: chain.toLowerCase() })
  }
  return pieces
}

function pushPart(pieces: TextPiece[], part: string): void {
  if (spaceless.test(part)) pushRuns(pieces, part)
  else pushWord(pieces, part)
  if (!isCamelCase(part)) return
  for (const [hump] of part.matchAll(humps)) if (hump.length > 1) pushWord(pieces, hump)
}

function pushWord(pieces: TextPiece[], word: string): void {
  pieces.push({ kind: 'word', word: word.slice(0, maxWordLength).toLowerCase() })
}

function pushRuns(pieces: TextPiece[], part: string): void {
  for (const [run] of part.matchAll(spacelessRuns)) {
    if (spaceless.test(run)) pieces.push({ kind: 'run', characters: run.match(/\P{M}\p{M}*/gu) ?? [run] })
    else pushWord(pieces, run)
  }
}

/** An apostrophe makes no name: "don't" and "l'eau" are words. */
function isName(chain: string, parts: readonly string[]): boolean {
  if (/[_.:/\-+#@]/.test(chain)) return true
  return parts.length === 1 && (isCamelCase(chain) || (/\p{N}/u.test(chain) && /\p{L}/u.test(chain)))
}

function isCamelCase(word: string): boolean {
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)
}
