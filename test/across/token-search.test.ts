import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createEngine, type Parts } from '../../src/core/engine.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { openWorld, type World } from '../contract/world.ts'
import { putText } from '../support/stored.ts'
import { withWordTokens } from '../support/word-tokens.ts'

const { signal } = new AbortController()
const request = { collections: null, limit: 5, mode: 'hybrid', filter: [], sort: 'relevance' } as const
const silent = { signal, progress: () => {} }

describe('the best candidates are compared with the question token by token', () => {
  let world: World
  let parts: Parts

  before(async () => {
    world = await openWorld('library')
    parts = { ...world.wired.parts, embedder: withWordTokens(world.wired.parts.embedder) }
    for (const number of [1, 2, 3]) await putText(world, { source: `n${number}.md`, text: textOf(number) })
  })
  after(() => world.close())

  const untokened = async () =>
    (await parts.store.listUntokened({ collection: 'default', after: null })).chunks

  test('a library that was stored without tokens is searched without them, until a server has made them', async () => {
    assert.equal((await untokened()).length, 3)
    const engine = createEngine(parts)
    const plain = await engine.search({ ...request, text: 'who reads the gauge' }, signal)
    assert.ok(plain.explanation.hits.every(({ token_score }) => token_score === null))
    await engine.takeUpVectors()
    while ((await untokened()).length > 0) await new Promise(resolve => setImmediate(resolve))
    const found = await engine.search({ ...request, text: 'who reads the gauge' }, signal)
    assert.match(found.explanation.fusion?.method ?? '', /rescored by tokens$/)
    assert.ok(found.explanation.hits.every(({ token_score }) => token_score !== null))
    const scores = found.hits.map(({ score }) => score)
    assert.deepEqual(
      scores,
      scores.toSorted((one, other) => other - one),
    )
  })

  test('a new document is stored with its tokens, in the same three calls of the store a search uses them', async () => {
    const calls: string[] = []
    const store = new Proxy(parts.store, {
      get(target, name: keyof Store) {
        if (typeof target[name] === 'function') calls.push(name)
        return target[name]
      },
    })
    const engine = createEngine({ ...parts, store })
    await engine.ingest(documentOf('n4.md', textOf(4)), silent)
    assert.deepEqual(await untokened(), [])
    calls.length = 0
    const { hits } = await engine.search({ ...request, text: 'book 28' }, signal)
    assert.equal(hits[0]?.document.source, 'n4.md')
    assert.deepEqual(calls, ['describeCollections', 'rank', 'loadChunks'])
  })

  test('one ranking alone, ranking by places, and a request without tokens do not use them', async () => {
    const engine = createEngine(parts)
    for (const change of [
      { mode: 'lexical' },
      { mode: 'dense' },
      { fusion: 'reciprocal' },
      { usesTokens: false },
    ] as const) {
      const { explanation } = await engine.search(
        { ...request, ...change, text: 'who reads the gauge' },
        signal,
      )
      assert.ok(explanation.hits.every(({ token_score }) => token_score === null))
    }
  })

  test('a search goes on without tokens when the model cannot give them', async () => {
    const { tokens } = parts.embedder
    assert.ok(tokens)
    const embedder: Embedder = { ...parts.embedder, tokens: { ...tokens, readQuestion: async () => null } }
    const { hits, explanation } = await createEngine({ ...parts, embedder }).search(
      { ...request, text: 'gauge' },
      signal,
    )
    assert.ok(hits.length > 0)
    assert.ok(explanation.hits.every(({ token_score }) => token_score === null))
  })
})

function textOf(number: number): string {
  return `The harbour of note ${number} measures its tide with a gauge of brass. It is read at noon, and the warden writes the height into book ${number * 7}.`
}

function documentOf(source: string, text: string) {
  return {
    collection: 'default',
    metadata: {},
    options: { password: null, ocrLanguages: [] },
    read: async () => ({
      source,
      name: source,
      bytes: new TextEncoder().encode(text),
      mediaType: 'text/markdown',
      charset: 'utf-8',
      lastModified: null,
      fileType: null,
    }),
  }
}
