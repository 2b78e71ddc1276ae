import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../model/failure.ts'
import type { Hit } from '../model/hit.ts'
import type { Clock } from '../ports/clock.ts'
import type { Reranker, ScoreRequest } from '../ports/reranker.ts'
import { rerankCandidates, rerankReach } from './rerank-candidates.ts'

const never = new AbortController().signal
const clock: Clock = { now: () => '', elapsed: () => 0, timeout: () => ({ signal: never, dispose() {} }) }

test('hits are ordered by their new scores; the scores of the places stay', async () => {
  const reranked = await rerank(hitsOf('a', 'b', 'c'), scoring({ a: 0.1, b: 0.9, c: 0.5 }))
  assert.deepEqual(reranked.hits.map(shown), ['b 0.9', 'c 0.8', 'a 0.7'])
  assert.deepEqual([reranked.warnings, reranked.scored, reranked.isCut], [[], 3, undefined])
})

test('what was scored before the deadline counts, and the rest keeps its place', async () => {
  const deadline = new AbortController()
  const slow = scoring({ a: 0.1, c: 0.9 }, () => deadline.abort())
  const reranked = await rerank(hitsOf('a', 'b', 'c', 'd'), slow, {
    by: { signal: deadline.signal, ms: 100 },
  })
  assert.deepEqual(reranked.hits.map(shown), ['c 0.9', 'b 0.8', 'a 0.7', 'd 0.6'])
  assert.deepEqual(
    [reranked.warnings, reranked.isCut],
    [['Only 2 of 4 passages were reranked, and the others keep their places: the time was over'], true],
  )
})

test('a model that answers nothing in time, or fails, leaves the order as it was', async () => {
  const over = { signal: AbortSignal.abort(), ms: 100 }
  const late = await rerank(hitsOf('a', 'b'), scoring({}), { by: over })
  assert.deepEqual(late.hits.map(shown), ['a 0.9', 'b 0.8'])
  assert.deepEqual(late.warnings, ['The passages were not reranked: the time was over'])
  const broken = async () => {
    throw new Failure('unavailable', 'RERANKING_FAILED', 'It is broken.')
  }
  const failed = await rerank(hitsOf('a', 'b'), broken)
  assert.deepEqual(
    [failed.hits.map(shown), failed.warnings],
    [['a 0.9', 'b 0.8'], ['The passages were not reranked: It is broken.']],
  )
})

test('scores that come after the deadline change nothing', async () => {
  const deadline = new AbortController()
  let tell = (_index: number, _score: number) => {}
  const deaf = async ({ onScore }: ScoreRequest) => {
    tell = onScore
    deadline.abort()
    await new Promise(() => {})
  }
  const reranked = await rerank(hitsOf('a', 'b'), deaf, { by: { signal: deadline.signal, ms: 1 } })
  tell(1, 1)
  assert.deepEqual(reranked.hits.map(shown), ['a 0.9', 'b 0.8'])
})

test('a caller that has gone ends it', async () => {
  const gone = AbortSignal.abort(new Failure('cancelled', 'CANCELLED', 'Gone.'))
  await assert.rejects(rerank(hitsOf('a', 'b'), scoring({ a: 0, b: 1 }), { signal: gone }), {
    kind: 'cancelled',
  })
})

test('only the best are scored', async () => {
  const names = Array.from({ length: rerankReach + 5 }, (_, index) => `hit ${index}`)
  const scores = Object.fromEntries(names.map((name, index) => [name, index / 100]))
  const { hits } = await rerank(hitsOf(...names), scoring(scores))
  assert.equal(hits[0]?.chunk.id, `hit ${rerankReach - 1}`)
  assert.deepEqual(
    hits.slice(rerankReach).map(({ chunk }) => chunk.id),
    names.slice(rerankReach),
  )
})

type ScorePairs = (request: ScoreRequest, signal: AbortSignal) => Promise<void>

/** Texts without a score here are never scored; `onEnd` is called before waiting for them. */
function scoring(scores: Record<string, number>, onEnd = () => {}): ScorePairs {
  return async ({ texts, onScore }, signal) => {
    let isComplete = true
    texts.forEach((text, index) => {
      const score = scores[text]
      if (score === undefined) isComplete = false
      else onScore(index, score)
    })
    if (isComplete) return
    onEnd()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
}

function rerank(
  hits: Hit[],
  scorePairs: ScorePairs,
  { by, signal = never }: { by?: { signal: AbortSignal; ms: number }; signal?: AbortSignal } = {},
) {
  const reranker: Reranker = {
    id: 'cross',
    languages: null,
    scorePairs,
    warm: async () => {},
    close: async () => {},
  }
  return rerankCandidates({ question: 'question', hits, by }, { reranker, clock }, signal)
}

/** The first has the score 0.9, the next 0.8, and so on. */
function hitsOf(...ids: string[]): Hit[] {
  return ids.map(
    (id, index) =>
      ({
        score: Math.max(0, 9 - index) / 10,
        text: id,
        chunk: { id, sectionPath: [] },
        document: { title: id },
      }) as unknown as Hit, // Only what reranking reads.
  )
}

function shown({ chunk, score }: Pick<Hit, 'chunk' | 'score'>): string {
  return `${chunk.id} ${score}`
}
