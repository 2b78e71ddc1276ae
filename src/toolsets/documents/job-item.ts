import type { ItemOutcome } from '../../ingest/ingest-many.ts'
import type { JobItem } from '../../model/job.ts'
import { wordMessage } from './word-failure.ts'

/** What a job remembers of one source. */
export function toJobItem(outcome: ItemOutcome): JobItem {
  const { name } = outcome
  if (!outcome.ok) {
    const message = wordMessage(outcome.failure, 'ingest_file')
    return { name, outcome: 'failed', message, documentId: null, chunks: 0 }
  }
  const { report } = outcome
  return {
    name,
    outcome: report.outcome,
    message: report.warnings.length === 0 ? null : report.warnings.join(' '),
    documentId: report.documentId,
    chunks: report.chunksWritten,
  }
}
