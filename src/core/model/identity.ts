import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** Namespace of every derived id: the UUIDv5 of "quire-mcp" in the URL namespace. */
const quireNamespace = '5d9c1f0a-6f0e-5b52-9a38-0c5b6e5f7a11'

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** The same for large inputs, in slices, so that the event loop is not blocked. */
export async function sha256InTurns(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    if (from > 0) await setImmediate()
    hash.update(bytes.subarray(from, from + hashedAtOnce))
  }
  return hash.digest('hex')
}

/** Bytes per slice. */
const hashedAtOnce = 8 * 1024 * 1024

/** A name-based UUID (RFC 9562, version 5). Parts are joined with NUL, which no part contains. */
export function uuidOf(...parts: string[]): string {
  const hash = createHash('sha1')
    .update(Buffer.from(quireNamespace.replaceAll('-', ''), 'hex'))
    .update(parts.join('\0'))
    .digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** A replaced document gets a new id; the same bytes under two sources are two documents. */
export function documentIdOf(collection: string, source: string, fingerprint: string): string {
  return uuidOf(collection, source, fingerprint)
}

type ChunkPlace = { documentId: string; location: string; model: string; ordinal: number }

export function chunkIdOf({ documentId, location, model, ordinal }: ChunkPlace): string {
  return sha256(`${documentId}:${location}:${model}:${ordinal}`).slice(0, 16)
}
