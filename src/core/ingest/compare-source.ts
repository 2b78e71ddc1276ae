import { type Change, decideChange } from './decide-change.ts'
import { fingerprintSource } from './fingerprint-source.ts'
import type { Parts } from './parts.ts'
import { planCollection } from './plan-collection.ts'
import type { IngestRequest } from './types.ts'

/** What ingesting a source would do, found out without converting or storing anything. */
export async function compareSource(
  request: IngestRequest,
  parts: Parts,
  signal: AbortSignal,
): Promise<Change> {
  const planned = await planCollection(request.collection, parts)
  const collection = { ...planned, policy: request.policy ?? planned.policy }
  const raw = await request.read(signal)
  const made = await fingerprintSource(raw, request, collection, parts)
  return decideChange(await parts.store.findDocument(collection.name, raw.source), made)
}
