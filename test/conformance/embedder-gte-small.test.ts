import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEmbedder } from '../../src/adapters/embedders/index.ts'
import { gteSmall, gteSmallModel } from '../../src/adapters/embedders/local-embedder.ts'
import { cosine, idle, testEmbedder } from './embedder-suite.ts'

testEmbedder('gte-small', () => openEmbedder('gte-small'))

test('gte-small: cosines are those of a plain run of the model', async () => {
  await using embedder = closing(gteSmall({ threads: 1 }))
  const question = await embedder.embedQuery('what is the capital of China?', idle())
  const texts = ['Beijing', 'how to implement quick sort in python?', 'sorting algorithms']
  const vectors = await embedder.embedDocuments(texts, idle())
  // Recorded from these files with a plain loop over ONNX Runtime; processors round int8 slightly differently.
  const expected = [0.866, 0.674, 0.716]
  for (const [i, vector] of vectors.entries())
    assert.ok(
      Math.abs(cosine(question, vector) - expected[i]!) < 0.01,
      `${texts[i]}: ${cosine(question, vector)}`,
    )
})

test('gte-small: a question is answered while bulk work runs', async () => {
  await using embedder = closing(gteSmall({ threads: 1 }))
  // Both threads have loaded the model, so that the test compares work and not starts.
  await Promise.all([embedder.warm(), embedder.embedDocuments(['one'], idle())])
  const stop = new AbortController()
  let isDone = false
  const text = 'Bulk work keeps every core busy for a while, and questions must not wait for it. '.repeat(12)
  // About half a minute of work, of which a question is one thousandth.
  const bulk = embedder.embedDocuments(Array(300).fill(text), stop.signal).then(() => {
    isDone = true
  })
  await embedder.embedQuery('Who waits?', idle())
  assert.equal(isDone, false)
  stop.abort()
  await assert.rejects(bulk, { code: 'CANCELLED' })
})

test('gte-small: cancelled bulk work ends at once and leaves the embedder usable', async () => {
  await using embedder = closing(gteSmall({ threads: 1 }))
  const stop = new AbortController()
  const bulk = embedder.embedDocuments(Array(200).fill('some words to embed '.repeat(100)), stop.signal)
  await embedder.warm()
  stop.abort()
  await assert.rejects(bulk, { code: 'CANCELLED' })
  assert.equal((await embedder.embedDocuments(['still here'], idle())).length, 1)
})

test('gte-small: its limit includes the special tokens', () => {
  assert.equal(gteSmallModel.maxTokens, 512)
})

function closing<T extends { close(): Promise<void> }>(value: T): T & AsyncDisposable {
  return Object.assign(value, { [Symbol.asyncDispose]: () => value.close() })
}
