import type { CachedText } from '../../core/ports/reference-library.ts'

export type CachedTextVerdict = {
  isUsable: boolean
  /** 0 to 1: the mean of length and number of sentences, each relative to what a good text has. */
  score: number
  /** Why it is not usable; null when it is. */
  reason: string | null
}

/** In characters. A shorter text without a sentence end may be a caption or a title page. */
const longEnoughForSentences = 500
/** In characters, with the space. A failed extraction has no spaces, or hardly anything else. */
const longestMeanWord = 20
const shortestMeanWord = 3
/** Scripts that write without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const sentenceEnd = /[.!?…。！？।؟۔](?=["'”’»)\]]*(?:\s|$|\p{Lo}))/gu

/** Whether the text that Zotero cached can be used instead of converting the file. */
export function judgeCachedText(
  { text, indexedPages, totalPages }: CachedText,
  { minLength = 100 }: { minLength?: number } = {},
): CachedTextVerdict {
  const trimmed = text.trim()
  const sentences = trimmed.match(sentenceEnd)?.length ?? 0
  const score = (Math.min(1, trimmed.length / (10 * minLength)) + Math.min(1, sentences / 10)) / 2
  const reason = findFault(trimmed, sentences, minLength) ?? findGap(indexedPages, totalPages)
  return { isUsable: reason === null, score, reason }
}

function findFault(text: string, sentences: number, minLength: number): string | null {
  if (text === '') return 'the cached text is empty'
  if (text.length < minLength)
    return `the cached text has ${text.length} characters, fewer than the required ${minLength}`
  const words = text.split(/\s+/).length
  const meanWord = text.length / words
  if (!unspaced.test(text) && (meanWord > longestMeanWord || meanWord < shortestMeanWord))
    return `the cached text does not read as words (${words} in ${text.length} characters)`
  if (text.length > longEnoughForSentences && sentences === 0) return 'the cached text has no sentence end'
  return null
}

/** By default, Zotero indexes only the first hundred pages. */
function findGap(indexed: number | null, total: number | null): string | null {
  if (indexed === null || total === null || indexed >= total) return null
  return `Zotero indexed only ${indexed} of ${total} pages`
}
