import type { Collection } from '../model/collection.ts'
import { sha256 } from '../model/identity.ts'
import type { RawSource } from '../model/source.ts'
import type { ConvertOptions } from '../ports/converter.ts'
import type { Parts } from './parts.ts'

export type SourceFingerprint = { contentHash: string; fingerprint: string }

/** Everything that decides what would be stored, known before the slow work of converting begins. */
export async function fingerprintSource(
  raw: RawSource,
  options: ConvertOptions,
  collection: Collection,
  parts: Parts,
): Promise<SourceFingerprint> {
  const contentHash = sha256(raw.bytes)
  const converter = await parts.converters.identify(raw)
  const ingredients = [
    contentHash,
    converter,
    { chunker: parts.chunker.name, version: parts.chunker.version },
    { analyzer: parts.analyzer.version },
    collection.policy,
    collection.model,
    options.ocrLanguages,
  ]
  return { contentHash, fingerprint: sha256(JSON.stringify(ingredients)) }
}
