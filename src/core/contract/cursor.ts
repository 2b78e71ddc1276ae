import { createHash } from 'node:crypto'
import { Failure } from '../model/failure.ts'

/** A position in an answer: earlier pages contain all fields before `field`, and `offset` items or characters of `field`. */
export type Position = { field: number; offset: number }

/** Where the next page starts. It contains all that is needed, so the server stores nothing between two pages. */
export type Cursor = {
  position: Position
  /** Hash of what comes right before the position, to detect that the answer has changed. */
  before: string
  /** Short hashes of the items of the current list that earlier pages contain; null for a text and for long lists. */
  seen: readonly string[] | null
  /** The tool's own cursor; null when it has none. */
  own: string | null
}

const version = 1
const bindingBytes = 6
const beforeBytes = 4
const seenBytes = 2
const headBytes = 1 + bindingBytes + 1 + 4 + beforeBytes + 1
const notKept = 255

/** Most items whose hashes a cursor contains. More would make it too long. */
export const mostSeen = 64

/** Writes a cursor as text. `binding` identifies the tool and arguments that it belongs to. */
export function encodeCursor(binding: string, { position, before, seen, own }: Cursor): string {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(version, 0)
  head.write(binding, 1, 'hex')
  head.writeUInt8(position.field, 1 + bindingBytes)
  head.writeUInt32BE(position.offset, 2 + bindingBytes)
  head.write(before, 6 + bindingBytes, 'hex')
  head.writeUInt8(seen?.length ?? notKept, headBytes - 1)
  const names = Buffer.from((seen ?? []).join(''), 'hex')
  return Buffer.concat([head, names, Buffer.from(own ?? '')]).toString('base64url')
}

/** Returns null when the text is not a cursor of this format. Throws INVALID_INPUT when it belongs to another call. */
export function decodeCursor(text: string, bindingFor: (own: string | null) => string): Cursor | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length < headBytes || bytes[0] !== version || bytes.toString('base64url') !== text) return null
  const count = bytes.readUInt8(headBytes - 1)
  const end = headBytes + (count === notKept ? 0 : count * seenBytes)
  if (bytes.length < end) return null
  const own = bytes.toString('utf8', end) || null
  if (bytes.toString('hex', 1, 1 + bindingBytes) !== bindingFor(own)) throw foreignCursor()
  const names = bytes.toString('hex', headBytes, end).match(/.{4}/g) ?? []
  return {
    position: { field: bytes.readUInt8(1 + bindingBytes), offset: bytes.readUInt32BE(2 + bindingBytes) },
    before: bytes.toString('hex', 6 + bindingBytes, headBytes - 1),
    seen: count === notKept ? null : names,
    own,
  }
}

/** Hash of the tool and its arguments, independent of their order. */
export function bindingOf(tool: string, input: Record<string, unknown>): string {
  return digest(`${tool} ${JSON.stringify(input, sortKeys)}`).slice(0, 2 * bindingBytes)
}

/** Returns the hash that represents an item in a cursor. */
export function shortName(identity: string): string {
  return digest(identity).slice(0, 2 * seenBytes)
}

export function nameOfBefore(text: string): string {
  return digest(text).slice(0, 2 * beforeBytes)
}

export function invalidCursor(message: string, hint: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', message, {
    hint,
    details: { fields: [{ field: 'cursor', problem: message }] },
  })
}

function foreignCursor(): Failure {
  return invalidCursor(
    'The cursor belongs to another tool or to other arguments.',
    'Repeat the arguments of the page before and change only cursor and max_tokens, or start again without a cursor.',
  )
}

function sortKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
