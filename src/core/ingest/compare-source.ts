import type { Collection } from '../model/collection.ts'
import type { DocumentSummary } from '../model/document.ts'
import { sha256 } from '../model/identity.ts'
import type { RawSource } from '../model/source.ts'
import { isCredentialSource, refusedCredentials } from '../text/excluded-files.ts'
import type { IngestRequest, Parts } from './ingest-request.ts'
import { requireCollection } from './require-collection.ts'

export type Change = 'created' | 'replaced' | 'skipped'

export type SourceFingerprint = {
  contentHash: string
  fingerprint: string
  /** What documents have that were stored when the collection was bound to another model. */
  formerly: readonly string[]
}

/** Returns what ingesting the source would do, without converting or storing anything. */
export async function compareSource(
  request: IngestRequest,
  parts: Parts,
  signal: AbortSignal,
): Promise<Change> {
  const planned = await requireCollection(request.collection, parts)
  const collection = { ...planned, policy: request.policy ?? planned.policy }
  const raw = await request.read(signal)
  const fingerprint = await fingerprintSource({ raw, request, collection }, parts)
  return decideChange(await parts.store.findDocument(collection.name, raw.source), fingerprint)
}

/**
 * Reads the bytes. Uploads and texts do not come through a file reader that refuses credentials files, so they are
 * refused here, before a converter or a model gets them.
 */
export async function readSource(request: IngestRequest, signal: AbortSignal): Promise<RawSource> {
  const raw = await request.read(signal)
  if (isCredentialSource(raw)) throw refusedCredentials(raw.source)
  return raw
}

/** Named in the fingerprint in place of a converter when the text is stored unconverted. */
const verbatim = { name: 'verbatim', version: 1, format: 'txt' }

/**
 * Hashes everything that decides what would be stored: the bytes, the converter, the chunker, the policy, the model.
 */
export async function fingerprintSource(
  { raw, request, collection }: { raw: RawSource; request: IngestRequest; collection: Collection },
  parts: Parts,
): Promise<SourceFingerprint> {
  const { options, isVerbatim, situate } = request
  const contentHash = sha256(raw.bytes)
  const converter = isVerbatim ? verbatim : await parts.converters.identify(raw)
  const ingredientsFor = (model: string) => [
    contentHash,
    converter,
    { chunker: parts.chunker.name, version: parts.chunker.version },
    { analyzer: parts.analyzer.version },
    collection.policy,
    model,
    options.ocrLanguages,
    ...(options.siteLinks === undefined ? [] : [{ siteLinks: options.siteLinks }]),
    ...(situate === undefined ? [] : ['situated']),
  ]
  const fingerprintFor = (model: string) => sha256(JSON.stringify(ingredientsFor(model)))
  return {
    contentHash,
    fingerprint: fingerprintFor(collection.model),
    formerly: (collection.formerModels ?? []).map(fingerprintFor),
  }
}

export function decideChange(
  existing: DocumentSummary | null,
  { fingerprint, formerly }: Pick<SourceFingerprint, 'fingerprint' | 'formerly'>,
): Change {
  if (existing === null) return 'created'
  return [fingerprint, ...formerly].includes(existing.fingerprint) ? 'skipped' : 'replaced'
}
