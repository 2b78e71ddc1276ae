import { collectionNotFound } from '../../../core/model/collection.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Word } from './letter-stream.ts'
import type { VerifyParts, VerifyRequest } from './types.ts'

/** A chunk that holds the words has all their terms: it stands among the first. */
const chunksPerRun = 20
/** A long quote is asked for by runs from its start, middle and end: each lies in few chunks. */
const wordsPerRun = 14
const pageSize = 200

/** Documents that share the quote's rarest words, the most promising first. Throws COLLECTION_NOT_FOUND. */
export async function listCandidates(
  request: VerifyRequest,
  words: readonly Word[],
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

/** All documents of the collections, newest first. */
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

function runsOf(quote: string, words: readonly Word[]): string[] {
  if (words.length <= 2 * wordsPerRun) return [quote]
  const last = words.length - wordsPerRun
  const starts = words.length <= 6 * wordsPerRun ? [0, last] : [0, last >> 1, last]
  return starts.map(at => quote.slice(words[at]?.start ?? 0, words[at + wordsPerRun - 1]?.end))
}
