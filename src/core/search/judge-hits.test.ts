import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { analyzer } from '../../adapters/analyzers/analyzer.ts'
import type { Background } from './background.ts'
import type { TokenMatch } from './compare-tokens.ts'
import { fitsNothing, isAboutRelevance, judgeHits, warnOfRelevance, withoutRises } from './judge-hits.ts'
import type { FoundHit } from './load-hits.ts'
import type { SearchPlan } from './plan-search.ts'
import type { Legs } from './rank-chunks.ts'

/** Unrelated texts have a cosine of 0.7 with the question, answers 0.9. */
const background: Background = { mean: Float32Array.of(0.7, 0), gap: 0.2, spread: 0.03, chunks: 2_000 }

type Asked = {
  cosines: Record<string, number | null>
  counts?: Record<string, number>
  language?: string
  matches?: ReadonlyMap<string, TokenMatch> | null
}

function judge(
  texts: Record<string, string>,
  { cosines, counts = {}, language = 'en', matches = null }: Asked,
) {
  const words = Object.keys(counts).map(word => ({ forms: [word], near: null }))
  const plan = { words, mode: 'hybrid', language: 'en', reads: () => true } as unknown as SearchPlan // Only what it reads.
  const ranked = Object.keys(cosines).map(chunkId => ({ chunkId, score: 0 }))
  const legs = {
    lexical: {
      counts: Object.entries(counts).map(([term, chunks]) => ({ term, chunks })),
      chunks: 2_000,
      similar: [],
    },
    dense: { vector: Float32Array.of(1, 0), ranked },
    candidates: new Map(Object.entries(cosines).map(([id, dense]) => [id, { dense }])),
  } as unknown as Legs // Only what it reads.
  const hits = Object.entries(texts).map(
    ([id, text]) =>
      ({
        score: 1,
        text,
        chunk: { id, sectionPath: [] },
        document: { title: '', language },
      }) as unknown as FoundHit, // Only what it reads.
  )
  const judged = judgeHits(hits, { legs, plan, backgrounds: [background], matches }, analyzer())
  return {
    scores: judged.hits.map(({ relevance }) => relevance),
    nothingFits: fitsNothing(judged, { plan, backgrounds: [background] }),
  }
}

describe('relevance', () => {
  const counts = { tide: 20, harbour: 30, gaug: 8 }

  test('a passage that is near and has the words is relevant; one that has neither is not', () => {
    const near = judge({ a: 'The tide gauge of the harbour' }, { cosines: { a: 0.92 }, counts })
    assert.ok((near.scores[0] ?? 0) > 0.5, String(near.scores))
    assert.equal(near.nothingFits, false)
    const far = judge({ a: 'Bake the bread' }, { cosines: { a: 0.72 }, counts })
    assert.ok((far.scores[0] ?? 1) < 0.05, String(far.scores))
    assert.equal(far.nothingFits, true)
  })

  test('either signal is enough not to say that nothing fits', () => {
    assert.equal(judge({ a: 'Low water' }, { cosines: { a: 0.93 }, counts }).nothingFits, false)
    assert.equal(judge({ a: 'The tide gauge' }, { cosines: { a: 0.8 }, counts }).nothingFits, false)
  })

  test('words that were mixed do not fit a passage that has one of them', () => {
    const asked = { cosines: { a: 0.77 }, counts }
    const judgeMatched = (least: number) =>
      judge({ a: 'The tide turns' }, { ...asked, matches: new Map([['a', { mean: 0.38, least }]]) })
    assert.equal(judgeMatched(0.05).nothingFits, true)
    assert.equal(judgeMatched(0.3).nothingFits, false)
    assert.deepEqual(judgeMatched(0.05).scores, judgeMatched(0.3).scores, 'the score is as it was')
  })

  test('a rare word counts more than a common one', () => {
    const rare = judge({ a: 'gauge' }, { cosines: { a: 0.8 }, counts: { gaug: 2, water: 900 } })
    const common = judge({ a: 'water' }, { cosines: { a: 0.8 }, counts: { gaug: 2, water: 900 } })
    assert.ok((rare.scores[0] ?? 0) > (common.scores[0] ?? 1))
  })

  test('a passage without a vector is judged by its words', () => {
    const { scores } = judge({ a: 'The tide gauge of the harbour' }, { cosines: { a: null }, counts })
    assert.ok((scores[0] ?? 0) > 0.5)
  })

  test('where meaning could not be compared, it is not said that nothing fits', () => {
    const plan = { mode: 'hybrid' } as SearchPlan // Only what it reads.
    const judged = { hits: [{ relevance: 0.01 }], doesFit: false }
    assert.equal(fitsNothing(judged, { plan, backgrounds: [] }), false)
    assert.equal(fitsNothing(judged, { plan, backgrounds: [background] }), true)
  })

  test('a passage in another language that the model reads need not have the words of the question', () => {
    const texts = { a: 'Der Pegel im Hafen' }
    const foreign = judge(texts, { cosines: { a: 0.86 }, counts, language: 'de' })
    const own = judge(texts, { cosines: { a: 0.86 }, counts })
    assert.ok((foreign.scores[0] ?? 0) > 2 * (own.scores[0] ?? 1))
  })
})

test('relevance never rises, and the first hits do not depend on how many follow', () => {
  const scores = (...given: number[]) =>
    withoutRises(given.map(relevance => ({ relevance }))).map(({ relevance }) => relevance)
  assert.deepEqual(scores(0.2, 0.6, 0.5, 0.7, 0.1, 0.4), [0.6, 0.6, 0.5, 0.5, 0.1, 0.1])
  assert.deepEqual(scores(0.2, 0.6, 0.5, 0.7), [0.6, 0.6, 0.5, 0.5])
  assert.deepEqual(scores(), [])
})

test('warnings say that nothing fits, or that nothing reaches the wanted score', () => {
  const judged = [{ relevance: 0.05 }]
  const warn = (hits: unknown[], minScore: number) =>
    warnOfRelevance({ judged, hits, nothingFits: true }, { minScore })
  assert.deepEqual(warn(judged, 0), [
    'Nothing seems to fit this question: these are only the nearest results.',
  ])
  assert.deepEqual(warn([], 0.5), ['Nothing reaches the score 0.5; the best one has 0.05.'])
  assert.ok([...warn(judged, 0), ...warn([], 0.5)].every(isAboutRelevance))
})
