import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hit } from '../model/hit.ts'
import { trimHits } from './load-hits.ts'

function hit(
  id: string,
  score: number,
  lastModified: string | null,
  createdAt = '2020-01-01T00:00:00+00:00',
): Hit {
  return {
    score,
    relevance: score / 2,
    text: '',
    chunk: { id, ordinal: 0, start: 0, end: 0, pages: null, sectionPath: [], tokens: 0 },
    document: {
      id: `document of ${id}`,
      collection: 'c',
      source: id,
      title: id,
      fileType: 'md',
      lastModified,
      contentHash: '',
      fingerprint: '',
      createdAt,
      language: 'en',
      metadata: {},
      warnings: [],
      pageLabelSource: 'none' as const,
      chunkCount: 1,
      words: 2,
    },
  }
}

const hits = [
  hit('a', 0.9, '2021-05-01T00:00:00+00:00'),
  hit('b', 0.8, 'Wed, 21 Oct 2026 07:28:00 GMT'),
  hit('c', 0.7, null, '2024-01-01T00:00:00+00:00'),
  hit('d', 0.6, 'no date at all', '2023-01-01T00:00:00+00:00'),
]

test('relevance keeps the order of the ranking', () => {
  assert.deepEqual(
    trimHits(hits, { sort: 'relevance', limit: 2, minScore: 0 }).map(({ chunk }) => chunk.id),
    ['a', 'b'],
  )
})

test('newest reads ISO and HTTP dates and falls back to when the document was ingested', () => {
  assert.deepEqual(
    trimHits(hits, { sort: 'newest', limit: 4, minScore: 0 }).map(({ chunk }) => chunk.id),
    ['b', 'c', 'd', 'a'],
  )
})

test('hits below the wanted relevance are left out, whatever they are sorted by', () => {
  for (const sort of ['relevance', 'newest'] as const)
    assert.deepEqual(
      trimHits(hits, { sort, limit: 4, minScore: 0.38 })
        .map(({ chunk }) => chunk.id)
        .toSorted(),
      ['a', 'b'],
    )
})
