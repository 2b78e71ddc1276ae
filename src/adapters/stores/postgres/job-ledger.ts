import {
  type JobItem,
  type JobRecord,
  type JobState,
  type JobSummary,
  noItems,
} from '../../../core/model/job.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import {
  type BeatAnswer,
  isFree,
  type JobClaim,
  type JobDraft,
  type JobEnding,
  type JobLedger,
  type JobNews,
} from '../../../core/ports/job-ledger.ts'
import { type ItemRow, type JobRow, jobColumns, toJobSummary } from '../common/job-row.ts'
import type { Sql } from './database.ts'
import { lazyDatabase, type PostgresPlace } from './lazy-database.ts'

export type PostgresLedgerOptions = PostgresPlace & {
  /** How many jobs are kept. */
  keep?: number
}

/** A job and the process that runs it. */
type OwnedJob = { id: string; instance: string }

/** The time of the server, because clocks of several machines differ. */
const serverTime = `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = `${jobColumns}, extract(epoch FROM clock_timestamp() - heartbeat_at::timestamptz)::float8 AS silence`

/** `silence`: seconds since the last heartbeat, by the clock of the server. */
type TimedRow = JobRow & { silence: number }

/** The job with its last heartbeat by the clock of this machine. */
function toJob({ silence, ...row }: TimedRow, clock: Clock): JobSummary {
  const heartbeat = new Date(Date.parse(clock.now()) - 1_000 * silence)
  return { ...toJobSummary(row), heartbeatAt: heartbeat.toISOString() }
}

/** The job ledger in the database of the store. */
export function postgresJobLedger({ keep = 500, ...place }: PostgresLedgerOptions): JobLedger {
  const { read, write, close } = lazyDatabase({ busyTimeoutMs: 5_000, ...place })
  const { clock } = place

  return {
    begin: (draft, claim) => write(sql => beginJob(sql, draft, { ...claim, keep, clock })),
    claim: claim => write(sql => claimJob(sql, { ...claim, clock })),
    beat: (id, instance, news) => write(sql => beatJob(sql, { id, instance }, news)),
    finish: (id, instance, ending) => write(sql => finishJob(sql, { id, instance }, ending)),
    forget: (id, instance) =>
      write(async sql => {
        await sql.run('DELETE FROM quire.jobs WHERE id = ? AND instance = ?', id, instance)
      }),
    interrupt: (id, instance, at) =>
      write(async sql => {
        await sql.run(interrupt, at, id, instance)
      }),
    cancel: (id, claim) => write(sql => cancelJob(sql, id, { ...claim, clock })),
    get: id => read(sql => readJob(sql, id, clock)),
    list: request => read(sql => listJobs(sql, { ...request, clock })),
    items: (id, page) => read(sql => listItems(sql, id, page)),
    close,
  }
}

const byId = `SELECT ${columns} FROM quire.jobs WHERE id = ?`
const liveByWork = `SELECT ${columns} FROM quire.jobs WHERE work = ? AND state IN ('running', 'interrupted') FOR UPDATE`
/** Two processes that begin the same work wait for each other until the end of the transaction. */
const lockWork = 'SELECT pg_advisory_xact_lock(hashtextextended(?, 7))'
const insert = `INSERT INTO quire.jobs (id, work, kind, title, collection, input, is_repeatable, origin, correlation_id, state,
  attempt, progress, counts, created_at, updated_at, owner, instance, heartbeat_at, is_cancel_requested, revision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', 1, ?, ?, ?, ?, ?, ?, ${serverTime}, 0, 1)`
const takeOver = `UPDATE quire.jobs SET state = 'running', attempt = attempt + 1, input = ?, is_repeatable = ?, origin = ?,
  correlation_id = ?, progress = ?, owner = ?, instance = ?, heartbeat_at = ${serverTime}, updated_at = ?, finished_at = NULL,
  failure = NULL, is_cancel_requested = 0, revision = revision + 1 WHERE key = ?`
const beatOnly = `UPDATE quire.jobs SET heartbeat_at = ${serverTime}, state = 'running' WHERE key = ?`
const beatWithNews = `UPDATE quire.jobs SET heartbeat_at = ${serverTime}, state = 'running', progress = ?, counts = ?, updated_at = ?,
  revision = revision + 1 WHERE key = ?`
const end = `UPDATE quire.jobs SET state = ?, result = ?, failure = ?, progress = ?, counts = ?, updated_at = ?,
  finished_at = ?, revision = revision + 1 WHERE key = ?`
const interrupt = `UPDATE quire.jobs SET state = 'interrupted', updated_at = ?, revision = revision + 1
  WHERE id = ? AND instance = ? AND state = 'running'`
const requestCancel = `UPDATE quire.jobs SET is_cancel_requested = 1, updated_at = ?, revision = revision + 1
  WHERE key = ? AND is_cancel_requested = 0`
const cancelNow = `UPDATE quire.jobs SET state = 'cancelled', is_cancel_requested = 1, failure = ?, updated_at = ?,
  finished_at = ?, revision = revision + 1 WHERE key = ?`
/** Keys increase, so the newest jobs have the highest. */
const dropOld = `DELETE FROM quire.jobs WHERE state <> 'running'
  AND key <= (SELECT key FROM quire.jobs ORDER BY key DESC LIMIT 1 OFFSET ?)`

const starting = JSON.stringify({ done: 0, total: null, message: 'Starting' })

async function beginJob(
  sql: Sql,
  draft: JobDraft,
  { owner, at, isAbandoned, keep, clock }: JobClaim & { keep: number; clock: Clock },
): Promise<{ role: 'owner' | 'guest'; job: JobSummary }> {
  await sql.run(lockWork, draft.key)
  const live = await sql.get<TimedRow>(liveByWork, draft.key)
  if (live?.state === 'running' && !isAbandoned(toJob(live, clock)))
    return { role: 'guest', job: toJob(live, clock) }
  const asked = [
    JSON.stringify(draft.input),
    draft.isRepeatable ? 1 : 0,
    JSON.stringify(draft.origin),
  ] as const
  const who = [JSON.stringify(owner), owner.instance] as const
  if (live) await sql.run(takeOver, ...asked, draft.correlationId, starting, ...who, at, live.key)
  else {
    const { id, key, kind, title, collection, correlationId } = draft
    const names = [id, key, kind, title, collection] as const
    const counts = JSON.stringify(noItems)
    await sql.run(insert, ...names, ...asked, correlationId, starting, counts, at, at, ...who)
    await sql.run(dropOld, keep)
  }
  return { role: 'owner', job: toJob(await requireRow(sql, live?.id ?? draft.id), clock) }
}

/** Rows that another process is claiming at this moment are skipped, so that nobody waits. */
const listLive = `SELECT ${columns} FROM quire.jobs WHERE state IN ('running', 'interrupted') ORDER BY key
  FOR UPDATE SKIP LOCKED`
const reserve = `UPDATE quire.jobs SET state = 'interrupted', owner = ?, instance = ?, heartbeat_at = ${serverTime},
  revision = revision + 1 WHERE key = ?`

async function claimJob(
  sql: Sql,
  { owner, isAbandoned, mayTake, clock }: Parameters<JobLedger['claim']>[0] & { clock: Clock },
): Promise<JobSummary | null> {
  const rows = await sql.all<TimedRow>(listLive)
  const free = rows.find(row => {
    const job = toJob(row, clock)
    return isFree(job, isAbandoned) && mayTake(job)
  })
  if (free === undefined) return null
  await sql.run(reserve, JSON.stringify(owner), owner.instance, free.key)
  return toJob(await requireRow(sql, free.id), clock)
}

async function beatJob(sql: Sql, owned: OwnedJob, news: JobNews): Promise<BeatAnswer> {
  const row = await ownRow(sql, owned)
  if (row === null) return 'lost'
  if (news.progress === null && news.items.length === 0) await sql.run(beatOnly, row.key)
  else await sql.run(beatWithNews, ...(await writeItems(sql, row, news)), news.at, row.key)
  return row.is_cancel_requested === 1 ? 'cancel' : 'kept'
}

async function finishJob(sql: Sql, owned: OwnedJob, ending: JobEnding): Promise<boolean> {
  const row = await ownRow(sql, owned)
  if (row === null) return false
  const result = ending.state === 'done' ? JSON.stringify(ending.result) : null
  const failure = 'failure' in ending ? JSON.stringify(ending.failure) : null
  const finishedAt = ending.state === 'interrupted' ? null : ending.at
  const news = await writeItems(sql, row, ending)
  await sql.run(end, ending.state, result, failure, ...news, ending.at, finishedAt, row.key)
  return true
}

async function cancelJob(
  sql: Sql,
  id: string,
  { at, isAbandoned, failure, clock }: Parameters<JobLedger['cancel']>[1] & { clock: Clock },
): Promise<JobSummary | null> {
  const row = await sql.get<TimedRow>(`${byId} FOR UPDATE`, id)
  if (!row) return null
  const isIdle = isFree(toJob(row, clock), isAbandoned)
  if (isIdle) await sql.run(cancelNow, JSON.stringify(failure), at, at, row.key)
  else if (row.state === 'running') await sql.run(requestCancel, at, row.key)
  return toJob(await requireRow(sql, id), clock)
}

/** Returns the job, locked, if this process owns it and it has not ended. */
async function ownRow(sql: Sql, { id, instance }: OwnedJob): Promise<JobRow | null> {
  const row = await sql.get<JobRow>(`${byId} FOR UPDATE`, id)
  const isLive = row?.state === 'running' || row?.state === 'interrupted'
  return row && isLive && row.instance === instance ? row : null
}

const findItem = 'SELECT ordinal, outcome FROM quire.job_items WHERE job = ? AND name = ?'
const insertItem = `INSERT INTO quire.job_items (job, ordinal, name, outcome, message, document_id, chunks)
  SELECT ?::bigint, coalesce(max(ordinal), 0) + 1, ?, ?, ?, ?, ?::int FROM quire.job_items WHERE job = ?`
const updateItem = `UPDATE quire.job_items SET outcome = ?, message = ?, document_id = ?, chunks = ?
  WHERE job = ? AND ordinal = ?`

/** Writes the items; returns progress and counts as JSON to store. */
async function writeItems(sql: Sql, row: JobRow, { progress, items }: JobNews): Promise<[string, string]> {
  const counts: Record<JobItem['outcome'], number> = JSON.parse(row.counts)
  for (const item of items) {
    const known = await sql.get<Pick<JobItem, 'outcome'> & { ordinal: number }>(findItem, row.key, item.name)
    const { name, outcome, message, documentId, chunks } = item
    if (known && outcome === 'skipped' && known.outcome !== 'failed') continue
    counts[outcome] += 1
    if (known) {
      counts[known.outcome] -= 1
      await sql.run(updateItem, outcome, message, documentId, chunks, row.key, known.ordinal)
    } else await sql.run(insertItem, row.key, name, outcome, message, documentId, chunks, row.key)
  }
  return [progress === null ? row.progress : JSON.stringify(progress), JSON.stringify(counts)]
}

async function requireRow(sql: Sql, id: string): Promise<TimedRow> {
  const row = await sql.get<TimedRow>(byId, id)
  if (row) return row
  throw new Error(`The job ${id} was written but cannot be read back.`)
}

async function readJob(sql: Sql, id: string, clock: Clock): Promise<JobRecord | null> {
  const row = await sql.get<TimedRow & { result: string | null }>(
    `SELECT ${columns}, result FROM quire.jobs WHERE id = ?`,
    id,
  )
  if (!row) return null
  const { result, ...timed } = row
  return { ...toJob(timed, clock), result: result === null ? null : JSON.parse(result) }
}

async function listJobs(
  sql: Sql,
  { states, limit, clock }: { states: readonly JobState[] | null; limit: number; clock: Clock },
): Promise<JobSummary[]> {
  const where = 'WHERE ?::text[] IS NULL OR state = ANY(?::text[])'
  const rows = await sql.all<TimedRow>(
    `SELECT ${columns} FROM quire.jobs ${where} ORDER BY key DESC LIMIT ?`,
    states,
    states,
    limit,
  )
  return rows.map(row => toJob(row, clock))
}

const itemsOfJob = `SELECT name, outcome, message, document_id, chunks FROM quire.job_items
  WHERE job = (SELECT key FROM quire.jobs WHERE id = ?) ORDER BY ordinal LIMIT ? OFFSET ?`

async function listItems(
  sql: Sql,
  id: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<JobItem[]> {
  const rows = await sql.all<ItemRow>(itemsOfJob, id, limit, offset)
  return rows.map(({ document_id, ...rest }) => ({ ...rest, documentId: document_id }))
}
