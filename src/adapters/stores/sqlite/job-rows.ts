import type { JobFailure, JobItem, JobRecord, JobState, JobSummary } from '../../../core/model/job.ts'
import type { Database } from './database.ts'

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

type ItemRow = {
  name: string
  outcome: JobItem['outcome']
  message: string | null
  document_id: string | null
  chunks: number
}

/** All columns except the result, which may be large and is seldom needed. */
const columns = `key, id, work, kind, title, collection, input, is_repeatable, origin, correlation_id, state, attempt,
  progress, counts, failure, created_at, updated_at, finished_at, owner, instance, heartbeat_at, is_cancel_requested,
  revision`
const byId = `SELECT ${columns} FROM jobs WHERE id = ?`
const byIdWhole = `SELECT ${columns}, result FROM jobs WHERE id = ?`
const liveByWork = `SELECT ${columns} FROM jobs WHERE work = ? AND state IN ('running', 'interrupted')`
const newest = `SELECT ${columns} FROM jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY key DESC LIMIT ?`
const newestOfAll = `SELECT ${columns} FROM jobs ORDER BY key DESC LIMIT ?`
const itemsOfJob = `SELECT name, outcome, message, document_id, chunks FROM job_items
  WHERE job_key = (SELECT key FROM jobs WHERE id = ?) ORDER BY ordinal LIMIT ? OFFSET ?`

/** Reads jobs and their items from the ledger. */
export function findJob(database: Database, id: string): JobRow | undefined {
  return database.get<JobRow>(byId, id)
}

/** The running or interrupted job for a piece of work, if any. */
export function findLiveJob(database: Database, work: string): JobRow | undefined {
  return database.get<JobRow>(liveByWork, work)
}

export function readJob(database: Database, id: string): JobRecord | null {
  const row = database.get<JobRow & { result: string | null }>(byIdWhole, id)
  return row ? { ...toJobSummary(row), result: row.result === null ? null : JSON.parse(row.result) } : null
}

export function listJobs(
  database: Database,
  { states, limit }: { states: readonly JobState[] | null; limit: number },
): JobSummary[] {
  const rows =
    states === null
      ? database.all<JobRow>(newestOfAll, limit)
      : database.all<JobRow>(newest, JSON.stringify(states), limit)
  return rows.map(toJobSummary)
}

export function listItems(
  database: Database,
  id: string,
  { offset, limit }: { offset: number; limit: number },
): JobItem[] {
  return database
    .all<ItemRow>(itemsOfJob, id, limit, offset)
    .map(({ document_id, ...rest }) => ({ ...rest, documentId: document_id }))
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
