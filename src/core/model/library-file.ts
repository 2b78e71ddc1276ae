import type { Chunk } from './chunk.ts'
import type { Collection } from './collection.ts'
import type { Document } from './document.ts'
import type { PageGeometry } from './geometry.ts'
import { decodeLines, encodeLines } from './geometry-codec.ts'

/**
 * A collection as a portable file of JSON lines. The first line describes the collection, the last contains the counts
 * and the SHA-256 of all lines before it, and each line between is one document with its chunks.
 */
export type LibraryHeader = {
  format: 'quire-library'
  version: number
  exported_at: string
  has_vectors: boolean
  documents: number
  collection: Collection
}

export type LibraryDocument = {
  document: Document
  /** `vector`: little-endian float32 in base64, when the file has vectors. */
  chunks: { chunk: Chunk; vector?: string }[]
  /** Where the lines of its pages are: by page, as `encodeLines` writes them, in base64. Older files lack it. */
  geometry?: Record<string, string>
  /** The file that it was made from, in base64, when it was kept. */
  original?: string
}

/** A deleted document as it is kept, with the model of its vectors. */
export type TrashedLine = LibraryDocument & { model: string }

export type LibraryEnd = { end: true; documents: number; chunks: number; sha256: string }

export const libraryFormat = 'quire-library'
export const libraryVersion = 1

export function encodeVector(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

export function decodeVector(encoded: string): Float32Array {
  const bytes = Buffer.from(encoded, 'base64')
  const vector = new Float32Array(Math.floor(bytes.byteLength / 4))
  for (let index = 0; index < vector.length; index++) vector[index] = bytes.readFloatLE(index * 4)
  return vector
}

export function encodeGeometry(geometry: readonly PageGeometry[]): Record<string, string> {
  return Object.fromEntries(
    geometry.map(({ page, ...content }) => [page, Buffer.from(encodeLines(content)).toString('base64')]),
  )
}

/** Leaves out pages that cannot be read: the text of the document does not depend on them. */
export function decodeGeometry(encoded: unknown): PageGeometry[] {
  if (typeof encoded !== 'object' || encoded === null) return []
  return Object.entries(encoded).flatMap(([key, lines]) => {
    const page = Number(key)
    const decoded = typeof lines === 'string' ? decodeLines(Buffer.from(lines, 'base64')) : null
    return Number.isSafeInteger(page) && page > 0 && decoded !== null ? [{ page, ...decoded }] : []
  })
}
