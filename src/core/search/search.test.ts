import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentsPolicy } from '../model/collection.ts'
import { search } from './search.ts'
import type { SearchParts } from './search-request.ts'

test('the model is at work on the question while its words are being ranked', async () => {
  const steps: string[] = []
  const parts = {
    clock: { elapsed: () => 0 },
    analyzer: { analyzeWords: () => [['word']] },
    embedder: {
      id: 'model',
      languages: null,
      async embedQuery() {
        steps.push('embed')
        return Float32Array.of(1)
      },
    },
    store: {
      describeCollections: async () => [
        {
          name: 'shelf',
          scope: 'shared',
          model: 'model',
          dimensions: 1,
          policy: documentsPolicy,
          createdAt: '',
          languages: [],
        },
      ],
      async rankLexically() {
        steps.push('rank by words')
        return { ranked: [], usedTerms: [], droppedTerms: [] }
      },
      async rankDensely() {
        steps.push('rank by meaning')
        return []
      },
      loadVectors: async () => new Map(),
      loadChunks: async () => [],
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
  await search(request, parts, new AbortController().signal)
  assert.deepEqual(steps.slice(0, 3), ['embed', 'rank by words', 'rank by meaning'])
})
