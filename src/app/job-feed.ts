import { jobOnWire } from '../core/contract/job-fields.ts'
import type { JobFeed } from '../surfaces/rest/event-streams.ts'
import type { Wired } from './wire.ts'

/** Jobs as the event stream tells them: in the words of the tools that list them. */
export function jobFeed({ engine }: Pick<Wired, 'engine'>): JobFeed {
  return async function* (id, signal) {
    for await (const job of engine.jobs.watch(id, signal))
      yield { revision: job.revision, isOver: job.state !== 'running', value: jobOnWire(job) }
  }
}
