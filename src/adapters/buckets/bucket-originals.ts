import { Failure, sayFailure } from '../../core/model/failure.ts'
import { sha256, sha256InTurns } from '../../core/model/identity.ts'
import type { OriginalOwner, Originals } from '../../core/ports/originals.ts'
import { type Bucket, damagedObject } from './bucket.ts'

export type BucketOriginalsOptions = {
  bucket: Bucket
  /** What the keys of all objects begin with. */
  prefix: string
  /** Whether new files are kept. Files that were kept before can be read and removed in any case. */
  isOn: boolean
  /** The largest file that is kept. */
  maxBytes: number
}

/** How many objects are removed at once. */
const atOnce = 8

/**
 * Keeps originals in a bucket that all servers reach, as objects `<prefix><collection>/<source>/<hash of the bytes>`; names of
 * collections and sources are hashed. These are the paths of the files that a home holds without a bucket.
 */
export function bucketOriginals({ bucket, prefix, isOn, maxBytes }: BucketOriginalsOptions): Originals {
  const ofCollection = (collection: string) => `${prefix}${sha256(collection).slice(0, 32)}/`
  const ofDocument = ({ collection, source }: OriginalOwner) =>
    `${ofCollection(collection)}${sha256(source).slice(0, 32)}/`

  async function removeAll(folder: string, except: string | null): Promise<void> {
    let waiting: Promise<void>[] = []
    for await (const key of bucket.list(folder)) {
      if (key === except) continue
      waiting.push(bucket.remove(key))
      if (waiting.length < atOnce) continue
      await Promise.all(waiting)
      waiting = []
    }
    await Promise.all(waiting)
  }

  return {
    async keep(owner, bytes) {
      if (!isOn) return null
      if (bytes.length > maxBytes) return `it is larger than originals.max_bytes (${maxBytes})`
      const hash = await sha256InTurns(bytes)
      try {
        await bucket.put(`${ofDocument(owner)}${hash}`, bytes, hash)
        return null
      } catch (error) {
        return `it cannot be written (${error instanceof Failure ? sayFailure(error) : String(error)})`
      }
    },
    async read(owner, hash) {
      if (!/^[0-9a-f]{64}$/.test(hash)) return null
      const bytes = await bucket.get(`${ofDocument(owner)}${hash}`, mostBytes)
      if (bytes === null || (await sha256InTurns(bytes)) === hash) return bytes
      throw damagedObject()
    },
    async forget(owner, except) {
      const folder = ofDocument(owner)
      await removeAll(folder, except === undefined ? null : `${folder}${except}`)
    },
    forgetCollection: collection => removeAll(ofCollection(collection), null),
  }
}

/** The largest value of originals.max_bytes: a file that was kept under a higher limit can be read. */
const mostBytes = 10_737_418_240

/** Originals that are kept in one place from now on, and were kept in another one before. */
export function originalsOfTwoPlaces(now: Originals, before: Originals): Originals {
  return {
    keep: now.keep,
    read: async (owner, hash) => (await before.read(owner, hash)) ?? now.read(owner, hash),
    async forget(owner, except) {
      await before.forget(owner, except)
      await now.forget(owner, except)
    },
    async forgetCollection(collection) {
      await before.forgetCollection(collection)
      await now.forgetCollection(collection)
    },
  }
}
