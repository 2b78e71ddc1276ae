import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentsPolicy } from '../model/collection.ts'
import type { RankQuery } from '../ports/store.ts'
import { search } from './search.ts'
import type { SearchParts } from './search-request.ts'

const shelf = {
  name: 'shelf',
  scope: 'shared',
  model: 'model',
  dimensions: 1,
  policy: documentsPolicy,
  project: null,
  createdAt: '',
  version: '1',
  languages: [],
  documentsByLanguage: {},
  pending: 0,
  calibration: null,
} as const

test('words and meaning are ranked in one call of the store', async () => {
  const steps: string[] = []
  const parts = {
    clock: { elapsed: () => 0 },
    analyzer: { analyzeWords: () => [['word']], languageOfQuestion: () => null },
    embedder: {
      id: 'model',
      languages: null,
      tokens: null,
      async embedQuery() {
        steps.push('embed')
        return Float32Array.of(1)
      },
    },
    store: {
      async rank({ lexical, dense }: RankQuery) {
        steps.push(`rank by ${[lexical && 'words', dense && 'meaning'].filter(Boolean).join(' and ')}`)
        return {
          candidates: [],
          lexical: { usedTerms: [], droppedTerms: [], similar: [], counts: [], chunks: 0 },
        }
      },
      async loadChunks() {
        steps.push('load')
        return []
      },
    },
  } as unknown as SearchParts // Only what a search calls.
  const request = {
    collections: null,
    text: 'word',
    limit: 5,
    mode: 'hybrid',
    filter: [],
    sort: 'relevance',
  } as const
  await search({ request, collections: [shelf] }, parts, new AbortController().signal)
  assert.deepEqual(steps, ['embed', 'rank by words and meaning', 'load'])
})
