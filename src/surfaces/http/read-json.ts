export type JsonBody = { state: 'read'; value: unknown } | { state: 'malformed' } | { state: 'too_large' }

/** A request's body as JSON, without ever holding more than `maxBytes` of it. An empty body is `undefined`. */
export async function readJson(request: Request, maxBytes: number): Promise<JsonBody> {
  const bytes = await readBytes(request, maxBytes)
  if (bytes === null) return { state: 'too_large' }
  if (bytes.length === 0) return { state: 'read', value: undefined }
  return new Response(bytes).json().then(
    (value: unknown): JsonBody => ({ state: 'read', value }),
    (): JsonBody => ({ state: 'malformed' }),
  )
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
