import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntriesState, keptEntries } from './kept-entries.ts'

const state: EntriesState = { structure: Uint8Array.of(1, 2), groups: Uint8Array.of(7) }
const ofLength = (length: number) => ({ packed: new Uint8Array(length), count: length })

test('entries are found until the index or the places of its chunks change', () => {
  const kept = keptEntries()
  const entries = ofLength(10)
  kept.of(1, state).keep('term', entries)
  const same = { structure: Uint8Array.of(1, 2), groups: Uint8Array.of(7) }
  assert.equal(kept.of(1, same).find('term'), entries)
  assert.equal(kept.of(2, state).find('term'), undefined)
  assert.equal(kept.of(1, { ...state, structure: Uint8Array.of(1, 3) }).find('term'), undefined)
  kept.of(1, state).keep('term', entries)
  assert.equal(kept.of(1, { ...state, groups: Uint8Array.of(8) }).find('term'), undefined)
})

test('a state that is overwritten later is kept as it was', () => {
  const kept = keptEntries()
  const overwritten = { structure: Uint8Array.of(1), groups: Uint8Array.of(7) }
  kept.of(1, overwritten).keep('term', ofLength(1))
  overwritten.groups[0] = 8
  assert.equal(kept.of(1, overwritten).find('term'), undefined)
})

test('when there is no room, the entries that were used least recently are dropped', () => {
  const kept = keptEntries(3_000)
  const terms = kept.of(1, state)
  for (const term of ['first', 'second']) terms.keep(term, ofLength(1_000))
  const first = terms.find('first')
  assert.ok(first)
  terms.keep('first', first)
  kept.of(2, state).keep('third', ofLength(1_000))
  assert.equal(terms.find('second'), undefined)
  assert.equal(terms.find('first'), first)
  assert.ok(kept.of(2, state).find('third'))
})
