import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { openStore } from '../../../../adapters/stores/index.ts'
import { systemClock } from '../../../../app/clock.ts'
import type { Store } from '../../../../core/ports/store.ts'

/** The fields that must be equal however a document was indexed; a touched file keeps its old date. */
export type IndexedDocument = {
  id: string
  title: string
  contentHash: string
  fingerprint: string
  markdown: string
  chunks: { id: string; start: number; end: number; sectionPath: string[]; vector: string | null }[]
}

/** Returns the documents of a home's only library, by path below the folder. */
export function readIndex(home: string, folder: string): Promise<Map<string, IndexedDocument>> {
  return withStore(home, async store => {
    const found = new Map<string, IndexedDocument>()
    for (const { id, source } of await store.listDocuments(everything)) {
      const document = await store.readDocument(id)
      if (document === null) continue
      const { title, contentHash, fingerprint, markdown } = document
      const chunks = (await store.exportChunks(id)).map(({ chunk, vector }) => ({
        id: chunk.id,
        start: chunk.start,
        end: chunk.end,
        sectionPath: chunk.sectionPath,
        vector: 'length' in vector ? digest(vector) : null,
      }))
      found.set(relative(folder, source), {
        id,
        title,
        contentHash,
        fingerprint,
        markdown,
        chunks,
      })
    }
    return found
  })
}

/** Returns the first paths at which two indexes differ. */
export function differingPaths(
  one: ReadonlyMap<string, IndexedDocument>,
  other: ReadonlyMap<string, IndexedDocument>,
): string[] {
  const paths = new Set([...one.keys(), ...other.keys()])
  return [...paths].filter(path => !isDeepStrictEqual(one.get(path), other.get(path))).slice(0, 10)
}

/** Returns the content hash of each document, by path below the folder; fast enough for polling. */
export function readHashes(home: string, folder: string): Promise<Map<string, string>> {
  return withStore(home, async store => {
    const listed = await store.listDocuments(everything)
    return new Map(listed.map(({ source, contentHash }) => [relative(folder, source), contentHash]))
  })
}

/** Returns how many passages have no vector yet: they are stored before their vectors are made. */
export function countPending(home: string): Promise<number> {
  return withStore(home, async store => {
    const collections = await store.describeCollections()
    return collections.reduce((sum, { pending }) => sum + pending, 0)
  })
}

const everything = { collections: null, limit: 1_000_000, offset: 0 }

async function withStore<T>(home: string, read: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(`sqlite:${join(home, 'quire.db')}`, { clock: systemClock })
  return read(store).finally(() => store.close())
}

function digest(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}
