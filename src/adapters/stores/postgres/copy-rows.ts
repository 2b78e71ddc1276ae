import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type Sql, withoutNul } from './database.ts'

export type CopyType = 'int4' | 'int8' | 'float8' | 'text' | 'text[]' | 'bytea' | 'vector'

export type CopyValue = string | number | Uint8Array | Float32Array | readonly string[] | null

/** The columns of a table that are written, with their types. */
export type CopyColumns = Readonly<Record<string, CopyType>>

/** Sent at once. */
const sentBytes = 1024 * 1024

/**
 * Adds rows to a table with COPY, in its binary form (https://www.postgresql.org/docs/15/sql-copy.html). The server parses
 * nothing, and this process escapes nothing. Only what has been encoded and not yet sent is in memory.
 */
export async function copyRows(
  sql: Sql,
  { table, columns }: { table: string; columns: CopyColumns },
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  if (rows.length === 0) return
  const types = Object.values(columns)
  const stream = await sql.copyIn(
    `COPY quire.${table} (${Object.keys(columns).join(', ')}) FROM STDIN (FORMAT binary)`,
  )
  const done = finished(stream)
  // The server may refuse a row before the last one is sent; `done` is awaited in any case.
  done.catch(() => {})
  const writer = rowWriter()
  writer.header()
  for (const row of rows) {
    writer.row(types, row)
    if (writer.size() >= sentBytes && !stream.write(writer.take()))
      await Promise.race([once(stream, 'drain'), done])
  }
  writer.trailer()
  stream.end(writer.take())
  await done
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const textType = 25

function rowWriter() {
  let buffer = Buffer.allocUnsafe(64 * 1024)
  let length = 0

  function reserve(bytes: number): void {
    if (length + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + bytes))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  function int16(value: number): void {
    reserve(2)
    length = buffer.writeInt16BE(value, length)
  }
  function int32(value: number): void {
    reserve(4)
    length = buffer.writeInt32BE(value, length)
  }
  function bytes(value: Uint8Array): void {
    reserve(value.length)
    buffer.set(value, length)
    length += value.length
  }
  function text(value: string): void {
    // A UTF-16 code unit takes at most three bytes.
    reserve(4 + 3 * value.length)
    const written = buffer.write(withoutNul(value), length + 4, 'utf8')
    buffer.writeInt32BE(written, length)
    length += 4 + written
  }
  function texts(values: readonly string[]): void {
    const start = length
    int32(0)
    int32(values.length === 0 ? 0 : 1)
    int32(0)
    int32(textType)
    if (values.length > 0) {
      int32(values.length)
      int32(1)
      for (const value of values) text(value)
    }
    buffer.writeInt32BE(length - start - 4, start)
  }
  function vector(values: Float32Array): void {
    int32(4 + 4 * values.length)
    int16(values.length)
    int16(0)
    reserve(4 * values.length)
    for (let index = 0; index < values.length; index++)
      length = buffer.writeFloatBE(values[index] ?? 0, length)
  }
  function number(type: CopyType, value: number): void {
    if (type === 'int4') {
      int32(4)
      int32(value)
      return
    }
    int32(8)
    reserve(8)
    if (type === 'float8') length = buffer.writeDoubleBE(value, length)
    else length = buffer.writeBigInt64BE(BigInt(value), length)
  }
  function field(type: CopyType, value: CopyValue): void {
    if (value === null) int32(-1)
    else if (typeof value === 'string') text(value)
    else if (typeof value === 'number') number(type, value)
    else if (value instanceof Float32Array) vector(value)
    else if (value instanceof Uint8Array) {
      int32(value.length)
      bytes(value)
    } else texts(value)
  }
  return {
    size: () => length,
    header() {
      bytes(signature)
      int32(0)
      int32(0)
    },
    row(types: readonly CopyType[], values: readonly CopyValue[]) {
      int16(types.length)
      for (const [index, type] of types.entries()) field(type, values[index] ?? null)
    },
    trailer: () => int16(-1),
    /** What was written since the last call. The buffer is not used again: the stream may not have sent it yet. */
    take(): Buffer {
      const taken = buffer.subarray(0, length)
      buffer = Buffer.allocUnsafe(64 * 1024)
      length = 0
      return taken
    },
  }
}
