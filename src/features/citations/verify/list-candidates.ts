import { type CollectionSummary, collectionNotFound } from '../../../core/model/collection.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Proposals } from '../../../core/ports/store.ts'
import { lexicalScoring } from '../../../core/search/lexical-scoring.ts'
import { isSpaceless, type StreamWord } from './letter-stream.ts'
import type { VerifyParts, VerifyRequest } from './verify-quote.ts'
import { documentConditions } from './within-filter.ts'

/** A fast check whether a document's Markdown can contain something like the quote. */
export type Screen = (markdown: string) => boolean

/** Documents of the collections, by how likely they contain the quote. */
export type Candidates = {
  /** Those whose chunks share the quote's words, most likely first: read without a screen. */
  best: DocumentSummary[]
  /** Those that contain enough of its rare words. */
  likely: DocumentSummary[]
  unlikely: DocumentSummary[]
}

/** A long quote is searched by runs of words from its start, middle and end, because each run lies in few chunks. */
const wordsPerRun = 14
const pageSize = 2_000
/** A document with fewer of the quote's rare words is read only when the quote is found nowhere else. */
const likelyShare = 0.5
/** With fewer words, the share says too little. */
const fewWords = 3

/** Yields all documents that the request admits, in pages, most likely first. Throws COLLECTION_NOT_FOUND. */
export async function* listCandidates(
  { request, words }: { request: VerifyRequest; words: readonly StreamWord[] },
  { store, analyzer }: VerifyParts,
  signal: AbortSignal,
): AsyncGenerator<Candidates & { total: number }> {
  const chosen = chooseCollections(await store.describeCollections(), request.collections)
  const languages = [...new Set(chosen.flatMap(collection => collection.languages))]
  const passages = runsOf(request.quote, words).map(run => ({
    words: analyzer.analyzeWords(run, languages).map(forms => ({ forms, near: null })),
    scoring: lexicalScoring,
  }))
  const terms = new Set(passages.flatMap(passage => passage.words.map(({ forms }) => forms.join(' '))))
  const least = terms.size < fewWords ? 0 : likelyShare
  const scope = { collections: request.collections, filter: documentConditions(request.filter) }
  for (let offset = 0; ; offset += pageSize) {
    const page = { ...scope, passages, limit: pageSize, offset }
    const { proposals, total } = await store.proposeDocuments(page, signal)
    yield { ...sortProposals(proposals, least), total }
    if (offset + pageSize >= total) return
  }
}

function chooseCollections(all: readonly CollectionSummary[], names: readonly string[]): CollectionSummary[] {
  return names.map(name => {
    const found = all.find(collection => collection.name === name)
    if (!found) throw collectionNotFound(name, all)
    return found
  })
}

function sortProposals(proposals: Proposals['proposals'], least: number): Candidates {
  const groups = Map.groupBy(proposals, ({ isRanked, share }) =>
    isRanked ? 'best' : share >= least ? 'likely' : 'unlikely',
  )
  const documents = (group: keyof Candidates) => (groups.get(group) ?? []).map(({ document }) => document)
  return { best: documents('best'), likely: documents('likely'), unlikely: documents('unlikely') }
}

function runsOf(quote: string, words: readonly StreamWord[]): string[] {
  if (words.length <= 2 * wordsPerRun) return [quote]
  const last = words.length - wordsPerRun
  const starts = words.length <= 6 * wordsPerRun ? [0, last] : [0, last >> 1, last]
  return starts.map(at => quote.slice(words[at]?.start ?? 0, words[at + wordsPerRun - 1]?.end))
}

const leastLength = 5
const mostWords = 12
/** The share of the words that must occur literally. Line breaks, Markdown marks and misread letters hide some. */
export const screenShares = { exact: 0.75, close: 0.5 } as const

/**
 * Returns a screen that searches for the quote's longest words (or pairs of characters) literally, which is much faster
 * than reading every letter.
 */
export function screenFor(words: readonly StreamWord[], share: number): Screen {
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

function tellingPieces(words: readonly StreamWord[]): string[] {
  const pairs = words.flatMap((word, at) => {
    const next = words[at + 1]
    return next?.gap === '' && isSpaceless(word.folded) ? [word.folded + next.folded] : []
  })
  const long = words.map(word => word.folded).filter(word => word.length >= leastLength)
  return [...new Set([...long, ...pairs])]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .slice(0, mostWords)
}
