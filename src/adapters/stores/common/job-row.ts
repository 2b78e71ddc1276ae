import type { JobFailure, JobItem, JobState, JobSummary } from '../../../core/model/job.ts'

/** A row of the table of jobs, without the result, which may be large and is seldom needed. */
export type JobRow = {
  key: number
  id: string
  work: string
  kind: string
  title: string
  collection: string | null
  input: string
  is_repeatable: number
  origin: string
  correlation_id: string
  state: JobState
  attempt: number
  progress: string
  counts: string
  failure: string | null
  created_at: string
  updated_at: string
  finished_at: string | null
  owner: string
  instance: string
  heartbeat_at: string
  is_cancel_requested: number
  revision: number
}

/** A row of the table of their items. */
export type ItemRow = {
  name: string
  outcome: JobItem['outcome']
  message: string | null
  document_id: string | null
  chunks: number
}

export function toJobSummary(row: JobRow): JobSummary {
  const failure: JobFailure | null = row.failure === null ? null : JSON.parse(row.failure)
  return {
    id: row.id,
    key: row.work,
    kind: row.kind,
    title: row.title,
    collection: row.collection,
    input: JSON.parse(row.input),
    isRepeatable: row.is_repeatable === 1,
    origin: JSON.parse(row.origin),
    correlationId: row.correlation_id,
    state: row.state,
    attempt: row.attempt,
    progress: JSON.parse(row.progress),
    counts: JSON.parse(row.counts),
    failure,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
    owner: JSON.parse(row.owner),
    heartbeatAt: row.heartbeat_at,
    isCancelRequested: row.is_cancel_requested === 1,
    revision: row.revision,
  }
}

/** All columns of a `JobRow`. */
export const jobColumns = `key, id, work, kind, title, collection, input, is_repeatable, origin, correlation_id, state, attempt,
  progress, counts, failure, created_at, updated_at, finished_at, owner, instance, heartbeat_at, is_cancel_requested,
  revision`
