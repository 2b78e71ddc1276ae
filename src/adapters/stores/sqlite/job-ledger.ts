import { type JobItem, type JobSummary, noItems } from '../../../core/model/job.ts'
import {
  type BeatAnswer,
  isFree,
  type JobClaim,
  type JobDraft,
  type JobEnding,
  type JobLedger,
  type JobNews,
} from '../../../core/ports/job-ledger.ts'
import { type JobRow, jobColumns, toJobSummary } from '../common/job-row.ts'
import type { Database } from './database.ts'
import { findJob, findLiveJob, listItems, listJobs, readJob } from './job-rows.ts'
import { type SideOptions, sideConnection } from './side-connection.ts'

export type SqliteLedgerOptions = SideOptions & {
  /** How many jobs are kept. */
  keep?: number
}

/** A job and the process that runs it. */
type OwnedJob = { id: string; instance: string }

/** The job ledger in the database of the store. */
export function sqliteJobLedger({ keep = 500, ...options }: SqliteLedgerOptions): JobLedger {
  const { read, write, close } = sideConnection(
    { busyTimeoutMs: 5_000, ...options },
    // A heartbeat every second need not wait for the disk; it still survives the end of the process.
    { pragmas: 'PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048;' },
  )

  return {
    begin: (draft, claim) => write(database => beginJob(database, draft, { ...claim, keep })),
    claim: claim => write(database => claimJob(database, claim)),
    beat: (id, instance, news) => write(database => beatJob(database, { id, instance }, news)),
    finish: (id, instance, ending) => write(database => finishJob(database, { id, instance }, ending)),
    forget: (id, instance) => write(database => forgetJob(database, { id, instance })),
    interrupt: (id, instance, at) => write(database => interruptJob(database, { id, instance }, at)),
    cancel: (id, claim) => write(database => cancelJob(database, id, claim)),
    get: id => read(database => readJob(database, id)),
    list: request => read(database => listJobs(database, request)),
    items: (id, page) => read(database => listItems(database, id, page)),
    close,
  }
}

const insert = `INSERT INTO jobs (id, work, kind, title, collection, input, is_repeatable, origin, correlation_id, state,
  attempt, progress, counts, created_at, updated_at, owner, instance, heartbeat_at, is_cancel_requested, revision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', 1, ?, ?, ?, ?, ?, ?, ?, 0, 1)`
const takeOver = `UPDATE jobs SET state = 'running', attempt = attempt + 1, input = ?, is_repeatable = ?, origin = ?,
  correlation_id = ?, progress = ?, owner = ?, instance = ?, heartbeat_at = ?, updated_at = ?, finished_at = NULL,
  failure = NULL, is_cancel_requested = 0, revision = revision + 1 WHERE key = ?`
const beatOnly = "UPDATE jobs SET heartbeat_at = ?, state = 'running' WHERE key = ?"
const beatWithNews = `UPDATE jobs SET heartbeat_at = ?, state = 'running', progress = ?, counts = ?, updated_at = ?,
  revision = revision + 1 WHERE key = ?`
const end = `UPDATE jobs SET state = ?, result = ?, failure = ?, progress = ?, counts = ?, updated_at = ?,
  finished_at = ?, revision = revision + 1 WHERE key = ?`
const interrupt = `UPDATE jobs SET state = 'interrupted', updated_at = ?, revision = revision + 1
  WHERE id = ? AND instance = ? AND state = 'running'`
const requestCancel = `UPDATE jobs SET is_cancel_requested = 1, updated_at = ?, revision = revision + 1
  WHERE key = ? AND is_cancel_requested = 0`
const cancelNow = `UPDATE jobs SET state = 'cancelled', is_cancel_requested = 1, failure = ?, updated_at = ?,
  finished_at = ?, revision = revision + 1 WHERE key = ?`
/** Keys increase, so the newest jobs have the highest. */
const dropOld = `DELETE FROM jobs WHERE state <> 'running'
  AND key <= (SELECT key FROM jobs ORDER BY key DESC LIMIT 1 OFFSET ?)`
const findItem = 'SELECT ordinal, outcome FROM job_items WHERE job_key = ? AND name = ?'
const insertItem = `INSERT INTO job_items (job_key, ordinal, name, outcome, message, document_id, chunks)
  VALUES (?, (SELECT coalesce(max(ordinal), 0) + 1 FROM job_items WHERE job_key = ?), ?, ?, ?, ?, ?)`
const updateItem = `UPDATE job_items SET outcome = ?, message = ?, document_id = ?, chunks = ?
  WHERE job_key = ? AND ordinal = ?`

const starting = JSON.stringify({ done: 0, total: null, message: 'Starting' })

function beginJob(
  database: Database,
  draft: JobDraft,
  { owner, at, isAbandoned, keep }: JobClaim & { keep: number },
): { role: 'owner' | 'guest'; job: JobSummary } {
  const live = findLiveJob(database, draft.key)
  if (live?.state === 'running' && !isAbandoned(toJobSummary(live)))
    return { role: 'guest', job: toJobSummary(live) }
  const asked = [
    JSON.stringify(draft.input),
    draft.isRepeatable ? 1 : 0,
    JSON.stringify(draft.origin),
  ] as const
  const who = [JSON.stringify(owner), owner.instance] as const
  if (live) database.run(takeOver, ...asked, draft.correlationId, starting, ...who, at, at, live.key)
  else {
    const { id, key, kind, title, collection, correlationId } = draft
    const counts = JSON.stringify(noItems)
    const names = [id, key, kind, title, collection] as const
    database.run(insert, ...names, ...asked, correlationId, starting, counts, at, at, ...who, at)
    database.run(dropOld, keep)
  }
  return { role: 'owner', job: toJobSummary(requireRow(database, live?.id ?? draft.id)) }
}

const listLive = `SELECT ${jobColumns} FROM jobs WHERE state IN ('running', 'interrupted') ORDER BY key`
const reserve = `UPDATE jobs SET state = 'interrupted', owner = ?, instance = ?, heartbeat_at = ?, revision = revision + 1
  WHERE key = ?`

function claimJob(
  database: Database,
  { owner, at, isAbandoned, mayTake }: Parameters<JobLedger['claim']>[0],
): JobSummary | null {
  const free = database.all<JobRow>(listLive).find(row => {
    const job = toJobSummary(row)
    return isFree(job, isAbandoned) && mayTake(job)
  })
  if (free === undefined) return null
  database.run(reserve, JSON.stringify(owner), owner.instance, at, free.key)
  return toJobSummary(requireRow(database, free.id))
}

function beatJob(database: Database, owned: OwnedJob, news: JobNews): BeatAnswer {
  const row = ownRow(database, owned)
  if (row === null) return 'lost'
  if (news.progress === null && news.items.length === 0) database.run(beatOnly, news.at, row.key)
  else database.run(beatWithNews, news.at, ...writeItems(database, row, news), news.at, row.key)
  return row.is_cancel_requested === 1 ? 'cancel' : 'kept'
}

function finishJob(database: Database, owned: OwnedJob, ending: JobEnding): boolean {
  const row = ownRow(database, owned)
  if (row === null) return false
  const result = ending.state === 'done' ? JSON.stringify(ending.result) : null
  const failure = 'failure' in ending ? JSON.stringify(ending.failure) : null
  const finishedAt = ending.state === 'interrupted' ? null : ending.at
  const news = writeItems(database, row, ending)
  database.run(end, ending.state, result, failure, ...news, ending.at, finishedAt, row.key)
  return true
}

function forgetJob(database: Database, { id, instance }: OwnedJob): void {
  database.run('DELETE FROM jobs WHERE id = ? AND instance = ?', id, instance)
}

function interruptJob(database: Database, { id, instance }: OwnedJob, at: string): void {
  database.run(interrupt, at, id, instance)
}

function cancelJob(
  database: Database,
  id: string,
  { at, isAbandoned, failure }: Parameters<JobLedger['cancel']>[1],
): JobSummary | null {
  const row = findJob(database, id)
  if (!row) return null
  const isIdle = row.state === 'interrupted' || (row.state === 'running' && isAbandoned(toJobSummary(row)))
  if (isIdle) database.run(cancelNow, JSON.stringify(failure), at, at, row.key)
  else if (row.state === 'running') database.run(requestCancel, at, row.key)
  return toJobSummary(requireRow(database, id))
}

/** Returns the job if this process owns it and it has not ended. */
function ownRow(database: Database, { id, instance }: OwnedJob): JobRow | null {
  const row = findJob(database, id)
  const isLive = row?.state === 'running' || row?.state === 'interrupted'
  return row && isLive && row.instance === instance ? row : null
}

/** Writes the items; returns progress and counts as JSON to store. */
function writeItems(database: Database, row: JobRow, { progress, items }: JobNews): [string, string] {
  const counts: Record<JobItem['outcome'], number> = JSON.parse(row.counts)
  for (const item of items) {
    const known = database.get<Pick<JobItem, 'outcome'> & { ordinal: number }>(findItem, row.key, item.name)
    const { name, outcome, message, documentId, chunks } = item
    if (known && outcome === 'skipped' && known.outcome !== 'failed') continue
    counts[outcome] += 1
    if (known) {
      counts[known.outcome] -= 1
      database.run(updateItem, outcome, message, documentId, chunks, row.key, known.ordinal)
    } else database.run(insertItem, row.key, row.key, name, outcome, message, documentId, chunks)
  }
  return [progress === null ? row.progress : JSON.stringify(progress), JSON.stringify(counts)]
}

function requireRow(database: Database, id: string): JobRow {
  const row = findJob(database, id)
  if (row) return row
  throw new Error(`The job ${id} was written but cannot be read back.`)
}
