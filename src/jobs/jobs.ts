import { randomUUID } from 'node:crypto'
import { abortFailure } from '../model/failure.ts'
import type { Progress, ReportProgress } from '../model/progress.ts'

export type JobContext<Partial> = {
  signal: AbortSignal
  progress: ReportProgress
  /** What can already be answered, should the caller not wait for the end. */
  publish(partial: Partial): void
}

export type JobRequest<Partial, Value> = {
  /** Calls with the same key join the same work. */
  key: string
  /** How long the caller is ready to wait. */
  patienceMs: number
  /** Cancels the work as long as this caller waits for it. */
  signal: AbortSignal
  progress: ReportProgress
  work(context: JobContext<Partial>): Promise<Value>
}

export type JobResult<Partial, Value> =
  | { state: 'done'; value: Value }
  | { state: 'running'; id: string; progress: Progress; partial: Partial | null }

export type Jobs = {
  /** Starts or joins the work; answers with its value, or with where it stands when patience ends. */
  run<Partial, Value>(request: JobRequest<Partial, Value>): Promise<JobResult<Partial, Value>>
  /** Work under way now, oldest first. */
  list(): { id: string; progress: Progress }[]
  /** Cancels everything and waits until it has stopped. */
  stopAll(): Promise<void>
}

type Job = {
  id: string
  controller: AbortController
  listeners: Set<ReportProgress>
  progress: Progress
  partial: unknown
  result: Promise<unknown>
}

/** Work that may outlive a call. It lives in this process; whoever calls again with the same key joins it. */
export function createJobs(): Jobs {
  const running = new Map<string, Job>()

  function start<Partial, Value>(request: JobRequest<Partial, Value>): Job {
    const controller = new AbortController()
    const job: Job = {
      id: randomUUID(),
      controller,
      listeners: new Set(),
      progress: { done: 0, total: null, message: 'Starting' },
      partial: null,
      result: Promise.resolve(),
    }
    job.result = request
      .work({
        signal: controller.signal,
        progress: step => {
          job.progress = step
          for (const listener of job.listeners) listener(step)
        },
        publish: partial => {
          job.partial = partial
        },
      })
      .finally(() => running.delete(request.key))
    // A job whose caller has left must not bring the process down when it fails.
    job.result.catch(() => {})
    running.set(request.key, job)
    return job
  }

  return {
    async run<Partial, Value>(request: JobRequest<Partial, Value>): Promise<JobResult<Partial, Value>> {
      const job = running.get(request.key) ?? start(request)
      job.listeners.add(request.progress)
      try {
        const outcome = await waitFor(job, request)
        // SAFETY: a key stands for one kind of work, so whoever joins by it expects that work's types.
        if (outcome.state === 'done') return outcome as JobResult<Partial, Value>
        return {
          state: 'running',
          id: job.id,
          progress: job.progress,
          partial: job.partial as Partial | null,
        }
      } finally {
        job.listeners.delete(request.progress)
      }
    },
    list: () => [...running.values()].map(({ id, progress }) => ({ id, progress })),
    async stopAll() {
      const jobs = [...running.values()]
      for (const job of jobs) job.controller.abort()
      await Promise.allSettled(jobs.map(job => job.result))
    },
  }
}

/** Ends with the work, when patience does, or when the caller cancels (which cancels work nobody else awaits). */
function waitFor(
  job: Job,
  { patienceMs, signal }: { patienceMs: number; signal: AbortSignal },
): Promise<{ state: 'done'; value: unknown } | { state: 'running' }> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      if (job.listeners.size <= 1) job.controller.abort(signal.reason)
      reject(abortFailure(signal))
    }
    const timer =
      patienceMs === Number.POSITIVE_INFINITY
        ? null
        : setTimeout(() => resolve({ state: 'running' }), patienceMs)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    job.result
      .then(value => resolve({ state: 'done', value }), reject)
      .finally(() => {
        if (timer) clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      })
  })
}
