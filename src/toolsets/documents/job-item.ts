import type { ItemOutcome } from '../../ingest/ingest-many.ts'
import type { JobItem } from '../../model/job.ts'
import { jobItemOf } from '../job-item-of.ts'
import { wordMessage } from './word-failure.ts'

/** What a job remembers of one source. */
export function toJobItem(outcome: ItemOutcome): JobItem {
  return jobItemOf(outcome, failure => wordMessage(failure, 'ingest_file'))
}
