import type { AuditRun, DocumentAudit } from '../ports/audit-trail.ts'
import { auditOutcome } from './audit-outcome.ts'
import type { IngestItem, ItemOutcome } from './ingest-many.ts'

/** The same items, and what to call with each outcome so that the audit has a line for it, timed from its reading. */
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
