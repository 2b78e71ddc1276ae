import type { RememberedTexts, VectorMemory } from '../../../../core/ports/cache.ts'
import { fromBlob, toBlob } from '../../common/vector-codec.ts'
import { byteArrays, digest } from '../binary-values.ts'
import type { lazyDatabase } from '../lazy-database.ts'

const find = 'SELECT name, vector FROM quire.kept_vectors WHERE model = ?::bytea AND name = ANY(?::bytea[])'
const forget = 'DELETE FROM quire.kept_vectors WHERE model = ?::bytea AND name <> ALL(?::bytea[])'
const put = `INSERT INTO quire.kept_vectors (model, name, vector) SELECT ?::bytea, * FROM unnest(?::bytea[], ?::bytea[])
  ON CONFLICT (model, name) DO UPDATE SET vector = excluded.vector`

/** Vectors of texts by model and digest of the text. */
export function postgresVectorMemory({ read, write }: ReturnType<typeof lazyDatabase>): VectorMemory {
  return {
    async load(of) {
      const names = of.texts.map(digest)
      type Row = { name: Buffer; vector: Uint8Array }
      const rows = await read(sql => sql.all<Row>(find, modelOf(of), byteArrays(names))).catch(() => [])
      const known = new Map(rows.map(({ name, vector }) => [name.toString('hex'), fromBlob(vector)]))
      return names.map(name => known.get(name.toString('hex')) ?? null)
    },
    async save(of, vectors) {
      const kept = new Map<string, { name: Buffer; vector: Uint8Array }>()
      for (const [place, text] of of.texts.entries()) {
        const vector = vectors[place] ?? null
        if (vector !== null) kept.set(text, { name: digest(text), vector: toBlob(vector) })
      }
      const names = byteArrays([...kept.values()].map(({ name }) => name))
      const blobs = byteArrays([...kept.values()].map(({ vector }) => vector))
      await write(async sql => {
        await sql.run(forget, modelOf(of), names)
        await sql.run(put, modelOf(of), names, blobs)
      }).catch(() => {})
    },
  }
}

function modelOf({ model, dimensions }: RememberedTexts): Buffer {
  return digest(`${model} ${dimensions}`)
}
