import { Failure } from '../../../core/model/failure.ts'
import type { Direction } from '../../../core/ports/store.ts'

/** The stored bytes of a vector: float32, little-endian, as on every platform that Node supports in practice. */
export function toBlob(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

export function fromBlob(blob: Uint8Array): Float32Array {
  if (blob.byteOffset % 4 === 0) return new Float32Array(blob.buffer, blob.byteOffset, blob.byteLength >> 2)
  return new Float32Array(blob.slice().buffer)
}

/** Returns the length of the vector; throws when it is zero, not finite, or does not match the collection. */
export function measureVector(
  vector: Float32Array,
  expected: { collection: string; model: string; dimensions: number },
): number {
  const { collection, model, dimensions } = expected
  if (vector.length !== dimensions)
    throw new Failure(
      'conflict',
      'EMBEDDING_MISMATCH',
      `The vector has ${vector.length} dimensions; the collection "${collection}" (${model}) has ${dimensions}.`,
      {
        hint: `Use the embedder ${model}, or rebuild the collection with the other one.`,
        details: { collection, model, expected: dimensions, found: vector.length },
      },
    )
  const length = norm(vector)
  if (Number.isFinite(length) && length > 0) return length
  const problem = length === 0 ? 'is zero' : 'has numbers that are not finite'
  throw new Failure(
    'internal',
    'EMBEDDING_INVALID',
    `A vector for the collection "${collection}" ${problem}.`,
    {
      hint: 'The embedding model returned an invalid vector: check the embedder.',
      details: { collection, model },
    },
  )
}

export function norm(vector: Float32Array): number {
  let sum = 0
  for (let index = 0; index < vector.length; index++) sum += (vector[index] ?? 0) ** 2
  return Math.sqrt(sum)
}

/** Cosine similarity of two vectors of equal length, clamped to −1…1 against rounding errors. */
export function cosine(a: Direction, b: Direction): number {
  let dot = 0
  let squareA = 0
  let squareB = 0
  for (let index = 0; index < a.length; index++) {
    const x = a[index] ?? 0
    const y = b[index] ?? 0
    dot += x * y
    squareA += x * x
    squareB += y * y
  }
  if (squareA === 0 || squareB === 0) return 0
  return Math.max(-1, Math.min(1, dot / Math.sqrt(squareA * squareB)))
}
