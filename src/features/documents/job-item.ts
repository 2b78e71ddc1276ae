import type { ItemOutcome } from '../../core/ingest/ingest-many.ts'
import { jobItemOf } from '../../core/jobs/job-request.ts'
import type { JobItem } from '../../core/model/job.ts'
import { wordMessage } from './word-failure.ts'

/** What a job remembers of one source. */
export function toJobItem(outcome: ItemOutcome): JobItem {
  return jobItemOf(outcome, failure => wordMessage(failure, 'ingest_file'))
}
