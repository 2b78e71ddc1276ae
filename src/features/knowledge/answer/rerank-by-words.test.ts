import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rerankByWords } from './rerank-by-words.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'

const filter = { ...passage('Clean the filter with water only.', { id: 'filter' }), score: 0.8 }
const valve = { ...passage('Solvents harm the seal of a valve.', { id: 'valve' }), score: 1 }
const hits = [valve, filter]
const likeness = new Map<string, number>()

test('a passage that has the rare words of the question comes up, with both of its scores', async () => {
  const parts = partsOver(hits, { store: storeOf({ filter: 1, valv: 90, water: 95 }, 100) })
  const ranked = await rerankByWords(
    { question: 'Is water harmful for the filter of a valve?', hits, likeness },
    parts,
    idle(),
  )
  assert.deepEqual(
    ranked?.map(({ hit, original }) => [hit.chunk.id, original]),
    [
      ['filter', 0.8],
      ['valve', 1],
    ],
  )
  for (const { score } of ranked ?? []) assert.ok(score >= 0 && score <= 1)
})

test('where all words are equally near, the order of the search stays', async () => {
  for (const question of ['Where is it?', 'gearbox', ''])
    assert.deepEqual(
      (await rerankByWords({ question, hits, likeness }, partsOver(hits), idle()))?.map(
        ({ hit }) => hit.chunk.id,
      ),
      ['valve', 'filter'],
      question,
    )
})

test('headings above a passage are read with it', async () => {
  const titled = { ...passage('Turn it twice.', { id: 'titled', title: 'Gearboxes' }), score: 0.9 }
  const found = [valve, titled]
  const ranked = await rerankByWords(
    { question: 'gearboxes', hits: found, likeness },
    partsOver(found),
    idle(),
  )
  assert.equal(ranked?.[0]?.hit.chunk.id, 'titled')
})

test('a model that only tells of whole texts ranks nothing again', async () => {
  const { embedder } = partsOver(hits)
  const parts = partsOver(hits, { embedder: { ...embedder, compareWords: null } })
  assert.equal(await rerankByWords({ question: 'filter', hits, likeness }, parts, idle()), null)
})

test('what the search has compared is not compared again', async () => {
  const { embedder } = partsOver(hits)
  const parts = partsOver(hits, { embedder: { ...embedder, compareWords: null } })
  const compared = new Map([
    ['valve', 0.2],
    ['filter', 0.6],
  ])
  const ranked = await rerankByWords({ question: 'filter', hits, likeness: compared }, parts, idle())
  assert.deepEqual(
    ranked?.map(({ hit }) => hit.chunk.id),
    ['filter', 'valve'],
  )
})

/** A store with `all` chunks, and how many of them contain each term. */
function storeOf(chunksOf: Record<string, number>, all: number) {
  return {
    countTerms: async ({ terms }: { terms: readonly string[] }) => ({
      chunks: all,
      terms: terms.map(term => ({ term, chunks: chunksOf[term] ?? 0 })),
    }),
    loadVectors: async () => new Map(),
  }
}
