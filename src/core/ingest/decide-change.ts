import type { DocumentSummary } from '../model/document.ts'
import type { SourceFingerprint } from './fingerprint-source.ts'

export type Change = 'created' | 'replaced' | 'skipped'

export function decideChange(existing: DocumentSummary | null, { fingerprint }: SourceFingerprint): Change {
  if (existing === null) return 'created'
  return existing.fingerprint === fingerprint ? 'skipped' : 'replaced'
}
