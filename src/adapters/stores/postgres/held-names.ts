import { type NameTable, nameTable } from '../common/chunk-names.ts'
import type { ChunkName } from '../common/merge-rankings.ts'

/** A chunk and its document, as they are named. */
export type NamedChunk = ChunkName & { document: number }

/** Ids of the chunks of one collection and of their documents: reading hundreds takes longer than ranking. */
export type HeldNames = {
  add(chunk: NamedChunk): void
  /** Also forgets its document. */
  remove(chunk: number): void
  /** Null when it is not known: then the database does. */
  find(chunk: number): Omit<ChunkName, 'key'> | null
}

const leastPlaces = 1_024

/** Chunks are addressed by their keys, which are dense. */
export function heldNames(): HeldNames {
  const table: NameTable = nameTable()
  let documents = new Uint32Array(0)

  function reserve(places: number): void {
    if (places <= documents.length) return
    const larger = new Uint32Array(Math.max(leastPlaces, places, Math.ceil(documents.length * 1.25)))
    larger.set(documents)
    documents = larger
    table.reserve(larger.length)
  }

  return {
    add({ key, document, chunkId, documentId, language }) {
      reserve(key + 1)
      documents[key] = document
      table.addChunk(key, chunkId)
      table.addDocument(document, { documentId, language })
    },
    remove(chunk) {
      table.removeDocument(documents[chunk] ?? 0)
    },
    find: chunk => table.find(chunk, documents[chunk] ?? 0),
  }
}
