import type { LoadedChunk, Store } from '../ports/store.ts'

/** A few chunks to look at: of the newest documents, from their beginning. */
export async function sampleChunks(store: Store, collection: string, limit: number): Promise<LoadedChunk[]> {
  const documents = await store.listDocuments({ collections: [collection], limit, offset: 0 })
  const ids: string[] = []
  for (const { id } of documents) {
    if (ids.length >= limit) break
    const chunks = await store.exportChunks(id)
    ids.push(...chunks.slice(0, limit - ids.length).map(({ chunk }) => chunk.id))
  }
  return store.loadChunks(ids)
}
