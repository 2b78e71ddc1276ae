import { setImmediate as turn } from 'node:timers/promises'
import type { JobItem } from '../../model/job.ts'
import { silent } from '../../model/progress.ts'
import type { Clock } from '../../ports/clock.ts'
import type { JobLedger } from '../../ports/job-ledger.ts'
import type { JobContext, JobRequest } from '../job-request.ts'
import { createJobs } from '../jobs.ts'
import { memoryJobLedger } from '../memory-ledger.ts'

export const never = new AbortController().signal

/** A clock that the test advances, in steps of 250 ms, so that all due timers run. */
export function manualClock() {
  let time = 0
  const timers = new Set<{ at: number; controller: AbortController }>()
  const clock: Clock = {
    now: () => new Date(Date.UTC(2026, 0, 1) + time).toISOString(),
    elapsed: () => time,
    timeout(ms) {
      const timer = { at: time + ms, controller: new AbortController() }
      timers.add(timer)
      return { signal: timer.controller.signal, dispose: () => void timers.delete(timer) }
    },
  }
  async function pass(ms: number): Promise<void> {
    await settle()
    for (const end = time + ms; time < end; ) {
      time = Math.min(end, time + 250)
      for (const timer of [...timers].filter(({ at }) => at <= time)) {
        timers.delete(timer)
        timer.controller.abort(new DOMException('The time is over.', 'TimeoutError'))
      }
      await settle()
    }
  }
  /** Advances the time without running timers, as after a suspended machine wakes up. */
  function sleep(ms: number): void {
    time += ms
  }
  return { clock, pass, sleep }
}

/** Waits until all work that needs no timer is done. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 10; round++) await turn()
}

export type LogLine = { level: string; event: string } & Record<string, unknown>

/** A home that several processes share; each call of `start` adds a process. */
export function sharedHome(ledger: JobLedger = memoryJobLedger()) {
  const time = manualClock()
  const dead = new Set<number>()
  const log: LogLine[] = []
  let pids = 0
  return {
    ...time,
    ledger,
    log,
    start() {
      pids += 1
      const pid = pids
      const self = { instance: `process ${pid}`, pid, host: 'here' }
      const orNever = <T>(answer: () => Promise<T>) => (dead.has(pid) ? new Promise<T>(() => {}) : answer())
      const jobs = createJobs({
        ledger: {
          ...ledger,
          // A dead process sends nothing.
          beat: (...given) => orNever(() => ledger.beat(...given)),
          finish: (...given) => orNever(() => ledger.finish(...given)),
          // When one process closes the ledger, it stays open for the others.
          close: async () => {},
        },
        clock: time.clock,
        processes: { self, mayLive: owner => !dead.has(owner.pid) },
        log: { write: (level, event, fields) => void log.push({ level, event, ...fields }) },
      })
      return {
        jobs,
        /** Ends the process like kill -9. */
        die: () => void dead.add(pid),
      }
    },
  }
}

export function request<Value>(
  work: (context: JobContext) => Promise<Value>,
  fields: Partial<JobRequest<Value>> = {},
): JobRequest<Value> {
  return {
    key: 'the work',
    kind: 'ingest_folder',
    title: 'Ingest a folder',
    collection: 'notes',
    input: { folder: '/notes' },
    isRepeatable: true,
    caller: { surface: 'stdio', isLocal: true },
    correlationId: 'correlation-1',
    patienceMs: 10_000,
    signal: never,
    progress: silent,
    work,
    ...fields,
  }
}

export function item(name: string, outcome: JobItem['outcome'] = 'created'): JobItem {
  return { name, outcome, message: null, documentId: `id of ${name}`, chunks: 1 }
}

export function gate<T = string>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { promise, open: resolve, fail: reject }
}

/** Work that ends when the gate opens or its signal aborts. */
export function untilOpened<T>(end: { promise: Promise<T> }, { signal }: JobContext): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
  return Promise.race([end.promise, aborted])
}
