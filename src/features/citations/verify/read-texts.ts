import type { Document, DocumentSummary } from '../../../core/model/document.ts'
import type { Store } from '../../../core/ports/store.ts'
import { cacheOf, type DocumentText } from './document-text.ts'

/** A document to search: prepared when it is cached, else as the store has it; neither when it no longer exists. */
export type ReadText = { summary: DocumentSummary; text: DocumentText | null; document: Document | null }

/** About 20 million characters: what is read at once must fit into memory. */
const wordsPerCall = 3_000_000

/** Yields documents in order. Those that are not cached are read from the store together, in as few calls as fit. */
export async function* readTexts(
  summaries: readonly DocumentSummary[],
  store: Store,
): AsyncGenerator<ReadText> {
  const cache = cacheOf(store)
  for (let from = 0; from < summaries.length; ) {
    const batch: { summary: DocumentSummary; text: DocumentText | null }[] = []
    let words = 0
    while (from < summaries.length && words < wordsPerCall) {
      const summary = summaries[from]
      from += 1
      if (summary === undefined) break
      const text = cache.find(summary)
      if (text === null) words += summary.words
      batch.push({ summary, text })
    }
    const missing = batch.filter(({ text }) => text === null).map(({ summary }) => summary.id)
    const read = missing.length === 0 ? [] : await store.readDocuments(missing)
    const documents = new Map(read.map(document => [document.id, document]))
    for (const { summary, text } of batch)
      yield { summary, text, document: documents.get(summary.id) ?? null }
  }
}
