import { DatabaseSync } from 'node:sqlite'
import { load } from 'sqlite-vec'

/** What the dense leg is measured against: sqlite-vec's exact scan of float32 vectors. */
export type VecTable = {
  add(chunkId: string, vector: Float32Array): void
  /** Call once, after the last vector. */
  finish(): void
  nearest(vector: Float32Array, count: number): string[]
  close(): void
}

export function openVecTable(path: string, dimensions: number): VecTable {
  const database = new DatabaseSync(path, { allowExtension: true })
  load(database)
  const ids: string[] = []
  // Vectors have length 1, so the nearest by distance are the nearest by cosine; its distance is the quicker code.
  database.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -524288;
    CREATE VIRTUAL TABLE vectors USING vec0(vector float[${dimensions}]);
    BEGIN;`)
  const insert = database.prepare('INSERT INTO vectors (rowid, vector) VALUES (?, ?)')
  const select = database.prepare('SELECT rowid FROM vectors WHERE vector MATCH ? AND k = ?')
  const bytesOf = (vector: Float32Array) =>
    new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
  return {
    add(chunkId, vector) {
      insert.run(BigInt(ids.length), bytesOf(vector))
      ids.push(chunkId)
    },
    finish: () => database.exec('COMMIT'),
    nearest: (vector, count) =>
      select.all(bytesOf(vector), BigInt(count)).map(({ rowid }) => ids[Number(rowid)] ?? ''),
    close: () => database.close(),
  }
}
