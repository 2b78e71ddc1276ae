import { sha256 } from '../model/identity.ts'
import type { JobSummary } from '../model/job.ts'
import { currentRights, keepRights, mayReach, requireReach } from '../model/rights.ts'
import type { Jobs } from './job-request.ts'

/**
 * Wraps jobs so that a call that is limited to collections sees only the jobs of these collections and those of its own
 * token; others do not exist for it.
 */
export function scopeJobs(jobs: Jobs): Jobs {
  async function isSeen(id: string): Promise<boolean> {
    if (currentRights().collections === null) return true
    const page = await jobs.get(id, { offset: 0, limit: 0 })
    return page !== null && maySee(page.job)
  }

  return {
    ...jobs,
    async run(request) {
      const { collections } = currentRights()
      if (collections === null) return jobs.run(request)
      if (request.collection !== null) {
        requireReach(request.collection)
        return jobs.run(request)
      }
      // Work on all collections is other work for those who have other collections.
      const reach = [...collections].sort()
      return jobs.run({ ...request, key: sha256(JSON.stringify([request.key, reach])) })
    },
    async list({ states, limit }) {
      if (currentRights().collections === null) return jobs.list({ states, limit })
      return (await jobs.list({ states, limit: mostJobs })).filter(maySee).slice(0, limit)
    },
    async get(id, page) {
      const found = await jobs.get(id, page)
      return found !== null && maySee(found.job) ? found : null
    },
    cancel: async (id, signal, reason) => ((await isSeen(id)) ? jobs.cancel(id, signal, reason) : null),
    underWay: () => jobs.underWay().filter(maySee),
    watch: (id, signal) => keepRights(watchSeen(id, signal)),
  }

  async function* watchSeen(id: string, signal: AbortSignal): AsyncGenerator<JobSummary> {
    for await (const job of jobs.watch(id, signal)) {
      if (!maySee(job)) return
      yield job
    }
  }
}

/** More than a ledger keeps. */
const mostJobs = 10_000

function maySee({ collection, origin }: Pick<JobSummary, 'collection' | 'origin'>): boolean {
  const { id, collections } = currentRights()
  if (collections === null) return true
  if (collection !== null) return mayReach(collection)
  return id !== null && origin.rights?.id === id
}
