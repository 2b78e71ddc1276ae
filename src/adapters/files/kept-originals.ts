import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256, sha256InTurns } from '../../core/model/identity.ts'
import type { OriginalOwner, Originals } from '../../core/ports/originals.ts'
import { makeFolder } from './make-folder.ts'

export type KeptOriginalsOptions = {
  folder: string
  /** Whether new files are kept. Files that were kept before can be read and removed in any case. */
  isOn: boolean
  /** The largest file that is kept. */
  maxBytes: number
}

/**
 * Keeps originals as files `<collection>/<source>/<hash of the bytes>` in a folder; names of collections and sources are
 * hashed, because they may contain any character. No index is needed, so processes need not agree about one.
 */
export function keptOriginals({ folder, isOn, maxBytes }: KeptOriginalsOptions): Originals {
  const folderOf = (collection: string) => join(folder, sha256(collection).slice(0, 32))
  const placeOf = ({ collection, source }: OriginalOwner) =>
    join(folderOf(collection), sha256(source).slice(0, 32))
  return {
    async keep(owner, bytes) {
      if (!isOn) return null
      if (bytes.length > maxBytes) return `it is larger than originals.max_bytes (${maxBytes})`
      const place = placeOf(owner)
      const partial = join(place, `${randomUUID()}.partial`)
      try {
        makeFolder(place)
        await writeFile(partial, bytes, { mode: 0o600 })
        await rename(partial, join(place, await sha256InTurns(bytes)))
        return null
      } catch (error) {
        await rm(partial, { force: true }).catch(() => {})
        return `it cannot be written (${error instanceof Error && 'code' in error ? error.code : error})`
      }
    },
    async read(owner, hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return null
      const bytes = await readFile(join(placeOf(owner), hash)).catch(() => null)
      return bytes !== null && (await sha256InTurns(bytes)) === hash ? bytes : null
    },
    async forget(owner, except) {
      const place = placeOf(owner)
      const names = await readdir(place).catch(() => [])
      for (const name of names) if (name !== except) await rm(join(place, name), { force: true })
      if (!names.some(name => name === except)) await rm(place, { recursive: true, force: true })
    },
    forgetCollection: collection => rm(folderOf(collection), { recursive: true, force: true }),
  }
}
