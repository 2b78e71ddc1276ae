import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../core/model/failure.ts'

export type JsonBody =
  | { state: 'read'; value: unknown }
  | { state: 'malformed' }
  | { state: 'too_large' }
  /** Parsing it would keep others waiting; `problem` says what there is too much of. */
  | { state: 'too_complex'; problem: string }
  /** It is declared as something else, or as nothing. */
  | { state: 'wrong_type' }

export const wrongTypeStatus = 415

/**
 * A request's body as JSON, without ever holding more than `maxBytes` of it. An empty body is `undefined`. Only what is
 * declared as JSON is read: a browser sends other types for any page without asking this server first.
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

/** Looks at the shape before it parses, and lets others have their turn between the steps. */
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

/** Some milliseconds of decoding and parsing. */
const largeBytes = 1024 * 1024

/** The media type a request declares, without parameters; null when it declares none. */
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

/** The whole body, or null as soon as it is known to be larger than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxBytes) return null
  // Filled as it arrives: to join fifty megabytes at the end would take as long as all of the rest.
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
 * What one body may be made of, so that parsing it and checking it against a schema takes less time than others may be kept
 * waiting. Vectors are long lists of numbers, which cost little; a name or a text costs more, and so does what a schema
 * has to complain of.
 */
export const jsonLimits = { depth: 100, members: 20_000, numbers: 2_000_000, others: 50_000 }

/** Bytes that are looked at before others have their turn. */
const slice = 1024 * 1024

/** Why JSON is too complex to be parsed; null when it is not. It only counts, so its cost is the length of the JSON. */
export async function findExcess(bytes: Uint8Array): Promise<string | null> {
  const scan = jsonScan()
  for (let from = 0; from < bytes.length; from += slice) {
    if (from > 0) await setImmediate()
    const excess = scan(bytes.subarray(from, from + slice))
    if (excess !== null) return excess
  }
  return null
}

/** Counts over slices that follow each other; says as soon as a limit is passed. */
function jsonScan(): (bytes: Uint8Array) => string | null {
  /** Members of the list or object that is open at each depth. */
  const members = new Uint32Array(jsonLimits.depth + 2)
  let depth = 0
  let numbers = 0
  let others = 0
  let isInString = false
  let isEscaped = false
  let isValueNext = true
  return bytes => {
    // By index: an iterator takes ten times as long.
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
