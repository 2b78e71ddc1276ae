import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  advanceSync,
  emptySyncState,
  isUpToDate,
  planSync,
  type Reading,
  type SyncState,
} from './sync-state.ts'

const reading = (version: number | null, stamps: Record<string, string>, source = 'db'): Reading => ({
  source,
  version,
  items: Object.entries(stamps).map(([key, stamp]) => ({ key, stamp })),
})
const state: SyncState = { source: 'db', version: 10, stamps: { A: '1', B: '1', C: '1' } }
const all = (keys: string[]) => ({ taken: new Set(keys), removed: new Set<string>() })

test('new, changed, gone and unchanged items are distinguished by their stamps', () => {
  const plan = planSync(state, reading(11, { D: '1', B: '2', A: '1' }))
  assert.deepEqual(plan, { added: ['D'], changed: ['B'], removed: ['C'], unchanged: ['A'], isStale: false })
})

test('the first run finds everything new', () => {
  assert.deepEqual(planSync(emptySyncState, reading(3, { B: '1', A: '1' })).added, ['A', 'B'])
})

test('a complete run moves the version to the one asked for before reading', () => {
  const read = reading(11, { A: '1', B: '2', D: '1' })
  const next = advanceSync(state, read, { taken: new Set(['B', 'D']), removed: new Set(['C']) })
  assert.deepEqual(next, { source: 'db', version: 11, stamps: { A: '1', B: '2', D: '1' } })
  assert.deepEqual(planSync(next, read).unchanged, ['A', 'B', 'D'])
})

test('what failed keeps its old stamp, holds the version back and comes up again', () => {
  const read = reading(11, { A: '1', B: '2', C: '1', D: '1' })
  const next = advanceSync(state, read, all(['D']))
  assert.equal(next.version, 10)
  assert.deepEqual(planSync(next, read).changed, ['B'])
  assert.deepEqual(planSync(next, read).added, [])
})

test('what could not be removed holds the version back too', () => {
  const read = reading(11, { A: '1', B: '1' })
  const next = advanceSync(state, read, all([]))
  assert.equal(next.version, 10)
  assert.deepEqual(planSync(next, read).removed, ['C'])
})

test('a snapshot older than what was seen removes nothing, undoes nothing and never moves the version', () => {
  const old = reading(9, { A: '0', B: '1' })
  const plan = planSync(state, old)
  assert.deepEqual([plan.isStale, plan.removed, plan.changed], [true, [], []])
  const next = advanceSync(state, old, all(['A', 'B']))
  assert.deepEqual(next, state)
})

test('an item that an old snapshot hid is found by the next reading', () => {
  const hidden = advanceSync(state, reading(10, { A: '1', B: '1', C: '1' }), all([]))
  const later = reading(12, { A: '1', B: '1', C: '1', FRESH: '1' })
  assert.deepEqual(planSync(hidden, later).added, ['FRESH'])
})

test('versions of another source say nothing: everything is compared by stamp', () => {
  const web = reading(3, { A: '1', B: '1', C: 'x' }, 'web')
  assert.deepEqual(planSync(state, web), {
    added: [],
    changed: ['C'],
    removed: [],
    unchanged: ['A', 'B'],
    isStale: false,
  })
  assert.equal(advanceSync(state, web, all([])).version, null)
  assert.equal(advanceSync(state, web, all(['C'])).version, 3)
})

test('an item the source calls changed is changed although its stamp is the same, until it was taken over', () => {
  const read = { ...reading(11, { A: '1', B: '1', C: '1' }), touched: ['B', 'UNKNOWN'] }
  assert.deepEqual(planSync(state, read).changed, ['B'])
  assert.equal(advanceSync(state, read, all([])).version, 10)
  assert.equal(advanceSync(state, read, all(['B'])).version, 11)
})

test('nothing is read when the version is known and the same', () => {
  assert.equal(isUpToDate(state, 'db', 10), true)
  assert.equal(isUpToDate(state, 'db', 11), false)
  assert.equal(isUpToDate(state, 'web', 10), false)
  assert.equal(isUpToDate({ ...state, version: null }, 'db', null), false)
})
