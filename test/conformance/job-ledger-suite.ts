import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import type { JobFailure, JobItem, JobOwner, JobSummary } from '../../src/core/model/job.ts'
import type { JobClaim, JobDraft, JobEnding, JobLedger, JobNews } from '../../src/core/ports/job-ledger.ts'

/** A place for one test: all handles opened there use the same ledger. */
export type LedgerPlace = { open(): JobLedger }

const at = '2026-01-02T03:04:05.000Z'
const later = '2026-01-02T03:04:06.000Z'
const here: JobOwner = { instance: 'one', pid: 1, host: 'here' }
const there: JobOwner = { instance: 'two', pid: 2, host: 'here' }
const failure: JobFailure = { kind: 'cancelled', code: 'C', message: 'No.', hint: null, details: { a: 1 } }
const nothingNew: JobNews = { progress: null, items: [], at: later }
const page = { offset: 0, limit: 100 }

function draft(fields: Partial<JobDraft> = {}): JobDraft {
  return {
    id: 'job-1',
    key: 'work',
    kind: 'ingest_folder',
    title: 'Ingest /notes',
    collection: 'notes',
    input: { folder: '/notes', metadata: { deep: ['a', null] } },
    isRepeatable: true,
    origin: { surface: 'rest', isLocal: false },
    correlationId: 'c-1',
    ...fields,
  }
}

function claim(owner: JobOwner, isAbandoned = false): JobClaim {
  return { owner, at, isAbandoned: () => isAbandoned }
}

function item(name: string, outcome: JobItem['outcome'], message: string | null = null): JobItem {
  return { name, outcome, message, documentId: outcome === 'failed' ? null : `id of ${name}`, chunks: 3 }
}

/**
 * The suite that every ledger passes. `openPlace` must return handles that may be used until the test ends. A ledger with
 * its own clock says how long ago a heartbeat was.
 */
export function testJobLedger(
  name: string,
  openPlace: (context: TestContext, options?: { keep: number }) => Promise<LedgerPlace>,
  { hasOwnClock = false } = {},
): void {
  /** A ledger with its own clock has just heard it, by the clock of the test, which stands still. */
  const assertBeat = (found: string, expected: string) => {
    if (!hasOwnClock) return assert.equal(found, expected)
    const ago = Date.parse(at) - Date.parse(found)
    assert.ok(ago >= 0 && ago < 60_000, `${ago} ms ago`)
  }

  describe(`${name} is a ledger of jobs`, () => {
    test('a job that began is there, as it was described', async context => {
      const ledger = (await openPlace(context)).open()
      const { role, job } = await ledger.begin(draft(), claim(here))
      assert.equal(role, 'owner')
      assertBeat(job.heartbeatAt, at)
      assert.deepEqual(job, {
        ...draft(),
        state: 'running',
        attempt: 1,
        progress: { done: 0, total: null, message: 'Starting' },
        counts: { created: 0, replaced: 0, skipped: 0, failed: 0 },
        failure: null,
        createdAt: at,
        updatedAt: at,
        finishedAt: null,
        owner: here,
        heartbeatAt: job.heartbeatAt,
        isCancelRequested: false,
        revision: 1,
      })
      const { heartbeatAt: _, ...read } = (await ledger.get('job-1')) ?? assert.fail()
      const { heartbeatAt: __, ...begun } = job
      assert.deepEqual(read, { ...begun, result: null })
      assert.equal(await ledger.get('job-2'), null)
    })

    test('work that is under way has guests, not a second owner', async context => {
      const place = await openPlace(context)
      const [one, two] = [place.open(), place.open()]
      await one.begin(draft(), claim(here))
      const second = await two.begin(draft({ id: 'job-2' }), claim(there))
      assert.deepEqual([second.role, second.job.id, second.job.owner], ['guest', 'job-1', here])
      const other = await two.begin(draft({ id: 'job-3', key: 'other work' }), claim(there))
      assert.deepEqual([other.role, other.job.id], ['owner', 'job-3'])
    })

    test('of many who ask at once, one is the owner', async context => {
      const place = await openPlace(context)
      const handles = [place.open(), place.open()]
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          handles[index % 2]?.begin(draft({ id: `job-${index}` }), claim(index % 2 ? here : there)),
        ),
      )
      assert.equal(answers.filter(answer => answer?.role === 'owner').length, 1)
      assert.equal(new Set(answers.map(answer => answer?.job.id)).size, 1)
    })

    test('an abandoned or interrupted job is taken over under its id, with its items', async context => {
      const ledger = (await openPlace(context)).open()
      await ledger.begin(draft(), claim(here))
      await ledger.beat('job-1', 'one', { ...nothingNew, items: [item('a', 'created')] })
      const taken = await ledger.begin(draft({ id: 'job-2', correlationId: 'c-2' }), claim(there, true))
      assert.deepEqual([taken.role, taken.job.id, taken.job.attempt], ['owner', 'job-1', 2])
      assert.deepEqual([taken.job.owner, taken.job.correlationId], [there, 'c-2'])
      assert.equal(await ledger.beat('job-1', 'one', nothingNew), 'lost')
      assert.equal(await ledger.finish('job-1', 'one', { ...nothingNew, state: 'done', result: 1 }), false)
      assert.deepEqual(await ledger.items('job-1', page), [item('a', 'created')])
      await ledger.finish('job-1', 'two', { ...nothingNew, state: 'interrupted' })
      assert.equal((await ledger.get('job-1'))?.finishedAt, null)
      const again = await ledger.begin(draft({ id: 'job-3' }), claim(here))
      assert.deepEqual([again.role, again.job.id, again.job.attempt], ['owner', 'job-1', 3])
    })

    test('a job that has ended is not taken over', async context => {
      const ledger = (await openPlace(context)).open()
      const endings: JobEnding[] = [
        { ...nothingNew, state: 'done', result: { deep: [1, null, 'ä'] } },
        { ...nothingNew, state: 'failed', failure },
        { ...nothingNew, state: 'cancelled', failure },
      ]
      for (const [index, ending] of endings.entries()) {
        const id = `job-${index}`
        const begun = await ledger.begin(draft({ id }), claim(here, true))
        assert.deepEqual([begun.role, begun.job.id, begun.job.attempt], ['owner', id, 1])
        assert.equal(await ledger.finish(id, 'one', ending), true)
        const record = await ledger.get(id)
        assert.deepEqual([record?.state, record?.finishedAt], [ending.state, later])
        assert.deepEqual(record?.result, 'result' in ending ? ending.result : null)
        assert.deepEqual(record?.failure, 'failure' in ending ? failure : null)
        assert.equal(await ledger.beat(id, 'one', nothingNew), 'lost')
      }
    })

    test('news is kept; a sign of life alone changes nothing a watcher would want to know', async context => {
      const place = await openPlace(context)
      const [one, two] = [place.open(), place.open()]
      await one.begin(draft(), claim(here))
      assert.equal(await one.beat('job-1', 'one', nothingNew), 'kept')
      const quiet = await two.get('job-1')
      assert.deepEqual([quiet?.revision, quiet?.updatedAt], [1, at])
      assertBeat(quiet?.heartbeatAt ?? '', later)
      const progress = { done: 1, total: 2, message: 'a' }
      await one.beat('job-1', 'one', { progress, items: [], at: later })
      const news = await two.get('job-1')
      assert.deepEqual([news?.revision, news?.progress, news?.updatedAt], [2, progress, later])
    })

    test('each process that claims gets another job that nobody works on, and the oldest first', async context => {
      const place = await openPlace(context)
      const [one, two] = [place.open(), place.open()]
      const ids = ['job-1', 'job-2', 'job-3', 'job-4']
      for (const id of ids) await one.begin(draft({ id, key: id }), claim(here))
      for (const id of ids.slice(0, 3)) await one.interrupt(id, 'one', at)
      const isFreeFor = (owner: JobOwner) => ({
        ...claim(owner),
        mayTake: (job: JobSummary) => job.owner.instance === 'one' && job.id !== 'job-2',
      })
      const third: JobOwner = { instance: 'three', pid: 3, host: 'there' }
      const claimed = await Promise.all([two.claim(isFreeFor(there)), one.claim(isFreeFor(third))])
      const first = await two.claim(isFreeFor(there))
      const taken = [...claimed, first].flatMap(job => job?.id ?? []).toSorted()
      assert.deepEqual(taken, ['job-1', 'job-3'])
      assert.equal(await two.claim(isFreeFor(there)), null)
      const job = await one.get('job-1')
      assert.deepEqual([job?.state, job?.attempt], ['interrupted', 1])
      assert.ok(['two', 'three'].includes(job?.owner.instance ?? ''))
      // The one that worked on it before is told.
      assert.equal(await one.beat('job-1', 'one', nothingNew), 'lost')
      const abandoned = await two.claim({ ...claim(there, true), mayTake: ({ id }) => id === 'job-4' })
      assert.deepEqual([abandoned?.id, abandoned?.state], ['job-4', 'interrupted'])
      const { role, job: resumed } = await two.begin(draft({ id: 'new', key: 'job-4' }), claim(there))
      assert.deepEqual([role, resumed.id, resumed.attempt], ['owner', 'job-4', 2])
    })

    test('the latest outcome of an item counts, but skipped does not hide what the job had done', async context => {
      const ledger = (await openPlace(context)).open()
      await ledger.begin(draft(), claim(here))
      const first = [item('a', 'created'), item('b', 'failed', 'No text.'), item('c', 'skipped')]
      await ledger.beat('job-1', 'one', { ...nothingNew, items: first })
      const second = [item('b', 'created'), item('a', 'skipped'), item('c', 'replaced'), item('d', 'failed')]
      await ledger.finish('job-1', 'one', { ...nothingNew, items: second, state: 'done', result: null })
      assert.deepEqual(await ledger.items('job-1', page), [
        item('a', 'created'),
        item('b', 'created'),
        item('c', 'replaced'),
        item('d', 'failed'),
      ])
      const counts = { created: 2, replaced: 1, skipped: 0, failed: 1 }
      assert.deepEqual((await ledger.get('job-1'))?.counts, counts)
      assert.deepEqual(
        (await ledger.items('job-1', { offset: 1, limit: 2 })).map(({ name }) => name),
        ['b', 'c'],
      )
      assert.deepEqual(await ledger.items('job-2', page), [])
    })

    test('the owner hears that someone wants the end; who works on nothing is ended at once', async context => {
      const place = await openPlace(context)
      const [one, two] = [place.open(), place.open()]
      const ask = { at: later, isAbandoned: () => false, failure }
      assert.equal(await two.cancel('job-1', ask), null)
      await one.begin(draft(), claim(here))
      const asked = await two.cancel('job-1', ask)
      assert.deepEqual([asked?.state, asked?.isCancelRequested, asked?.revision], ['running', true, 2])
      assert.equal((await two.cancel('job-1', ask))?.revision, 2)
      assert.equal(await one.beat('job-1', 'one', nothingNew), 'cancel')
      const gone = await two.cancel('job-1', { ...ask, isAbandoned: () => true })
      assert.deepEqual([gone?.state, gone?.failure, gone?.finishedAt], ['cancelled', failure, later])
      assert.equal((await two.cancel('job-1', ask))?.revision, 3)
    })

    test('an interrupted owner that is still there has its job back; a replaced one has not', async context => {
      const ledger = (await openPlace(context)).open()
      await ledger.begin(draft(), claim(here))
      await ledger.interrupt('job-1', 'two', later)
      assert.equal((await ledger.get('job-1'))?.state, 'running')
      await ledger.interrupt('job-1', 'one', later)
      assert.equal((await ledger.get('job-1'))?.state, 'interrupted')
      assert.equal(await ledger.beat('job-1', 'one', nothingNew), 'kept')
      assert.equal((await ledger.get('job-1'))?.state, 'running')
    })

    test('only the owner can have its job forgotten', async context => {
      const ledger = (await openPlace(context)).open()
      await ledger.begin(draft(), claim(here))
      await ledger.beat('job-1', 'one', { ...nothingNew, items: [item('a', 'created')] })
      await ledger.forget('job-1', 'two')
      assert.notEqual(await ledger.get('job-1'), null)
      await ledger.forget('job-1', 'one')
      assert.deepEqual(await ledger.list({ states: null, limit: 10 }), [])
      assert.deepEqual(await ledger.items('job-1', page), [])
    })

    test('jobs are listed newest first, by state when asked; old ones that have ended are forgotten', async context => {
      const ledger = (await openPlace(context, { keep: 3 })).open()
      for (let index = 0; index < 5; index++) {
        await ledger.begin(draft({ id: `job-${index}`, key: `work ${index}` }), claim(here))
        if (index > 0)
          await ledger.finish(`job-${index}`, 'one', { ...nothingNew, state: 'done', result: index })
      }
      const ids = async (states: Parameters<JobLedger['list']>[0]['states'], limit = 10) =>
        (await ledger.list({ states, limit })).map(job => job.id)
      assert.deepEqual(await ids(null), ['job-4', 'job-3', 'job-2', 'job-0'])
      assert.deepEqual(await ids(null, 2), ['job-4', 'job-3'])
      assert.deepEqual(await ids(['running', 'failed']), ['job-0'])
      assert.deepEqual(await ids([]), [])
    })
  })
}
