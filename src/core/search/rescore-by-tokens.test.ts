import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Candidate } from '../ports/store.ts'
import { compareCandidates, rescoreByTokens, tokenReach, weighTokens } from './rescore-by-tokens.ts'

const width = 8
/** A question of one token, which all eight bits of a passage's token can match. */
const question = { vectors: new Float32Array(width).fill(1 / Math.sqrt(width)), words: [0] }
const plan = { wordForms: [['valve']] }
const counts = [{ term: 'valve', chunks: 3 }]
const lexical = { ranked: [], usedTerms: [], droppedTerms: [], similar: [], counts, chunks: 100, ms: 0 }

const fusedOf = (scores: Record<string, number>) =>
  Object.entries(scores).map(([chunkId, score]) => ({ chunkId, score, lexical: 1, dense: 1 }))
const orderOf = (fused: readonly { chunkId: string }[]) => fused.map(({ chunkId }) => chunkId)

/** Candidates with one token each, of which this many bits match. */
function candidatesOf(matching: Record<string, number | null>, dense: number | null = 0.8) {
  return new Map(
    Object.entries(matching).map(([chunkId, bits]): [string, Candidate] => {
      const known = { chunkId, documentId: 'd', language: 'en', lexical: 1, dense, vector: null }
      return [chunkId, bits === null ? known : { ...known, tokenBits: Uint8Array.of(2 ** bits - 1) }]
    }),
  )
}

const matchesOf = (means: Record<string, number>) =>
  new Map(Object.entries(means).map(([id, mean]) => [id, { mean }]))

test('candidates are compared where their tokens are known', () => {
  const candidates = candidatesOf({ a: 4, b: 8, c: null })
  const found = compareCandidates({ lexical, candidates }, { question, width }, plan)
  assert.deepEqual(
    [...(found ?? [])].map(([id, { mean }]) => [id, Math.round(mean * 100) / 100]),
    [
      ['a', 0],
      ['b', 1],
    ],
  )
})

test('nothing is compared without tokens of the question, of two passages, or of the same model', () => {
  const compare = (candidates: ReadonlyMap<string, Candidate>, asked: typeof question | null = question) =>
    compareCandidates({ lexical, candidates }, { question: asked, width }, plan)
  assert.equal(compare(candidatesOf({ a: 4, b: 8 }), null), null)
  assert.equal(compare(candidatesOf({ a: 4, b: null })), null)
  assert.equal(compare(candidatesOf({ a: 4, b: 8 }, null)), null)
})

test('a candidate whose tokens fit better moves up, and scores stay between the first and the last', () => {
  const matches = matchesOf({ a: 0.2, b: 0.6, c: 0.3 })
  const rescored = rescoreByTokens(fusedOf({ a: 0.9, b: 0.8, c: 0.2 }), matches, 0.3)
  assert.deepEqual(orderOf(rescored), ['b', 'a', 'c'])
  assert.ok(rescored.every(({ score }) => score >= 0.2 && score <= 0.9))
})

test('without similarities the ranking stays as it is', () => {
  const fused = fusedOf({ a: 0.9, b: 0.8 })
  assert.equal(rescoreByTokens(fused, null, 0.3), fused)
  assert.equal(rescoreByTokens(fused, matchesOf({ a: 0.2 }), 0.3), fused)
})

test('a candidate whose tokens are still to be made keeps about its place', () => {
  const matches = matchesOf({ a: 0.6, c: 0.5, d: 0.2 })
  const rescored = rescoreByTokens(fusedOf({ a: 0.9, b: 0.8, c: 0.7, d: 0.1 }), matches, 0.3)
  assert.deepEqual(orderOf(rescored), ['a', 'b', 'c', 'd'])
})

test('candidates beyond the best never pass them, and none is lost', () => {
  const ids = Array.from({ length: tokenReach + 10 }, (_, index) => `c${String(index).padStart(2, '0')}`)
  const fused = fusedOf(Object.fromEntries(ids.map((id, index) => [id, 1 - index / 100])))
  const matches = matchesOf(Object.fromEntries(ids.map((id, index) => [id, (index % 8) / 8])))
  const order = orderOf(rescoreByTokens(fused, matches, 0.5))
  assert.deepEqual(order.slice(tokenReach), ids.slice(tokenReach))
  assert.deepEqual(order.toSorted(), ids, 'none is lost')
})

test('a rare word counts much more than a common one, and a stop word nothing', () => {
  const counted = [
    { term: 'valve', chunks: 1 },
    { term: 'open', chunks: 400 },
  ]
  const rarity = { counts: counted, chunks: 1000 }
  const weights = weighTokens({ words: [0, 1, 1, 2, -1] }, [['the'], ['valve'], ['open']], rarity)
  assert.deepEqual([weights[0], weights[4]], [0, 0])
  assert.equal(weights[1], weights[2])
  assert.ok(weights[1]! > 20 * weights[3]!)
  assert.deepEqual(weighTokens({ words: [-1, -1] }, [['valve']], rarity), [1, 1])
})
