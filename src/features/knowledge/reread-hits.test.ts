import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../app/clock.ts'
import { Failure } from '../../core/model/failure.ts'
import { idle, passage } from './answer/test/fixtures.ts'
import { rereadHits } from './reread-hits.ts'
import type { Services } from './services.ts'

const hits = [passage('Clean the filter.', { id: 'a' }), passage('Shut the valve.', { id: 'b' })]
const patient = { ...systemClock, timeout: () => ({ signal: idle(), dispose() {} }) }
const hurried = { ...systemClock, timeout: () => ({ signal: AbortSignal.abort(), dispose() {} }) }
const contextOf = (rerank: Services['rerank'], { signal = idle(), clock = patient } = {}) => ({
  rerank,
  signal,
  clock,
})

test('hits have their new score, and the one they were found with beside it', async () => {
  const turned = contextOf(async (_, found) =>
    found.toReversed().map((hit, index) => ({ hit, original: hit.score, score: 0.9 - index / 10 })),
  )
  const reread = await rereadHits(turned, 'valve', hits)
  assert.equal(reread.isReranked, true)
  assert.deepEqual(
    reread.hits.map(hit => [hit.chunk.id, reread.metadataOf(hit)]),
    [
      ['b', { rerank_score: 0.9, original_similarity: 1 }],
      ['a', { rerank_score: 0.8, original_similarity: 1 }],
    ],
  )
})

test('where they cannot be read again they stand as they were, and it is said why', async () => {
  const broken = () => Promise.reject(new Failure('unavailable', 'MODEL_UNUSABLE', 'The model is gone.'))
  for (const [rerank, reason] of [
    [async () => null, /only tells of whole texts/],
    [broken, /The model is gone/],
  ] as const) {
    const reread = await rereadHits(contextOf(rerank), 'valve', hits)
    assert.deepEqual([reread.isReranked, reread.hits], [false, hits])
    assert.match(reread.warnings.join(), reason)
    assert.deepEqual(reread.metadataOf(hits[0]!), {})
  }
})

test('where reading them takes too long they stand as they were, and it is said', async () => {
  const untilStopped: Services['rerank'] = async (_, __, signal) => {
    throw new Failure('cancelled', 'CANCELLED', `Cancelled: ${signal.aborted}`)
  }
  const reread = await rereadHits(contextOf(untilStopped, { clock: hurried }), 'valve', hits)
  assert.deepEqual([reread.isReranked, reread.hits], [false, hits])
  assert.match(reread.warnings.join(), /took longer than 6 s/)
})

test('who gives up gets no answer, and nothing found is nothing to read', async () => {
  const cancelled = () => Promise.reject(new Failure('cancelled', 'CANCELLED', 'Cancelled.'))
  await assert.rejects(
    rereadHits(contextOf(cancelled, { signal: AbortSignal.abort() }), 'valve', hits),
    /Cancelled/,
  )
  assert.deepEqual((await rereadHits(contextOf(cancelled), 'valve', [])).hits, [])
})
