import { throwIfAborted } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { PendingChunk } from '../ports/store.ts'
import { embedTexts } from './embed-chunks.ts'
import type { Parts } from './ingest-request.ts'

type FillParts = Pick<Parts, 'store' | 'embedder'>

type Context = { signal: AbortSignal; progress: ReportProgress }

/** Vectors that are stored together: few enough that little is lost when the process ends. */
const atOnce = 32

/**
 * Makes the vectors that the chunks of a collection wait for, those of the documents in `first()` first, until none
 * waits. Returns how many were stored. It may stop at any time: what is stored stays, the rest still waits.
 */
export async function fillCollection(
  { collection, first }: { collection: string; first(): readonly string[] },
  parts: FillParts,
  { signal, progress }: Context,
): Promise<number> {
  const { pending } = await parts.store.countIndexes(collection)
  let stored = 0
  for (;;) {
    throwIfAborted(signal)
    const chunks = await parts.store.listPending({ collection, first: first(), limit: atOnce })
    if (chunks.length === 0) return stored
    stored += await fillChunks({ collection, chunks }, parts, signal)
    const total = Math.max(stored, pending)
    progress({ done: stored, total, message: `${stored} of ${total} vectors of "${collection}"` })
  }
}

/** The same for one document. */
export async function fillDocument(
  { id, collection, title }: { id: string; collection: string; title: string },
  parts: FillParts,
  { signal, progress }: Context,
): Promise<void> {
  const total = (await parts.store.countDocument(id))?.chunks ?? 0
  for (;;) {
    throwIfAborted(signal)
    const listed = await parts.store.listPending({ collection, first: [id], limit: atOnce })
    const chunks = listed.filter(({ documentId }) => documentId === id)
    if (chunks.length === 0) return
    await fillChunks({ collection, chunks }, parts, signal)
    const done = (await parts.store.countDocument(id))?.vectors ?? total
    progress({ done, total, message: `Embedding ${title}` })
  }
}

async function fillChunks(
  { collection, chunks }: { collection: string; chunks: readonly PendingChunk[] },
  { store, embedder }: FillParts,
  signal: AbortSignal,
): Promise<number> {
  const made = await embedTexts(
    chunks.map(({ text }) => text),
    embedder,
    signal,
  )
  const vectors = chunks.flatMap(({ key }, index) => {
    const own = made[index]
    return own === undefined ? [] : [{ key, ...own }]
  })
  return store.putVectors(collection, vectors, signal)
}
