import type { ItemOutcome } from '../ingest/ingest-many.ts'
import type { Failure } from '../model/failure.ts'
import type { JobItem } from '../model/job.ts'

/** What a job remembers of one source, its failure in the words of the toolset. */
export function jobItemOf(outcome: ItemOutcome, word: (failure: Failure) => string): JobItem {
  const { name } = outcome
  if (!outcome.ok)
    return { name, outcome: 'failed', message: word(outcome.failure), documentId: null, chunks: 0 }
  const { report } = outcome
  return {
    name,
    outcome: report.outcome,
    message: report.warnings.length === 0 ? null : report.warnings.join(' '),
    documentId: report.documentId,
    chunks: report.chunksWritten,
  }
}
