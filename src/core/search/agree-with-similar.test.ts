import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreeWithSimilar, similarReach } from './agree-with-similar.ts'

const word = { forms: ['word'], near: null }
const plan = { usesFeedback: true, isCompared: () => true, words: [word, word, word] }

/** Candidates with these scores and directions, in degrees of a circle; null: no vector. */
function candidatesAt(places: Record<string, [score: number, degrees: number | null]>) {
  const vectors = new Map(
    Object.entries(places).map(([chunkId, [, degrees]]) => {
      const angle = ((degrees ?? 0) * Math.PI) / 180
      const vector = degrees === null ? null : Float32Array.of(Math.cos(angle), Math.sin(angle))
      return [chunkId, { vector, language: 'en' }]
    }),
  )
  const fused = Object.entries(places).map(([chunkId, [score]]) => ({
    chunkId,
    score,
    lexical: null,
    dense: null,
  }))
  return { fused, vectors }
}

const idsOf = (ranked: readonly { chunkId: string }[]) => ranked.map(({ chunkId }) => chunkId).join(' ')

test('a candidate that is like the best ones is ranked above one that is like none of them', () => {
  const { fused, vectors } = candidatesAt({
    a: [1, 10],
    b: [0.95, 12],
    alone: [0.6, 190],
    c: [0.55, 14],
    d: [0.1, 185],
  })
  assert.equal(idsOf(agreeWithSimilar(fused, vectors, plan)), 'a b c alone d')
})

test('scores stay between the first and the last, in falling order', () => {
  const { fused, vectors } = candidatesAt({
    a: [0.9, 0],
    b: [0.7, 40],
    c: [0.5, 100],
    d: [0.4, 200],
    e: [0.2, 300],
  })
  const scores = agreeWithSimilar(fused, vectors, plan).map(({ score }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((one, other) => other - one),
  )
  assert.ok(scores.every(score => score >= 0.2 && score <= 0.9))
})

test('candidates without a vector, in a language that is not compared, or of another model keep their scores', () => {
  const { fused, vectors } = candidatesAt({
    a: [0.9, 0],
    b: [0.7, 5],
    c: [0.6, 10],
    bare: [0.5, null],
    e: [0.4, 200],
  })
  vectors.set('b', { vector: Float32Array.of(1, 0), language: 'de' })
  vectors.set('e', { vector: Float32Array.of(1, 0, 0), language: 'en' })
  vectors.set('f', { vector: Float32Array.of(0, 1), language: 'en' })
  const all = [...fused, { chunkId: 'f', score: 0.3, lexical: null, dense: null }]
  const moved = agreeWithSimilar(all, vectors, { ...plan, isCompared: language => language === 'en' })
  const scoreOf = new Map(moved.map(({ chunkId, score }) => [chunkId, score]))
  assert.deepEqual([scoreOf.get('b'), scoreOf.get('bare'), scoreOf.get('e')], [0.7, 0.5, 0.4])
  assert.notEqual(scoreOf.get('c'), 0.6)
})

test('without feedback, for keywords, and behind the candidates that are compared, the order stays', () => {
  const places = Object.fromEntries(
    Array.from({ length: similarReach + 3 }, (_, at): [string, [number, number]] => [
      `c${String(at).padStart(3, '0')}`,
      [1 - at / 100, (at * 97) % 360],
    ]),
  )
  const { fused, vectors } = candidatesAt(places)
  assert.equal(agreeWithSimilar(fused, vectors, { ...plan, usesFeedback: false }), fused)
  assert.equal(agreeWithSimilar(fused, vectors, { ...plan, words: [word, word] }), fused)
  const moved = agreeWithSimilar(fused, vectors, plan)
  assert.deepEqual(moved.slice(similarReach), fused.slice(similarReach))
  assert.equal(new Set(moved.map(({ chunkId }) => chunkId)).size, fused.length)
})
