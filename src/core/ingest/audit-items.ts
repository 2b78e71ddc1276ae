import type { AuditRun, DocumentAudit } from '../ports/audit-trail.ts'
import type { IngestItem, ItemOutcome } from './ingest-many.ts'

/** Returns the items, and a function to call with each outcome, so that the audit gets a timed line per source. */
export function auditItems(
  items: readonly IngestItem[],
  run: AuditRun,
): { items: IngestItem[]; onOutcome(outcome: ItemOutcome): void } {
  const open = new Map<string, (outcome: DocumentAudit) => void>()
  return {
    items: items.map(item => ({
      ...item,
      request: {
        ...item.request,
        read(signal) {
          open.set(item.name, run.open())
          return item.request.read(signal)
        },
      },
    })),
    onOutcome(outcome) {
      const end = open.get(outcome.name) ?? run.open()
      open.delete(outcome.name)
      end(auditOutcome(outcome))
    },
  }
}

/** One source's outcome as a line of the audit. */
function auditOutcome(outcome: ItemOutcome): DocumentAudit {
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
