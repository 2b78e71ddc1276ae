import { endianness } from 'node:os'
import { sha256 } from '../../../core/model/identity.ts'

/**
 * Values in the binary form of PostgreSQL (https://www.postgresql.org/docs/15/protocol-overview.html): half the size of
 * the text form, and exact for vectors.
 */
const byteaType = 17
const textType = 25

/** An array of byte strings, to bind as `?::bytea[]`. */
export function byteArrays(values: readonly Uint8Array[]): Buffer {
  return arrayOf(byteaType, values)
}

/** An array of texts without U+0000, to bind as `?::text[]`: nothing needs to be escaped. */
export function textArray(values: readonly string[]): Buffer {
  return arrayOf(
    textType,
    values.map(value => Buffer.from(value, 'utf8')),
  )
}

/** An array of vectors, to bind as `?::vector[]`. `type` is the object id of the type `vector` in the database. */
export function vectorArray(type: number, vectors: readonly Float32Array[]): Buffer {
  return arrayOf(type, vectors.map(vectorBytes))
}

/** One vector, to bind as `?::vector`: its dimensions, an unused number, and the numbers. */
export function vectorBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(4 + 4 * vector.length)
  bytes.writeUInt16BE(vector.length, 0)
  bytes.writeUInt16BE(0, 2)
  for (let index = 0; index < vector.length; index++) bytes.writeFloatBE(vector[index] ?? 0, 4 + 4 * index)
  return bytes
}

const isLittleEndian = endianness() === 'LE'

/** The vector that `vector_send` returned. A search reads hundreds: all bytes are swapped at once. */
export function readVector(bytes: Buffer): Float32Array {
  const numbers = new Uint8Array(4 * bytes.readUInt16BE(0))
  numbers.set(bytes.subarray(4, 4 + numbers.length))
  if (isLittleEndian) Buffer.from(numbers.buffer).swap32()
  return new Float32Array(numbers.buffer)
}

function arrayOf(type: number, values: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(values.length === 0 ? 12 : 20)
  header.writeInt32BE(values.length === 0 ? 0 : 1, 0)
  header.writeUInt32BE(type, 8)
  if (values.length > 0) {
    header.writeInt32BE(values.length, 12)
    header.writeInt32BE(1, 16)
  }
  const parts: Uint8Array[] = [header]
  for (const value of values) {
    const length = Buffer.allocUnsafe(4)
    length.writeInt32BE(value.byteLength, 0)
    parts.push(length, value)
  }
  return Buffer.concat(parts)
}

/** A key of fixed length for a text of any length and with any characters. */
export function digest(text: string): Buffer {
  return Buffer.from(sha256(text), 'hex')
}
