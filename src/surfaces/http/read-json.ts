import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../core/model/failure.ts'

export type JsonBody =
  | { state: 'read'; value: unknown }
  | { state: 'malformed' }
  | { state: 'too_large' }
  /** Parsing it would block the event loop; `problem` says which limit is exceeded. */
  | { state: 'too_complex'; problem: string }
  /** Its declared media type is missing or not JSON. */
  | { state: 'wrong_type' }

export const wrongTypeStatus = 415

/**
 * Reads a request's body as JSON, at most `maxBytes` of it. An empty body is `undefined`. Only bodies that are declared
 * as JSON are read: a browser sends other types for any page without a preflight request.
 */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const type = mediaTypeOf(request)
  if (type !== null && type !== 'application/json') return { state: 'wrong_type' }
  const bytes = await readBytes(request, maxBytes)
  if (bytes === null) return { state: 'too_large' }
  if (bytes.length === 0) return { state: 'read', value: undefined }
  if (type === null) return { state: 'wrong_type' }
  return parseJson(bytes)
}

/** Checks the complexity before it parses, and lets the event loop run between the steps. */
export async function parseJson(bytes: Uint8Array): Promise<JsonBody> {
  const excess = await findExcess(bytes)
  if (excess !== null) return { state: 'too_complex', problem: `The JSON is too complex: ${excess}.` }
  const text = new TextDecoder().decode(bytes)
  if (bytes.length > largeBytes) await setImmediate()
  try {
    const value: unknown = JSON.parse(text)
    if (bytes.length > largeBytes) await setImmediate()
    return { state: 'read', value }
  } catch {
    return { state: 'malformed' }
  }
}

/** Decoding and parsing this many bytes takes some milliseconds. */
const largeBytes = 1024 * 1024

/** The declared media type of a request, without parameters; null when it has none. */
export function mediaTypeOf(request: Request): string | null {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  return type === undefined || type === '' ? null : type
}

export function wrongType(expected: 'application/json' | 'multipart/form-data'): Failure {
  const hint =
    expected === 'application/json'
      ? 'Send the parameters as one JSON object, with the header "Content-Type: application/json".'
      : 'Send multipart/form-data with the file in the field "file".'
  return new Failure('unsupported', 'UNSUPPORTED_MEDIA_TYPE', `The body must be sent as ${expected}.`, {
    hint,
  })
}

/** Reads the whole body; null as soon as it is known to be larger than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) return null
  // Filled as it arrives: joining fifty megabytes at the end would take as long as the rest.
  let body = new Uint8Array(Number.isSafeInteger(declared) && declared > 0 ? declared : firstBytes)
  let length = 0
  for await (const part of request.body ?? []) {
    if (length + part.length > maxBytes) return null
    if (length + part.length > body.length) body = enlarge(body, length + part.length, maxBytes)
    body.set(part, length)
    length += part.length
  }
  return body.subarray(0, length)
}

const firstBytes = 65_536

function enlarge(body: Uint8Array, needed: number, maxBytes: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(needed, body.length * 2)))
  larger.set(body)
  return larger
}

/**
 * Limits of one body, so that parsing and validating it does not block the event loop for too long. Numbers are cheap,
 * and vectors are long lists of them; names and texts cost more, and so do validation errors.
 */
export const jsonLimits = { depth: 100, members: 20_000, numbers: 2_000_000, others: 50_000 }

/** Bytes to scan before the event loop runs. */
const slice = 1024 * 1024

/** Which limit the JSON exceeds; null when it exceeds none. It only counts, so its cost is linear in the length. */
export async function findExcess(bytes: Uint8Array): Promise<string | null> {
  const scan = jsonScan()
  for (let from = 0; from < bytes.length; from += slice) {
    if (from > 0) await setImmediate()
    const excess = scan(bytes.subarray(from, from + slice))
    if (excess !== null) return excess
  }
  return null
}

/** Counts over consecutive slices; returns the problem as soon as a limit is exceeded. */
function jsonScan(): (bytes: Uint8Array) => string | null {
  /** Members of the open list or object at each depth. */
  const members = new Uint32Array(jsonLimits.depth + 2)
  let depth = 0
  let numbers = 0
  let others = 0
  let isInString = false
  let isEscaped = false
  let isValueNext = true
  return bytes => {
    // By index, because an iterator takes ten times as long.
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInString = false
        continue
      }
      if (byte <= space) continue
      if (isValueNext && byte !== closeList && byte !== closeObject) {
        if (byte === minus || (byte >= zero && byte <= nine)) numbers += 1
        else others += 1
        isValueNext = false
      }
      if (byte === quote) isInString = true
      else if (byte === closeList || byte === closeObject) depth = Math.max(0, depth - 1)
      else if (byte === openList || byte === openObject) {
        depth += 1
        members[depth] = 0
      } else if (byte === comma) members[depth] = (members[depth] ?? 0) + 1
      else if (byte !== colon) continue
      isValueNext = byte !== quote && byte !== closeList && byte !== closeObject
      if (depth > jsonLimits.depth) return `it is nested more than ${jsonLimits.depth} levels deep`
      if ((members[depth] ?? 0) >= jsonLimits.members)
        return `one list or object in it has more than ${jsonLimits.members} members`
      if (numbers + others > jsonLimits.numbers || others > jsonLimits.others)
        return `it has more than ${jsonLimits.others} names, texts, lists and objects or ${jsonLimits.numbers} numbers`
    }
    return null
  }
}

const space = 0x20
const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
