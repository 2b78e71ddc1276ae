import { throwIfAborted } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { Store, TokenWrite, UntokenedChunk } from '../ports/store.ts'
import { textToEmbed } from './embed-chunks.ts'
import type { Parts } from './ingest-request.ts'

type Untokened = { chunks: UntokenedChunk[]; next: string | null }

type FillParts = Pick<Parts, 'store' | 'embedder'>

/**
 * Makes the token bits of chunks that an earlier version, another program or an import stored without them. Returns how
 * many were stored. It may stop at any time: what is stored stays. A text that was embedded with a context of its own
 * gets its tokens without it, because the context is not stored.
 */
export async function fillTokens(
  collection: string,
  parts: FillParts,
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<number> {
  const policy = (await parts.store.getCollection(collection))?.policy
  if (parts.embedder.tokens === null || policy === undefined) return 0
  let stored = 0
  let after: string | null = null
  do {
    const listed: Untokened = await parts.store.listUntokened({ collection, after })
    for (const [documentId, chunks] of Map.groupBy(listed.chunks, ({ documentId }) => documentId)) {
      throwIfAborted(signal)
      const tokens = await makeTokens(
        { documentId, chunks, headingContext: policy.headingContext },
        parts,
        signal,
      )
      stored += await parts.store.putTokens(collection, tokens, signal)
      progress({ done: stored, total: null, message: `Tokens of ${stored} passages of "${collection}"` })
    }
    after = listed.next
  } while (after !== null)
  return stored
}

/** Whether a chunk of the collection has a vector but no tokens. Examines all chunks when there is none. */
export async function lacksTokens(collection: string, store: Pick<Store, 'listUntokened'>): Promise<boolean> {
  let after: string | null = null
  do {
    const listed: Untokened = await store.listUntokened({ collection, after })
    if (listed.chunks.length > 0) return true
    after = listed.next
  } while (after !== null)
  return false
}

/** Returns nothing for a document that was deleted, and for a model that turns out to return no tokens. */
async function makeTokens(
  given: { documentId: string; chunks: readonly UntokenedChunk[]; headingContext: number },
  { store, embedder }: FillParts,
  signal: AbortSignal,
): Promise<TokenWrite[]> {
  const document = await store.readDocument(given.documentId)
  if (document === null || embedder.tokens === null) return []
  const keys = new Map(given.chunks.map(({ chunkId, key }) => [chunkId, key]))
  const wanted = (await store.exportChunks(given.documentId)).filter(({ chunk }) => keys.has(chunk.id))
  const made = await embedder.tokens.embedDocuments(
    wanted.map(({ chunk }) =>
      textToEmbed({ document, chunk, headingContext: given.headingContext }, embedder),
    ),
    signal,
  )
  return wanted.flatMap(({ chunk }, index) => {
    const key = keys.get(chunk.id)
    const tokenBits = made[index]?.tokenBits ?? null
    return key === undefined || tokenBits === null ? [] : [{ key, tokenBits }]
  })
}
