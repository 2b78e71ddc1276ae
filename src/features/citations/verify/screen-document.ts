import type { Word } from './letter-stream.ts'
import { isSpaceless } from './normalise-gap.ts'

/** A glance at a document's Markdown: whether it can hold something like the quote. */
export type Screen = (markdown: string) => boolean

const leastLength = 5
const mostWords = 12
/** The share of words that must stand as they are; line ends, marks and misread letters hide a few. */
export const screenShares = { exact: 0.75, close: 0.5 } as const

/** Looks for the quote's longest words, or pairs of characters, as they are: far quicker than reading every letter. */
export function screenFor(words: readonly Word[], share: number): Screen {
  const telling = tellingPieces(words)
  if (telling.length < 3) return () => true
  const least = Math.ceil(telling.length * share)
  return markdown => {
    const text = markdown.toLowerCase()
    let present = 0
    for (const piece of telling) {
      if (text.includes(piece)) present += 1
      if (present >= least) return true
    }
    return false
  }
}

function tellingPieces(words: readonly Word[]): string[] {
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1]
    return next?.gap === '' && isSpaceless(word.folded) ? [word.folded + next.folded] : []
  })
  const long = words.map(word => word.folded).filter(word => word.length >= leastLength)
  return [...new Set([...long, ...pairs])]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, mostWords)
}
