import type { ScoredSentence } from './score-sentences.ts'

/** How far behind the best a sentence may stand and still be quoted. */
const reach = 0.22
const mostSentences = 5
const mostPerPassage = 3
/** How much words count beside meaning when sentences of one answer are compared. */
const coverageWeight = 0.45

/** The sentences that answer best, no two of them nearly the same, in the order of how well they do. */
export function chooseSentences(sentences: readonly ScoredSentence[]): ScoredSentence[] {
  const ranked = sentences
    .map(sentence => ({ sentence, value: sentence.meaning + coverageWeight * sentence.coverage }))
    .filter(({ sentence }) => isTelling(sentence.text))
    .sort((one, other) => other.value - one.value || one.sentence.start - other.sentence.start)
  const best = ranked[0]?.value ?? 0
  const chosen: ScoredSentence[] = []
  for (const { sentence, value } of ranked) {
    if (chosen.length >= mostSentences || value < best - reach) break
    const fromSame = chosen.filter(({ hit }) => hit === sentence.hit).length
    if (fromSame >= mostPerPassage || chosen.some(known => isNearlySame(known.text, sentence.text))) continue
    chosen.push(sentence)
  }
  return chosen
}

/** A question in the sources is no answer, and neither is a line of two words. */
function isTelling(text: string): boolean {
  return !/[?？]["'”’)]*$/.test(text) && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= 4
}

function isNearlySame(one: string, other: string): boolean {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const first = words(one)
  const second = words(other)
  const shared = [...first].filter(word => second.has(word)).length
  return shared / Math.min(first.size, second.size) > 0.85
}
