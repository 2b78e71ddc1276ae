import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../app/clock.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Hit } from '../../core/model/hit.ts'
import { idle, passage } from './answer/test/fixtures.ts'
import { rerankHits, spreadHits, weighPages } from './rank-hits.ts'
import type { Services } from './services.ts'

const found = [passage('Clean the filter.', { id: 'a' }), passage('Shut the valve.', { id: 'b' })]
const asked = { question: 'valve', hits: found, likeness: new Map<string, number>() }
const patient = { ...systemClock, timeout: () => ({ signal: idle(), dispose() {} }) }
const hurried = { ...systemClock, timeout: () => ({ signal: AbortSignal.abort(), dispose() {} }) }
const contextOf = (rerank: Services['rerank'], { signal = idle(), clock = patient } = {}) => ({
  rerank,
  signal,
  clock,
})

test('found have their new score, and the one they were found with beside it', async () => {
  const turned = contextOf(async ({ hits }) =>
    hits.toReversed().map((hit, index) => ({ hit, original: hit.score, score: 0.9 - index / 10 })),
  )
  const reranked = await rerankHits(turned, asked)
  assert.equal(reranked.isReranked, true)
  assert.deepEqual(
    reranked.hits.map(hit => [hit.chunk.id, reranked.metadataOf(hit)]),
    [
      ['b', { rerank_score: 0.9, original_similarity: 1 }],
      ['a', { rerank_score: 0.8, original_similarity: 1 }],
    ],
  )
})

test('hits that cannot be read again keep their order, and a warning says why', async () => {
  const broken = () => Promise.reject(new Failure('unavailable', 'MODEL_UNUSABLE', 'The model is gone.'))
  for (const [rerank, reason] of [
    [async () => null, /can only compare whole texts/],
    [broken, /The model is gone/],
  ] as const) {
    const reranked = await rerankHits(contextOf(rerank), asked)
    assert.deepEqual([reranked.isReranked, reranked.hits], [false, found])
    assert.match(reranked.warnings.join(), reason)
    assert.deepEqual(reranked.metadataOf(found[0]!), {})
  }
})

test('hits that take too long to read keep their order, with a warning', async () => {
  const untilStopped: Services['rerank'] = async (_, signal) => {
    throw new Failure('cancelled', 'CANCELLED', `Cancelled: ${signal.aborted}`)
  }
  const reranked = await rerankHits(contextOf(untilStopped, { clock: hurried }), asked)
  assert.deepEqual([reranked.isReranked, reranked.hits], [false, found])
  assert.match(reranked.warnings.join(), /took longer than 6 s/)
})

test('who gives up gets no answer, and nothing found is nothing to read', async () => {
  const cancelled = () => Promise.reject(new Failure('cancelled', 'CANCELLED', 'Cancelled.'))
  await assert.rejects(rerankHits(contextOf(cancelled, { signal: AbortSignal.abort() }), asked), /Cancelled/)
  assert.deepEqual((await rerankHits(contextOf(cancelled), { ...asked, hits: [] })).hits, [])
})

/** Documents in the order of their hits: "aab" is two hits of a before one of b. */
function hitsOf(documents: string): Hit[] {
  return [...documents].map((id, index) => ({
    score: 1 - index / 100,
    relevance: 1 - index / 100,
    text: '',
    // SAFETY: spreadHits reads only the id of the document.
    document: { id } as Hit['document'],
    chunk: { id: `${id}${index}` } as Hit['chunk'],
  }))
}

const spread = (documents: string, count: number) =>
  spreadHits(hitsOf(documents), count)
    .map(({ document }) => document.id)
    .join('')

test('a document takes one place while others wait, and the order stays', () => {
  assert.equal(spread('aaaabcd', 4), 'abcd')
  assert.equal(spread('ababcabd', 3), 'abc')
  assert.equal(spread('abc', 5), 'abc')
})

test('where there are too few documents, the passages that were passed over fill up in their places', () => {
  assert.equal(spread('aaaaaa', 4), 'aaaa')
  assert.equal(spread('aaabaa', 5), 'aaaba')
})

test('scores never rise down the list', () => {
  const scores = spreadHits(hitsOf('aaabacadbb'), 6).map(({ score }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  )
})

/** Pages in capitals are listings. */
function scoredHits(...scored: [page: string, score: number][]): Hit[] {
  return scored.map(([id, score], index) => ({
    score,
    relevance: score,
    text: '',
    // SAFETY: weighPages reads only the id of the document and whether it is a listing.
    document: { id, metadata: id < 'a' ? { _listing: true } : {} } as unknown as Hit['document'],
    chunk: { id: `${id}${index}` } as Hit['chunk'],
  }))
}

const order = (...scored: [string, number][]) =>
  weighPages(scoredHits(...scored)).map(({ chunk }) => chunk.id)

test('a page with several good passages comes before one with a single better one', () => {
  assert.deepEqual(order(['a', 0.9], ['b', 0.8], ['b', 0.7]), ['b1', 'a0', 'b2'])
  assert.deepEqual(order(['a', 0.9], ['b', 0.3], ['b', 0.2]), ['a0', 'b1', 'b2'])
})

test('listings come behind what they list', () => {
  assert.deepEqual(order(['A', 0.9], ['b', 0.6], ['c', 0.2]), ['b1', 'A0', 'c2'])
})

test('with one passage a page nothing changes place', () => {
  assert.deepEqual(order(['a', 0.9], ['b', 0.8], ['c', 0.1]), ['a0', 'b1', 'c2'])
})

test('scores stay within 0 and 1 and never rise down the list', () => {
  const weighed = weighPages(scoredHits(['a', 1], ['a', 1], ['a', 1], ['a', 1], ['a', 1], ['b', 0], ['C', 1]))
  const scores = weighed.map(({ score }) => score)
  assert.equal(scores[0], 1)
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  )
  assert.equal(scores.at(-1), 0)
})

test('nothing found stays nothing', () => assert.deepEqual(weighPages([]), []))
