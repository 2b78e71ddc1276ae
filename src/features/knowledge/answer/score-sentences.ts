import type { Hit } from '../../../core/model/hit.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { listSentences, type SentenceSpan } from './list-sentences.ts'
import { coverageOf, type WeighedTerms } from './weigh-terms.ts'

/** A sentence of a passage, and how it bears on the question. */
export type ScoredSentence = SentenceSpan & {
  hit: Hit
  /** As it was read, with the heading above it. */
  vector: Float32Array
  /** Likeness of meaning on the scale of `calibrateMeaning`: 1 is what a plain answer has. */
  meaning: number
  /** Share of the question's weight that its own words have. */
  coverage: number
  /** The same of the whole passage that it stands in, headings included. */
  passageCoverage: number
}

/** Longer ones are lists and tables run together; they would fill an answer alone. */
const longest = 900
/** Per passage, so that one long passage does not take the time of all. */
const mostPerPassage = 40

/** Every sentence of the passages, compared with the question by meaning and by words. */
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

/** What the share of the question's words in a sentence counts for where its meaning is not known. */
const wordsForMeaning = 0.8

/** The same without a model: a sentence means as much as it shares words with the question. */
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

function coverSentences(
  terms: WeighedTerms,
  sentences: readonly (SentenceSpan & { hit: Hit })[],
  { analyzer }: Pick<AnswerParts, 'analyzer'>,
) {
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

/** Chunks overlap: a sentence that stands in two of them is the better one's. */
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

/** What a sentence calls "it" is named in the heading above. */
function withHeading({ document, chunk }: Hit, text: string): string {
  return `${chunk.sectionPath.at(-1) ?? document.title}: ${text}`
}

/** How far behind the best a sentence may stand and still be quoted. */
const quotedReach = 0.22
const mostQuoted = 5
const mostQuotedPerPassage = 3
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
    if (chosen.length >= mostQuoted || value < best - quotedReach) break
    const fromSame = chosen.filter(({ hit }) => hit === sentence.hit).length
    if (fromSame >= mostQuotedPerPassage || chosen.some(known => isNearlySame(known.text, sentence.text)))
      continue
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
