import type { TrueSentence } from './describe-truth.ts'
import { type Letters, plainLetters, runsOf } from './letters.ts'

/** Where a sentence is in the letters of the Markdown: [start, end). */
export type Place =
  | { state: 'whole'; start: number; end: number; hasDigit: boolean }
  | { state: 'broken'; start: number; end: number }
  | { state: 'missing' }

/**
 * Finds each sentence. One that is not contiguous is placed by its runs of four words that occur once in the source and
 * once in the Markdown; it is missing when fewer than a third of its runs are found.
 */
export function placeSentences(sentences: readonly TrueSentence[], markdown: Letters): Place[] {
  const source = sentences.map(({ text }) => plainLetters(text)).join(' ')
  const isOnce = (whole: string, part: string) => {
    const at = whole.indexOf(part)
    return at !== -1 && whole.indexOf(part, at + 1) === -1
  }
  return sentences.map(sentence => {
    for (const hasDigit of [false, true]) {
      const wanted = hasDigit ? withDigit(sentence) : plainLetters(sentence.text)
      const start = wanted === null ? -1 : markdown.text.indexOf(wanted)
      if (wanted !== null && start !== -1)
        return { state: 'whole', start, end: start + wanted.length, hasDigit }
    }
    const runs = runsOf(sentence.text)
    const found = runs.filter(({ letters }) => isOnce(source, letters) && isOnce(markdown.text, letters))
    const [first] = found
    const last = found.at(-1)
    if (!first || !last || found.length < runs.length / 3) return { state: 'missing' }
    const end = markdown.text.indexOf(last.letters) + last.letters.length
    return { state: 'broken', start: markdown.text.indexOf(first.letters), end }
  })
}

/** The sentence with the number of its footnote as a digit inside; null when it has none inside. */
function withDigit({ text, mark }: TrueSentence): string | null {
  if (mark === null || mark.before.length >= text.length) return null
  return plainLetters(mark.before) + mark.number + plainLetters(text.slice(mark.before.length))
}
