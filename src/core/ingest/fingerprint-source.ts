import type { Collection } from '../model/collection.ts'
import { sha256 } from '../model/identity.ts'
import type { RawSource } from '../model/source.ts'
import type { Parts } from './parts.ts'
import type { IngestRequest } from './types.ts'

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
