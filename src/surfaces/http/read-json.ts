import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../core/model/failure.ts'
import { findExcess } from './json-shape.ts'

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
