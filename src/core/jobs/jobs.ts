import { randomUUID } from 'node:crypto'
import { abortFailure, throwIfAborted } from '../model/failure.ts'
import type { JobSummary } from '../model/job.ts'
import type { JsonValue } from '../model/json.ts'
import type { ReportProgress } from '../model/progress.ts'
import { currentRights } from '../model/rights.ts'
import { createHeartbeat, isAbandoned, isReserved, pause } from './heartbeat.ts'
import type { JobParts, JobRequest, JobResult, Jobs } from './job-request.ts'
import {
  cancelledByRequest,
  fromJobFailure,
  interruptedByShutdown,
  type OwnJob,
  startOwnJob,
  toJobFailure,
  type Waiter,
} from './own-job.ts'

type Opened = { role: 'owner'; job: OwnJob } | { role: 'guest'; id: string }

/** Most items that are returned to a caller that stops waiting; the whole list is read in pages. */
const mostItems = 100_000
const watchMs = 250
/** How long `cancel` waits for an owner in another process. */
const cancelPatienceMs = 3_000

/** Runs work that may outlive a call and the process that started it. */
export function createJobs(parts: JobParts): Jobs {
  const { ledger, clock, processes, log } = parts
  const own = new Map<string, OwnJob>()
  const opening = new Map<string, Promise<Opened>>()
  const closing = new AbortController()
  const heartbeat = createHeartbeat(parts)
  /** Jobs that this process owns but has not started yet. */
  const starting = new Set<string>()
  const isOurs = (id: string) => starting.has(id) || [...own.values()].some(job => job.id === id)
  const isDead = (job: JobSummary) => isAbandoned(job, { now: clock.now(), processes, isOurs })

  async function open<Value>(request: JobRequest<Value>): Promise<Opened> {
    const { key, kind, title, collection, input, isRepeatable, caller, correlationId } = request
    const draft = { id: randomUUID(), key, kind, title, collection, input, isRepeatable, correlationId }
    const claim = { owner: processes.self, at: clock.now(), isAbandoned: isDead }
    const rights = currentRights()
    const origin = {
      surface: caller.surface,
      isLocal: caller.isLocal,
      ...(rights.id === null ? {} : { rights }),
    }
    const begun = await ledger.begin({ ...draft, origin }, claim).catch((error: unknown) => {
      log.write('warn', 'job_ledger', { job_id: draft.id, problem: String(error) })
      return null
    })
    if (begun?.role === 'guest') return { role: 'guest', id: begun.job.id }
    const { id, attempt } = begun?.job ?? { id: draft.id, attempt: 1 }
    starting.add(id)
    const earlier =
      attempt === 1 ? [] : await ledger.items(id, { offset: 0, limit: mostItems }).catch(() => [])
    const place = { id, attempt, earlier, isRecorded: begun !== null, origin }
    const job = startOwnJob(place, { request, onEnd }, parts)
    own.set(key, job)
    starting.delete(id)
    heartbeat.add(job)
    return { role: 'owner', job }
  }

  function onEnd(job: OwnJob): void {
    heartbeat.remove(job)
    if (own.get(job.key) === job) own.delete(job.key)
  }

  /** Concurrent calls with one key share one request to the ledger. */
  function openOnce<Value>(request: JobRequest<Value>): Promise<Opened> {
    const job = own.get(request.key)
    if (job !== undefined && !job.controller.signal.aborted) return Promise.resolve({ role: 'owner', job })
    const known = opening.get(request.key)
    if (known !== undefined) return known
    // A call after a cancelled one is a new run, which must not meet the old one.
    const ended = Promise.resolve(job?.result).catch(() => {})
    const opened = ended.then(() => open(request)).finally(() => opening.delete(request.key))
    opening.set(request.key, opened)
    return opened
  }

  async function attend<Value>(
    request: JobRequest<Value>,
    patience: AbortSignal,
  ): Promise<JobResult<Value> | null> {
    const opened = await openOnce(request)
    if (opened.role === 'owner') {
      const { job } = opened
      const waited = await waitForOwn(job, { report: request.progress }, { ...request, patience })
      const { id, progress } = job
      if (waited.state === 'running')
        return { state: 'running', id, progress, items: [...job.items.values()] }
      // SAFETY: a key identifies one kind of work, so callers with the same key expect the same type.
      return { state: 'done', id, value: waited.value as Value }
    }
    const { id } = opened
    const signal = AbortSignal.any([request.signal, closing.signal])
    const followed = await followJob(id, parts, { ...request, signal, patience, isAbandoned: isDead })
    if (followed.state === 'vacant') return null
    // SAFETY: as above; the owner stored plain JSON.
    if (followed.state === 'done') return { state: 'done', id, value: followed.value as Value }
    const items = await ledger.items(id, { offset: 0, limit: mostItems })
    return { state: 'running', id, progress: followed.job.progress, items }
  }

  /** Marks a job whose owner is gone as interrupted. */
  async function judge<Job extends JobSummary>(job: Job): Promise<Job> {
    if (job.state !== 'running' || !isDead(job)) return job
    await ledger.interrupt(job.id, job.owner.instance, clock.now())
    // It may have ended since it was read: a ledger on another machine answers late.
    return { ...job, ...((await ledger.get(job.id)) ?? { state: 'interrupted' }) }
  }

  async function* watch(id: string, signal: AbortSignal): AsyncGenerator<JobSummary> {
    const either = AbortSignal.any([signal, closing.signal])
    for (let seen = 0; !either.aborted; await pause(clock, watchMs, either)) {
      const found = await ledger.get(id)
      if (found === null) return
      const { result: _result, ...job } = await judge(found)
      if (job.revision > seen || job.state !== 'running') yield job
      seen = job.revision
      if (job.state !== 'running') return
    }
  }

  return {
    async run<Value>(request: JobRequest<Value>): Promise<JobResult<Value>> {
      const patience = clock.timeout(request.patienceMs)
      try {
        for (;;) {
          throwIfAborted(request.signal)
          throwIfAborted(closing.signal)
          const result = await attend(request, patience.signal)
          if (result !== null) return result
        }
      } finally {
        patience.dispose()
      }
    },
    list: async request => Promise.all((await ledger.list(request)).map(judge)),
    claim: mayTake =>
      ledger.claim({
        owner: processes.self,
        at: clock.now(),
        isAbandoned: isDead,
        mayTake: job => !isReserved(job, { now: clock.now(), processes }) && mayTake(job),
      }),
    async get(id, page) {
      const found = await ledger.get(id)
      return found && { job: await judge(found), items: await ledger.items(id, page) }
    },
    async cancel(id, signal, reason) {
      const failure = reason ?? cancelledByRequest(id)
      const claim = { at: clock.now(), isAbandoned: isDead, failure: toJobFailure(failure) }
      const asked = await ledger.cancel(id, claim)
      for (const job of own.values()) if (job.id === id) job.controller.abort(failure)
      if (asked?.state !== 'running') return asked
      const patience = clock.timeout(cancelPatienceMs)
      let last: JobSummary = asked
      for await (const job of watch(id, AbortSignal.any([signal, patience.signal]))) last = job
      patience.dispose()
      return last
    },
    watch,
    underWay: () =>
      [...own.values()].map(({ id, progress, collection, origin }) => ({ id, progress, collection, origin })),
    async close() {
      closing.abort(interruptedByShutdown(''))
      await Promise.allSettled(opening.values())
      const jobs = [...own.values()]
      for (const job of jobs) job.controller.abort(interruptedByShutdown(job.id))
      await Promise.allSettled(jobs.map(job => job.result))
      await ledger.close()
    },
  }
}

/** `vacant`: the job has no owner and no result, and was not cancelled while the caller waited: the caller may run it. */
type Followed =
  | { state: 'done'; value: JsonValue }
  | { state: 'running'; job: JobSummary }
  | { state: 'vacant' }

const pollMs = 250

/** Waits for the end of a job that another process works on. When the caller stops waiting, the job continues. */
async function followJob(
  id: string,
  { ledger, clock }: Pick<JobParts, 'ledger' | 'clock'>,
  context: {
    patience: AbortSignal
    signal: AbortSignal
    progress: ReportProgress
    isAbandoned(job: JobSummary): boolean
  },
): Promise<Followed> {
  const { patience, signal } = context
  const either = AbortSignal.any([patience, signal])
  let seen = 0
  let wasEnding: boolean | null = null
  for (;;) {
    throwIfAborted(signal)
    const job = await ledger.get(id)
    wasEnding ??= job?.state === 'running' && job.isCancelRequested
    if (job === null || job.state === 'interrupted') return { state: 'vacant' }
    if (job.revision > seen) context.progress(job.progress)
    seen = job.revision
    if (job.state === 'done') return { state: 'done', value: job.result }
    // A call after the request to cancel is a new run.
    if (job.state === 'cancelled' && (wasEnding || !job.isCancelRequested)) return { state: 'vacant' }
    if (job.state !== 'running')
      throw job.failure === null ? cancelledByRequest(id) : fromJobFailure(job.failure)
    if (context.isAbandoned(job)) return { state: 'vacant' }
    if (patience.aborted) return { state: 'running', job }
    await pause(clock, pollMs, either)
  }
}

type Waited = { state: 'done'; value: unknown } | { state: 'running' }

/**
 * Resolves when the work ends or the waiting time does. Rejects when the caller cancels, which also cancels the work if
 * no other caller waits for it.
 */
function waitForOwn(
  job: OwnJob,
  waiter: Waiter,
  { patience, signal }: { patience: AbortSignal; signal: AbortSignal },
): Promise<Waited> {
  const { promise, resolve, reject } = Promise.withResolvers<Waited>()
  const onImpatience = () => {
    job.isPromised = true
    resolve({ state: 'running' })
  }
  const onAbort = () => {
    const isAlone = job.waiters.size === 1 && job.waiters.has(waiter)
    if (isAlone && !job.isPromised) job.controller.abort(signal.reason)
    reject(abortFailure(signal))
  }
  job.waiters.add(waiter)
  signal.addEventListener('abort', onAbort, { once: true })
  patience.addEventListener('abort', onImpatience, { once: true })
  if (signal.aborted) onAbort()
  else if (patience.aborted) onImpatience()
  job.result.then(value => resolve({ state: 'done', value }), reject)
  return promise.finally(() => {
    job.waiters.delete(waiter)
    signal.removeEventListener('abort', onAbort)
    patience.removeEventListener('abort', onImpatience)
  })
}
