import type { Hit } from '../../../core/model/hit.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { listSentences, type SentenceSpan } from './list-sentences.ts'
import { coverageOf, type WeighedTerms } from './weigh-terms.ts'

/** A sentence of a passage, compared with the question. */
export type ScoredSentence = SentenceSpan & {
  hit: Hit
  /** The embedding of the sentence with its heading. */
  vector: Float32Array
  /** Similarity of meaning on the scale of `calibrateMeaning`: 1 for a plain answer. */
  meaning: number
  /** The share of the question's weight that the words of the sentence cover. */
  coverage: number
  /** The same for the whole passage, including its headings. */
  passageCoverage: number
}

/** Longer sentences are mostly joined lists and tables, and would fill an answer alone. */
const longest = 900
/** Limits the time for one long passage. */
const mostPerPassage = 40

/** Returns every sentence of the passages, compared with the question by meaning and by words. */
export async function scoreSentences(
  asked: { vector: Float32Array; terms: WeighedTerms; scale: MeaningScale; hits: readonly Hit[] },
  { embedder, analyzer }: Pick<AnswerParts, 'embedder' | 'analyzer'>,
  signal: AbortSignal,
): Promise<ScoredSentence[]> {
  const sentences = uniqueSentences(asked.hits)
  const vectors = await embedder.embedDocuments(
    sentences.map(({ hit, text }) => withHeading(hit, text)),
    signal,
  )
  return coverSentences(asked.terms, sentences, { analyzer }).flatMap((sentence, index) => {
    const vector = vectors[index]
    if (vector === undefined) return []
    return { ...sentence, vector, meaning: asked.scale(dotProduct(asked.vector, vector)) }
  })
}

/** The factor from coverage to meaning when no embedding is available. */
const wordsForMeaning = 0.8

/** The same without an embedding model: estimates the meaning from the shared words. */
export function scoreSentencesByWords(
  terms: WeighedTerms,
  hits: readonly Hit[],
  parts: Pick<AnswerParts, 'analyzer'>,
): ScoredSentence[] {
  return coverSentences(terms, uniqueSentences(hits), parts).map(sentence => ({
    ...sentence,
    vector: new Float32Array(),
    meaning: wordsForMeaning * sentence.coverage,
  }))
}

/** Adds which share of the question the words of each sentence and of its passage cover. */
export function coverSentences<Sentence extends SentenceSpan & { hit: Hit }>(
  terms: WeighedTerms,
  sentences: readonly Sentence[],
  { analyzer }: Pick<AnswerParts, 'analyzer'>,
): (Sentence & Pick<ScoredSentence, 'coverage' | 'passageCoverage'>)[] {
  const coverage = (text: string, language: string) =>
    coverageOf(terms, new Set(analyzer.analyze(text, language)))
  const ofPassage = new Map(
    [...new Set(sentences.map(({ hit }) => hit))].map(hit => [
      hit,
      coverage(`${headingsOf(hit)}\n${hit.text}`, hit.document.language),
    ]),
  )
  return sentences.map(sentence => ({
    ...sentence,
    coverage: coverage(sentence.text, sentence.hit.document.language),
    passageCoverage: ofPassage.get(sentence.hit) ?? 0,
  }))
}

/** Chunks overlap. A sentence in several chunks is kept for the best-ranked one. */
function uniqueSentences(hits: readonly Hit[]): (SentenceSpan & { hit: Hit })[] {
  const seen = new Set<string>()
  return hits.flatMap(hit =>
    listSentences(hit.text)
      .filter(({ text }) => text.length <= longest && /\p{L}{2}/u.test(text))
      .filter(({ text }) => {
        const isNew = !seen.has(text)
        seen.add(text)
        return isNew
      })
      .slice(0, mostPerPassage)
      .map(sentence => ({ ...sentence, hit })),
  )
}

export function headingsOf({ document, chunk }: Hit): string {
  return [document.title, ...chunk.sectionPath].join('\n')
}

/** Adds the heading, because it often names what the sentence calls "it". */
function withHeading({ document, chunk }: Hit, text: string): string {
  return `${chunk.sectionPath.at(-1) ?? document.title}: ${text}`
}

/** A sentence is quoted when its value is at most this far below the best. */
const quotedReach = 0.22
const mostQuoted = 5
const mostQuotedPerPassage = 3
/** The weight of coverage relative to meaning. */
const coverageWeight = 0.45

/** Returns the best sentences, best first, without near duplicates. */
export function chooseSentences(sentences: readonly ScoredSentence[]): ScoredSentence[] {
  const ranked = sentences
    .map(sentence => ({ sentence, value: sentence.meaning + coverageWeight * sentence.coverage }))
    .filter(({ sentence }) => isTelling(sentence.text))
    .sort((one, other) => other.value - one.value || one.sentence.start - other.sentence.start)
  const best = ranked[0]?.value ?? 0
  const chosen: ScoredSentence[] = []
  for (const { sentence, value } of ranked) {
    if (chosen.length >= mostQuoted || value < best - quotedReach) break
    const fromSame = chosen.filter(({ hit }) => hit === sentence.hit).length
    if (fromSame >= mostQuotedPerPassage || chosen.some(known => isNearlySame(known.text, sentence.text)))
      continue
    chosen.push(sentence)
  }
  return chosen
}

/** Questions and very short lines are not answers. */
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
