import { unfinishedIdPrefix } from '../../../core/model/collection.ts'
import type { ChunkName } from './merge-rankings.ts'

/** What identifies a document. Neither changes while a document has the same key. */
export type DocumentName = Pick<ChunkName, 'documentId' | 'language'>

/**
 * The ids of the chunks of one collection and of their documents: a search names some hundred chunks, and reading so
 * many rows takes longer than ranking. Chunks are addressed by place; eight bytes each.
 */
export type NameTable = {
  /** Makes room for this many places. */
  reserve(places: number): void
  addChunk(place: number, chunkId: string): void
  addDocument(documentKey: number, name: DocumentName): void
  removeDocument(documentKey: number): void
  /** Null when the table does not have it: then the database does. */
  find(place: number, documentKey: number): Omit<ChunkName, 'key'> | null
  /** The table as bytes: the ids of the first places, and the documents. */
  save(places: number): { ids: Uint8Array; documents: Uint8Array }
  restore(saved: { ids: Uint8Array; documents: Uint8Array }): void
}

const idLength = 16
const ownId = /^[0-9a-f]{16}$/
const numbersPerId = 2
const hexPerNumber = idLength / numbersPerId
/** What the id of a chunk takes. */
export const idBytes = 4 * numbersPerId

export function nameTable(): NameTable {
  /** Both numbers are 0 where an id is unknown or is not made by `chunkIdOf`. */
  let ids = new Uint32Array(0)
  const documents = new Map<number, DocumentName>()
  const languages = new Map<string, string>()

  /** One string for each language instead of one for each document. */
  function intern(language: string): string {
    const known = languages.get(language)
    if (known === undefined) languages.set(language, language)
    return known ?? language
  }

  function addDocument(documentKey: number, { documentId, language }: DocumentName): void {
    // These ids change when the copy of a collection is complete.
    if (!documentId.startsWith(unfinishedIdPrefix))
      documents.set(documentKey, { documentId, language: intern(language) })
  }

  return {
    reserve(places) {
      if (ids.length >= places * numbersPerId) return
      const larger = new Uint32Array(places * numbersPerId)
      larger.set(ids)
      ids = larger
    },
    addChunk(place, chunkId) {
      const isOwn = ownId.test(chunkId)
      for (let part = 0; part < numbersPerId; part++) {
        const hex = chunkId.slice(part * hexPerNumber, (part + 1) * hexPerNumber)
        ids[place * numbersPerId + part] = isOwn ? Number.parseInt(hex, 16) : 0
      }
    },
    addDocument,
    removeDocument: documentKey => void documents.delete(documentKey),
    find(place, documentKey) {
      const first = ids[place * numbersPerId] ?? 0
      const second = ids[place * numbersPerId + 1] ?? 0
      const document = documents.get(documentKey)
      if (document === undefined || (first === 0 && second === 0)) return null
      return { chunkId: toHex(first, second), documentId: document.documentId, language: document.language }
    },
    save: places => ({
      ids: new Uint8Array(ids.buffer, 0, idBytes * places).slice(),
      documents: Buffer.from(
        JSON.stringify([...documents].map(([key, { documentId, language }]) => [key, documentId, language])),
      ),
    }),
    restore(saved) {
      new Uint8Array(ids.buffer).set(saved.ids)
      // SAFETY: `save` wrote it, and the checksum is right.
      const rows = JSON.parse(Buffer.from(saved.documents).toString()) as [number, string, string][]
      for (const [key, documentId, language] of rows) addDocument(key, { documentId, language })
    },
  }
}

/** Sixteen digits. A search names some hundred chunks: making two texts and joining them takes seven times as long. */
function toHex(first: number, second: number): string {
  return String.fromCharCode(
    digitAt(first, 28),
    digitAt(first, 24),
    digitAt(first, 20),
    digitAt(first, 16),
    digitAt(first, 12),
    digitAt(first, 8),
    digitAt(first, 4),
    digitAt(first, 0),
    digitAt(second, 28),
    digitAt(second, 24),
    digitAt(second, 20),
    digitAt(second, 16),
    digitAt(second, 12),
    digitAt(second, 8),
    digitAt(second, 4),
    digitAt(second, 0),
  )
}

const codeOfZero = 48
/** Ten digits before `a`. */
const codeBeforeA = 87

function digitAt(number: number, shift: number): number {
  const value = (number >>> shift) & 15
  return value < 10 ? codeOfZero + value : codeBeforeA + value
}
