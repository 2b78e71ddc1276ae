import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadedChunk } from '../ports/store.ts'
import type { FusedRanking } from './refine-by-feedback.ts'
import { rescoreByTokens, tokenReach, weighTokens } from './rescore-by-tokens.ts'

const width = 8
/** A question of one token, which all eight bits of a passage's token can match. */
const question = { vectors: new Float32Array(width).fill(1 / Math.sqrt(width)), words: [0] }
const plan = { wordForms: [['valve']], denseCollections: ['shelf'] }

function rankingOf(scores: Record<string, number>): FusedRanking {
  const fused = Object.entries(scores).map(([chunkId, score]) => ({ chunkId, score, lexical: 1, dense: 1 }))
  const counts = [{ term: 'valve', chunks: 3 }]
  const lexical = { ranked: [], usedTerms: [], droppedTerms: [], counts, chunks: 100, ms: 0 }
  return { lexical, dense: null, candidates: new Map(), similar: [], fused }
}

/** Chunks with one token each, of which this many bits match. */
const loadedOf = (matching: Record<string, number | null>): LoadedChunk[] =>
  Object.entries(matching).map(([id, bits]) => {
    const tokenBits = bits === null ? null : Uint8Array.of(2 ** bits - 1)
    return { chunk: { id }, document: { collection: 'shelf' }, tokenBits } as unknown as LoadedChunk // Only what it reads.
  })

const orderOf = ({ fused }: FusedRanking) => fused.map(({ chunkId }) => chunkId)

test('a candidate whose tokens fit better moves up, and scores stay between 0 and 1', () => {
  const ranking = rankingOf({ a: 0.9, b: 0.8, c: 0.2 })
  const rescored = rescoreByTokens(ranking, { question, loaded: loadedOf({ a: 4, b: 8, c: 5 }), width }, plan)
  assert.deepEqual(orderOf(rescored), ['b', 'a', 'c'])
  assert.ok(rescored.fused.every(({ score }) => score >= 0 && score <= 1))
  assert.deepEqual([...(rescored.tokenScores?.keys() ?? [])], ['a', 'b', 'c'])
})

test('without tokens of the question or of the passages the ranking stays as it is', () => {
  const ranking = rankingOf({ a: 0.9, b: 0.8 })
  const none = loadedOf({ a: null, b: null })
  assert.equal(rescoreByTokens(ranking, { question, loaded: none, width }, plan), ranking)
  const loaded = loadedOf({ a: 1, b: 8 })
  assert.equal(rescoreByTokens(ranking, { question: null, loaded, width }, plan), ranking)
})

test('bits of another model are not read', () => {
  const ranking = rankingOf({ a: 0.9, b: 0.8 })
  const loaded = loadedOf({ a: 1, b: 8 })
  const other = { ...plan, denseCollections: ['another'] }
  assert.equal(rescoreByTokens(ranking, { question, loaded, width }, other), ranking)
})

test('a candidate whose tokens are still to be made keeps about its place', () => {
  const ranking = rankingOf({ a: 0.9, b: 0.8, c: 0.7, d: 0.1 })
  const loaded = loadedOf({ a: 8, b: null, c: 7, d: 4 })
  assert.deepEqual(orderOf(rescoreByTokens(ranking, { question, loaded, width }, plan)), ['a', 'b', 'c', 'd'])
})

test('candidates beyond the best never pass them', () => {
  const ids = Array.from({ length: tokenReach + 10 }, (_, index) => `c${String(index).padStart(2, '0')}`)
  const ranking = rankingOf(Object.fromEntries(ids.map((id, index) => [id, 1 - index / 100])))
  const loaded = loadedOf(Object.fromEntries(ids.map((id, index) => [id, index % 8])))
  const order = orderOf(rescoreByTokens(ranking, { question, loaded, width }, plan))
  assert.deepEqual(order.slice(tokenReach), ids.slice(tokenReach))
})

test('a rare word counts much more than a common one, and a stop word nothing', () => {
  const counts = [
    { term: 'valve', chunks: 1 },
    { term: 'open', chunks: 400 },
  ]
  const weights = weighTokens({ words: [0, 1, 1, 2, -1] }, [['the'], ['valve'], ['open']], {
    counts,
    chunks: 1000,
  })
  assert.deepEqual([weights[0], weights[4]], [0, 0])
  assert.equal(weights[1], weights[2])
  assert.ok(weights[1]! > 20 * weights[3]!)
  assert.deepEqual(weighTokens({ words: [-1, -1] }, [['valve']], { counts, chunks: 1000 }), [1, 1])
})
