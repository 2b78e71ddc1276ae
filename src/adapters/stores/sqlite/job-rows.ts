import type { JobItem, JobRecord, JobState, JobSummary } from '../../../core/model/job.ts'
import { type ItemRow, type JobRow, jobColumns, toJobSummary } from '../common/job-row.ts'
import type { Database } from './database.ts'

const byId = `SELECT ${jobColumns} FROM jobs WHERE id = ?`
const byIdWhole = `SELECT ${jobColumns}, result FROM jobs WHERE id = ?`
const liveByWork = `SELECT ${jobColumns} FROM jobs WHERE work = ? AND state IN ('running', 'interrupted')`
const newest = `SELECT ${jobColumns} FROM jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY key DESC LIMIT ?`
const newestOfAll = `SELECT ${jobColumns} FROM jobs ORDER BY key DESC LIMIT ?`
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
