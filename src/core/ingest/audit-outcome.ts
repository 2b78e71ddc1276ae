import type { DocumentAudit } from '../ports/audit-trail.ts'
import type { ItemOutcome } from './ingest-many.ts'

/** What the audit says of one source. */
export function auditOutcome(outcome: ItemOutcome): DocumentAudit {
  const none = { written: 0, added: 0, updated: 0, skipped: 0, filtered: 0 }
  if (!outcome.ok) {
    const { code, message } = outcome.failure
    return {
      source: outcome.name,
      documentId: null,
      chunks: none,
      warnings: [],
      errors: [`${code}: ${message}`],
    }
  }
  const { report } = outcome
  const { source, chunksWritten, warnings, documentId } = report
  const chunks = {
    ...none,
    written: chunksWritten,
    added: report.outcome === 'created' ? chunksWritten : 0,
    updated: report.outcome === 'replaced' ? chunksWritten : 0,
    skipped: report.outcome === 'skipped' ? report.chunkCount : 0,
  }
  return { source, documentId, chunks, warnings, errors: [] }
}
