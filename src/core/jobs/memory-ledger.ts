import { randomUUID } from 'node:crypto'
import { type ItemCounts, itemOutcomes, type JobItem, type JobRecord, type JobSummary } from '../model/job.ts'
import type { Clock } from '../ports/clock.ts'
import { isFree, type JobLedger, type JobNews } from '../ports/job-ledger.ts'
import type { Jobs } from './job-request.ts'
import { createJobs } from './jobs.ts'

type Entry = { record: JobRecord; items: Map<string, JobItem> }

/** A ledger for an engine without a home: it exists as long as the process, and other processes do not see it. */
export function memoryJobLedger({ keep = 500 }: { keep?: number } = {}): JobLedger {
  const entries = new Map<string, Entry>()
  const isLive = ({ record }: Entry) => record.state === 'running' || record.state === 'interrupted'

  function ownEntry(id: string, instance: string): Entry | null {
    const entry = entries.get(id)
    return entry && isLive(entry) && entry.record.owner.instance === instance ? entry : null
  }

  function change(entry: Entry, fields: Partial<JobRecord>): void {
    entry.record = { ...entry.record, ...fields, revision: entry.record.revision + 1 }
  }

  function hear(entry: Entry, { progress, items, at }: JobNews): void {
    for (const item of items) {
      const known = entry.items.get(item.name)
      const isOld = known !== undefined && known.outcome !== 'failed' && item.outcome === 'skipped'
      if (!isOld) entry.items.set(item.name, item)
    }
    change(entry, {
      progress: progress ?? entry.record.progress,
      counts: countItems([...entry.items.values()]),
      updatedAt: at,
    })
  }

  function dropOld(): void {
    const old = [...entries.values()].reverse().slice(keep)
    for (const { record } of old) if (record.state !== 'running') entries.delete(record.id)
  }

  return {
    async begin(draft, { owner, at, isAbandoned }) {
      const live = [...entries.values()].find(entry => entry.record.key === draft.key && isLive(entry))
      if (live?.record.state === 'running' && !isAbandoned(live.record))
        return { role: 'guest', job: toSummary(live.record) }
      const { input, isRepeatable, origin, correlationId } = draft
      const taken = { input, isRepeatable, origin, correlationId, owner, heartbeatAt: at, updatedAt: at }
      const fresh = { state: 'running' as const, failure: null, finishedAt: null, isCancelRequested: false }
      const progress = { done: 0, total: null, message: 'Starting' }
      if (live) {
        change(live, { ...taken, ...fresh, progress, attempt: live.record.attempt + 1 })
        return { role: 'owner', job: toSummary(live.record) }
      }
      const first = { attempt: 1, counts: countItems([]), createdAt: at, revision: 1, result: null }
      const record = { ...draft, ...taken, ...fresh, ...first, progress }
      entries.set(draft.id, { record, items: new Map() })
      dropOld()
      return { role: 'owner', job: toSummary(record) }
    },
    async claim({ owner, at, isAbandoned, mayTake }) {
      const free = [...entries.values()].find(({ record }) => isFree(record, isAbandoned) && mayTake(record))
      if (free === undefined) return null
      change(free, { state: 'interrupted', owner, heartbeatAt: at })
      return toSummary(free.record)
    },
    async beat(id, instance, news) {
      const entry = ownEntry(id, instance)
      if (entry === null) return 'lost'
      if (news.progress !== null || news.items.length > 0) hear(entry, news)
      entry.record = { ...entry.record, state: 'running', heartbeatAt: news.at }
      return entry.record.isCancelRequested ? 'cancel' : 'kept'
    },
    async finish(id, instance, ending) {
      const entry = ownEntry(id, instance)
      if (entry === null) return false
      hear(entry, ending)
      const finishedAt = ending.state === 'interrupted' ? null : ending.at
      const failure = 'failure' in ending ? ending.failure : null
      const result = ending.state === 'done' ? ending.result : null
      change(entry, { state: ending.state, finishedAt, failure, result })
      return true
    },
    async forget(id, instance) {
      if (entries.get(id)?.record.owner.instance === instance) entries.delete(id)
    },
    async interrupt(id, instance, at) {
      const entry = ownEntry(id, instance)
      if (entry?.record.state === 'running') change(entry, { state: 'interrupted', updatedAt: at })
    },
    async cancel(id, { at, isAbandoned, failure }) {
      const entry = entries.get(id)
      if (entry === undefined) return null
      const { state, isCancelRequested } = entry.record
      const isIdle = state === 'interrupted' || (state === 'running' && isAbandoned(entry.record))
      const asked = { isCancelRequested: true, updatedAt: at }
      if (isIdle) change(entry, { ...asked, state: 'cancelled', failure, finishedAt: at })
      else if (state === 'running' && !isCancelRequested) change(entry, asked)
      return toSummary(entry.record)
    },
    get: async id => entries.get(id)?.record ?? null,
    async list({ states, limit }) {
      const newest = [...entries.values()].reverse().map(entry => toSummary(entry.record))
      return newest.filter(job => states === null || states.includes(job.state)).slice(0, limit)
    },
    async items(id, { offset, limit }) {
      return [...(entries.get(id)?.items.values() ?? [])].slice(offset, offset + limit)
    },
    async close() {},
  }
}

function toSummary({ result: _result, ...summary }: JobRecord): JobSummary {
  return summary
}

function countItems(items: readonly JobItem[]): ItemCounts {
  const count = (outcome: string) => items.filter(item => item.outcome === outcome).length
  const [created, replaced, skipped, failed] = itemOutcomes.map(count)
  return { created: created ?? 0, replaced: replaced ?? 0, skipped: skipped ?? 0, failed: failed ?? 0 }
}

/** Jobs for an engine that shares nothing with other processes: they end with the process. */
export function localJobs(clock: Clock): Jobs {
  return createJobs({
    ledger: memoryJobLedger(),
    clock,
    processes: {
      self: { instance: randomUUID(), pid: process.pid, host: 'localhost' },
      mayLive: () => true,
    },
    log: { write() {} },
  })
}
