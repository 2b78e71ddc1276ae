import { Failure } from '../../model/failure.ts'

export type JsonBody =
  | { state: 'read'; value: unknown }
  | { state: 'malformed' }
  | { state: 'too_large' }
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
  return new Response(bytes).json().then(
    (value: unknown): JsonBody => ({ state: 'read', value }),
    (): JsonBody => ({ state: 'malformed' }),
  )
}

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
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.length
    if (length > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts, length)
}
