import { sha256InTurns } from '../../../../core/model/identity.ts'
import type { OriginalOwner, Originals } from '../../../../core/ports/originals.ts'
import { byteArrays, digest } from '../binary-values.ts'
import type { lazyDatabase } from '../lazy-database.ts'

export type OriginalsOptions = {
  /** Whether new files are kept. Files that were kept before can be read and removed in any case. */
  isOn: boolean
  /** The largest file that is kept. */
  maxBytes: number
}

const pieceBytes = 4 * 1024 * 1024

const put = `INSERT INTO quire.originals (collection, source, hash, piece, bytes)
  SELECT ?::bytea, ?::bytea, ?::text, * FROM unnest(?::int[], ?::bytea[]) ON CONFLICT DO NOTHING`
const ofDocument = 'collection = ?::bytea AND source = ?::bytea'
const readPiece = `SELECT bytes FROM quire.originals WHERE ${ofDocument} AND hash = ? AND piece = ?`

/** Keeps originals in the database, so that every server can return them. */
export function postgresOriginals(
  { read, write }: ReturnType<typeof lazyDatabase>,
  { isOn, maxBytes }: OriginalsOptions,
): Originals {
  return {
    async keep(owner, bytes) {
      if (!isOn) return null
      if (bytes.length > maxBytes) return `it is larger than originals.max_bytes (${maxBytes})`
      const hash = await sha256InTurns(bytes)
      try {
        await write(async sql => {
          for (let piece = 0; piece === 0 || piece * pieceBytes < bytes.length; piece++) {
            const part = bytes.subarray(piece * pieceBytes, (piece + 1) * pieceBytes)
            await sql.run(put, ...keysOf(owner), hash, [piece], byteArrays([part]))
          }
        })
        return null
      } catch (error) {
        return `it cannot be written (${error instanceof Error ? error.message : error})`
      }
    },
    async read(owner, hash) {
      const bytes = await read(async sql => {
        const pieces: Uint8Array[] = []
        for (;;) {
          const row = await sql.get<{ bytes: Uint8Array }>(readPiece, ...keysOf(owner), hash, pieces.length)
          if (row === undefined) return pieces.length === 0 ? null : Buffer.concat(pieces)
          pieces.push(row.bytes)
        }
      })
      return bytes !== null && (await sha256InTurns(bytes)) === hash ? bytes : null
    },
    async forget(owner, except = '') {
      await write(sql =>
        sql.run(`DELETE FROM quire.originals WHERE ${ofDocument} AND hash <> ?`, ...keysOf(owner), except),
      )
    },
    async forgetCollection(collection) {
      await write(sql => sql.run('DELETE FROM quire.originals WHERE collection = ?', digest(collection)))
    },
  }
}

function keysOf({ collection, source }: OriginalOwner): [Buffer, Buffer] {
  return [digest(collection), digest(source)]
}
