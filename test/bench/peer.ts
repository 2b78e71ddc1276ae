import { DatabaseSync } from 'node:sqlite'
import { load } from 'sqlite-vec'

/** sqlite-vec's exact float scan over the same vectors: the peer every figure is a ratio of. */
export function openPeer(vectors: ReadonlyMap<string, Float32Array>) {
  const database = new DatabaseSync(':memory:', { allowExtension: true })
  load(database)
  database.exec('CREATE VIRTUAL TABLE peer USING vec0(vector float[384] distance_metric=cosine)')
  const insert = database.prepare('INSERT INTO peer (rowid, vector) VALUES (?, ?)')
  const ids = [...vectors.keys()]
  database.exec('BEGIN')
  ids.forEach((id, index) => {
    insert.run(BigInt(index + 1), toBytes(vectors.get(id) ?? new Float32Array()))
  })
  database.exec('COMMIT')
  const nearest = database.prepare('SELECT rowid FROM peer WHERE vector MATCH ? AND k = ? ORDER BY distance')
  return {
    nearest: (vector: Float32Array, limit: number): string[] =>
      nearest.all(toBytes(vector), limit).map(row => ids[Number(row.rowid) - 1] ?? ''),
    close: () => database.close(),
  }
}

function toBytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
