import { collectionNotFound } from '../../../core/model/collection.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { isSpaceless, type StreamWord } from './letter-stream.ts'
import type { VerifyParts, VerifyRequest } from './verify-quote.ts'

/** A fast check whether a document's Markdown can contain something like the quote. */
export type Screen = (markdown: string) => boolean

/** A chunk that contains the quote contains all its terms, so it ranks among the first. */
const chunksPerRun = 20
/** A long quote is searched by runs of words from its start, middle and end, because each run lies in few chunks. */
const wordsPerRun = 14
const pageSize = 200

/** Returns documents that share the quote's rarest words, most likely first. Throws COLLECTION_NOT_FOUND. */
export async function listCandidates(
  { request, words }: { request: VerifyRequest; words: readonly StreamWord[] },
  { store, analyzer }: VerifyParts,
  signal: AbortSignal,
): Promise<DocumentSummary[]> {
  const all = await store.describeCollections()
  const chosen = request.collections.map(name => {
    const found = all.find(collection => collection.name === name)
    if (!found) throw collectionNotFound(name, all)
    return found
  })
  const languages = [...new Set(chosen.flatMap(collection => collection.languages))]
  const scores = new Map<string, number>()
  for (const run of runsOf(request.quote, words)) {
    const terms = analyzer.analyzeQuery(run, languages)
    const scope = { collections: request.collections, filter: request.filter, limit: chunksPerRun }
    const { ranked } = await store.rankLexically({ ...scope, terms }, signal)
    for (const { chunkId, score } of ranked) scores.set(chunkId, Math.max(scores.get(chunkId) ?? 0, score))
  }
  const best = [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  const chunks = await store.loadChunks(best.map(([chunkId]) => chunkId))
  return [...new Map(chunks.map(({ document }) => [document.id, document])).values()]
}

/** Yields all documents of the collections, newest first. */
export async function* listAllDocuments(
  { collections }: Pick<VerifyRequest, 'collections'>,
  { store }: Pick<VerifyParts, 'store'>,
): AsyncGenerator<DocumentSummary> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await store.listDocuments({ collections, limit: pageSize, offset })
    yield* page
    if (page.length < pageSize) return
  }
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
