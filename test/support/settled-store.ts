import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Ranking, RankQuery, Store } from '../../src/core/ports/store.ts'

/** How often an index outside the database answered, of the rankings by vector. */
export type Tally = { answered: number; asked: number }

/**
 * A store whose rankings wait until its index outside the database has everything. A ranking that the index answers is
 * repeated by the database alone, which must agree.
 */
export function settledStore(store: Store, alone: Store, tally: Tally): Store {
  const state = async () => {
    const found = await store.outerIndex?.()
    assert.ok(found, 'the store has an index outside its database')
    return found
  }
  async function settle(): Promise<void> {
    await store.describeCollections()
    while ((await state()).changes > 0) await pause(5)
    await store.describeCollections()
  }
  async function rank(query: RankQuery, signal: AbortSignal): Promise<Ranking> {
    if (query.dense === null || signal.aborted) return store.rank(query, signal)
    await settle()
    tally.asked += 1
    const { used } = await state()
    const first = await store.rank(query, signal)
    for (let tries = 0; tries < 3 && (await state()).used === used; tries++) {
      // The index counts the vectors of a collection before it is used.
      await pause(20)
      await store.rank(query, signal)
    }
    if ((await state()).used > used) tally.answered += 1
    assert.deepEqual(await store.rank(query, signal), first)
    assert.deepEqual(await alone.rank(query, signal), first)
    return first
  }
  return {
    ...store,
    rank,
    async close() {
      await alone.close()
      await store.close()
    },
  }
}
