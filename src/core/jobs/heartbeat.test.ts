import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobOwner } from '../model/job.ts'
import { isAbandoned } from './heartbeat.ts'
import { memoryJobLedger } from './memory-ledger.ts'

const self: JobOwner = { instance: 'me', pid: 1, host: 'here' }
const other: JobOwner = { instance: 'other', pid: 2, host: 'here' }
const beatAt = '2026-01-01T00:00:00.000Z'

const cases: [string, { owner: JobOwner; silentMs: number; mayLive: boolean; isOurs?: boolean }, boolean][] =
  [
    ['a process that beats is at work', { owner: other, silentMs: 900, mayLive: true }, false],
    ['a slow step is no death', { owner: other, silentMs: 59_000, mayLive: true }, false],
    [
      'an owner that runs but is silent for a minute has lost it',
      { owner: other, silentMs: 60_001, mayLive: true },
      true,
    ],
    [
      'a pid that cannot be found may be in another namespace',
      { owner: other, silentMs: 2_900, mayLive: false },
      false,
    ],
    ['gone and silent is dead', { owner: other, silentMs: 3_001, mayLive: false }, true],
    [
      'what this process works on is never abandoned',
      { owner: self, silentMs: 99_000, mayLive: true, isOurs: true },
      false,
    ],
    [
      'what this process no longer works on is',
      { owner: self, silentMs: 0, mayLive: true, isOurs: false },
      true,
    ],
    ['a clock that was set back proves nothing', { owner: other, silentMs: -90_000, mayLive: false }, false],
  ]

for (const [name, { owner, silentMs, mayLive, isOurs = false }, expected] of cases)
  test(name, async () => {
    const { job } = await memoryJobLedger().begin(
      {
        id: 'a',
        key: 'a',
        kind: 'a',
        title: 'a',
        collection: null,
        input: {},
        isRepeatable: true,
        origin: { surface: 'cli', isLocal: true },
        correlationId: 'a',
      },
      { owner, at: beatAt, isAbandoned: () => false },
    )
    const now = new Date(Date.parse(beatAt) + silentMs).toISOString()
    assert.equal(
      isAbandoned(job, { now, processes: { self, mayLive: () => mayLive }, isOurs: () => isOurs }),
      expected,
    )
  })
