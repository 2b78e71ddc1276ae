import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Parts } from '../../src/core/engine.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { openWorld, type Value, type World } from '../contract/world.ts'
import { fromRoom } from '../support/rooms.ts'
import { putText } from '../support/stored.ts'

type Verify = (request: object, parts: Parts, signal: AbortSignal) => Promise<Value>

const { verifyQuote } = await fromRoom<{ verifyQuote: Verify }>('citations', 'verify/verify-quote.ts')
const { signal } = new AbortController()
const documents = 68

/** Every call is a round trip when the store is a server. */
describe('a question needs few calls of the store', () => {
  let world: World
  let counted: { calls: string[]; parts: Parts }

  before(async () => {
    world = await openWorld('library')
    for (let number = 0; number < documents; number++)
      await putText(world, { source: `n${number}.md`, text: textOf(number) })
    counted = countCalls(world.wired.parts)
  })
  after(() => world.close())

  const callsOf = async (work: () => Promise<unknown>) => {
    counted.calls.length = 0
    await work()
    return counted.calls
  }

  for (const [kind, query] of [
    ['an ordinary question', 'how is the tide measured in the harbour'],
    ['a misspelt question', 'how is the tyde mesured in the harbuor'],
  ] as const)
    test(`${kind}: three for a hybrid search`, async () => {
      const request = { collections: null, limit: 5, mode: 'hybrid', filter: [], sort: 'relevance' } as const
      const { createEngine } = await import('../../src/core/engine.ts')
      const engine = createEngine(counted.parts)
      const calls = await callsOf(async () => {
        const { hits } = await engine.search({ ...request, text: query, isForgiving: true }, signal)
        assert.equal(hits.length, 5)
      })
      assert.deepEqual(calls, ['describeCollections', 'rank', 'loadChunks'])
    })

  for (const [verdict, quote] of [
    ['exact', 'The harbour of note 17 measures its tide with a gauge of brass'],
    ['close', 'The harbour of note 17 measures its tide with a gauge of copper'],
    ['not_found', 'Parchment is made of the skins of sheep, calves and goats alike'],
  ] as const)
    test(`four at most to verify a quote that is ${verdict} among ${documents} documents`, async () => {
      const request = { collections: ['default'], quote, filter: [], page: null }
      const calls = await callsOf(async () => {
        const clock = { ...counted.parts.clock, elapsed: () => 0 }
        const found = await verifyQuote(request, { ...counted.parts, clock }, signal)
        assert.equal(found.verdict, verdict)
        assert.equal(found.checked.documents, documents)
      })
      assert.ok(calls.length <= 4, calls.join())
    })
})

function textOf(number: number): string {
  return `# Note ${number}\n\nThe harbour of note ${number} measures its tide with a gauge of brass. It is read at noon, and whoever reads it writes the height into book ${number * 7}.`
}

/** The same parts with a store that records which of its methods are called. */
function countCalls(parts: Parts): { calls: string[]; parts: Parts } {
  const calls: string[] = []
  const store = new Proxy(parts.store, {
    get(target, name: keyof Store) {
      const value = target[name]
      if (typeof value !== 'function') return value
      return (...values: never[]) => {
        calls.push(name)
        return (value as (...values: never[]) => unknown)(...values)
      }
    },
  })
  return { calls, parts: { ...parts, store } }
}
