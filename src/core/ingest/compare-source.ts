import type { Collection } from '../model/collection.ts'
import type { DocumentSummary } from '../model/document.ts'
import { sha256 } from '../model/identity.ts'
import type { RawSource } from '../model/source.ts'
import type { IngestRequest, Parts } from './ingest-request.ts'
import { requireCollection } from './require-collection.ts'

/** What ingesting a source would do, found out without converting or storing anything. */
export async function compareSource(
  request: IngestRequest,
  parts: Parts,
  signal: AbortSignal,
): Promise<Change> {
  const planned = await requireCollection(request.collection, parts)
  const collection = { ...planned, policy: request.policy ?? planned.policy }
  const raw = await request.read(signal)
  const made = await fingerprintSource(raw, request, collection, parts)
  return decideChange(await parts.store.findDocument(collection.name, raw.source), made)
}

export type SourceFingerprint = { contentHash: string; fingerprint: string }

/** Stands in for a converter where there is none. */
const verbatim = { name: 'verbatim', version: 1, format: 'txt' }

/** Everything that decides what would be stored, known before the slow work of converting begins. */
export async function fingerprintSource(
  raw: RawSource,
  { options, isVerbatim, situate }: IngestRequest,
  collection: Collection,
  parts: Parts,
): Promise<SourceFingerprint> {
  const contentHash = sha256(raw.bytes)
  const converter = isVerbatim ? verbatim : await parts.converters.identify(raw)
  const ingredients = [
    contentHash,
    converter,
    { chunker: parts.chunker.name, version: parts.chunker.version },
    { analyzer: parts.analyzer.version },
    collection.policy,
    collection.model,
    options.ocrLanguages,
    ...(options.siteLinks === undefined ? [] : [{ siteLinks: options.siteLinks }]),
    ...(situate === undefined ? [] : ['situated']),
  ]
  return { contentHash, fingerprint: sha256(JSON.stringify(ingredients)) }
}

export type Change = 'created' | 'replaced' | 'skipped'

export function decideChange(existing: DocumentSummary | null, { fingerprint }: SourceFingerprint): Change {
  if (existing === null) return 'created'
  return existing.fingerprint === fingerprint ? 'skipped' : 'replaced'
}
