import { throwIfAborted } from '../model/failure.ts'
import type { JobSummary } from '../model/job.ts'
import type { JsonValue } from '../model/json.ts'
import type { ReportProgress } from '../model/progress.ts'
import { cancelledByRequest, fromJobFailure } from './job-failure.ts'
import type { JobParts } from './parts.ts'
import { pause } from './pause.ts'

/** `vacant`: it has ended without a result, and not because anyone wanted it to: whoever still wants it may do it. */
export type Followed =
  | { state: 'done'; value: JsonValue }
  | { state: 'running'; job: JobSummary }
  | { state: 'vacant' }

const pollMs = 250

/** Waits for the end of a job that another process works on, as its guest. Leaving does not end it. */
export async function followJob(
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
  for (;;) {
    throwIfAborted(signal)
    const job = await ledger.get(id)
    if (job === null || job.state === 'interrupted') return { state: 'vacant' }
    if (job.revision > seen) context.progress(job.progress)
    seen = job.revision
    if (job.state === 'done') return { state: 'done', value: job.result }
    if (job.state === 'cancelled' && !job.isCancelRequested) return { state: 'vacant' }
    if (job.state !== 'running')
      throw job.failure === null ? cancelledByRequest(id) : fromJobFailure(job.failure)
    if (context.isAbandoned(job)) return { state: 'vacant' }
    if (patience.aborted) return { state: 'running', job }
    await pause(clock, pollMs, either)
  }
}
