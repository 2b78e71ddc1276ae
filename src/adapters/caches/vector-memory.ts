import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RememberedTexts, VectorMemory } from '../../core/ports/cache.ts'
import { makeFolder } from '../files/make-folder.ts'

export type VectorMemoryOptions = {
  /** Folder of the files, one per model. */
  home: string
  /** Part of the names of temporary files, so that two processes do not write the same one. */
  process: string
}

const numberBytes = 4
const nameBytes = 16

/** Each entry of a file holds the digest of a text and the numbers of its vector. */
export function vectorMemory({ home, process }: VectorMemoryOptions): VectorMemory {
  const fileOf = ({ model, dimensions }: RememberedTexts) =>
    join(home, `${digest(`${model} ${dimensions}`).toString('hex')}.f32`)
  return {
    async load(of) {
      const bytes = await readFile(fileOf(of)).catch(() => Buffer.alloc(0))
      const entries = entriesOf(bytes, of.dimensions)
      return of.texts.map(text => entries.get(digest(text).toString('hex')) ?? null)
    },
    async save(of, vectors) {
      const file = fileOf(of)
      const unfinished = `${file}.${process}`
      const entries = of.texts.flatMap((text, place) => {
        const vector = vectors[place] ?? null
        return vector === null ? [] : [digest(text), bytesOf(vector)]
      })
      try {
        makeFolder(home)
        await writeFile(unfinished, Buffer.concat(entries), { mode: 0o600 })
        await rename(unfinished, file)
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
      }
    },
  }
}

/** Returns no entries when the file is incomplete. */
function entriesOf(bytes: Buffer, dimensions: number): Map<string, Float32Array> {
  const size = nameBytes + dimensions * numberBytes
  const entries = new Map<string, Float32Array>()
  if (bytes.length % size !== 0) return entries
  for (let start = 0; start < bytes.length; start += size) {
    const first = start + nameBytes
    const vector = Float32Array.from({ length: dimensions }, (_, at) =>
      bytes.readFloatLE(first + at * numberBytes),
    )
    entries.set(bytes.toString('hex', start, first), vector)
  }
  return entries
}

function bytesOf(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * numberBytes)
  vector.forEach((number, at) => {
    bytes.writeFloatLE(number, at * numberBytes)
  })
  return bytes
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, nameBytes)
}
