import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openJobLedger } from '../../../src/adapters/stores/index.ts'
import { systemClock } from '../../../src/app/clock.ts'
import { storeUrl } from '../../../src/app/open-engine-parts.ts'
import { resumeJobs, withAllTools } from '../../../src/app/resume-jobs.ts'
import type { Rights } from '../../../src/core/model/rights.ts'
import { openGuarded } from './guarded-world.ts'

const world = await openGuarded()
after(() => world.close())
const { signal } = new AbortController()
/** A job that was left just now is reserved for its machine. */
const longAgo = '2026-01-01T00:00:00.000+00:00'

/** A job that a server which no longer runs has left, started with these rights. */
async function leaveJob(id: string, rights: Rights): Promise<void> {
  const ledger = await openJobLedger(storeUrl(world.wired.config.values), { clock: systemClock })
  try {
    const owner = { instance: `gone-${id}`, pid: 1, host: hostname() }
    const input = { content: `Iron gall ink, ${id}.`, source: 'ink.md', library: id }
    const draft = {
      ...{ id, key: id, kind: 'ingest_content', title: id, collection: id, input, correlationId: 'c' },
      ...{ isRepeatable: true, origin: { surface: 'rest', isLocal: false, rights } },
    }
    await ledger.begin(draft, { owner, at: longAgo, isAbandoned: () => false })
    await ledger.interrupt(id, owner.instance, longAgo)
  } finally {
    await ledger.close()
  }
}

const jobOf = async (id: string) => (await world.wired.engine.jobs.get(id, { offset: 0, limit: 0 }))?.job
const libraries = async () =>
  (await world.wired.engine.catalog.listCollections({ includeIsolated: true })).map(({ name }) => name)

test('after a restart, jobs of a token that was revoked or has expired end, and those of others go on', async () => {
  const writer = { role: 'writer', collections: null } as const
  const [valid, revoked, expired] = [
    await world.issue(writer, '2100-01-01T00:00:00Z'),
    await world.issue(writer),
    await world.issue(writer, '2026-01-02T00:00:00Z'),
  ]
  await world.wired.tokens.revoke(String(revoked.rights.id), systemClock.now())
  await leaveJob('of-valid', valid.rights)
  await leaveJob('of-revoked', revoked.rights)
  await leaveJob('of-expired', expired.rights)
  await resumeJobs(await withAllTools(world.wired), signal)

  for (let tries = 0; tries < 50 && (await libraries()).length === 0; tries++) await pause(20)
  assert.deepEqual(await libraries(), ['of-valid'])
  for (const [id, says] of [
    ['of-revoked', /was revoked/],
    ['of-expired', /has expired/],
  ] as const) {
    const job = await jobOf(id)
    assert.equal(job?.state, 'cancelled')
    assert.equal(job?.failure?.code, 'FORBIDDEN')
    assert.match(job?.failure?.message ?? '', says)
    assert.match(job?.failure?.hint ?? '', /another token/)
  }
})
