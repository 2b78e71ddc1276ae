import { analyzer } from '../../../../adapters/analyzers/analyzer.ts'
import { hashEmbedder } from '../../../../adapters/embedders/hash.ts'
import type { Hit } from '../../../../core/model/hit.ts'
import type { AnswerParts } from '../answer-question.ts'

export const idle = () => new AbortController().signal

/** A passage of a document with that title. */
export function passage(text: string, { id = 'c1', title = 'Pumps', section = ['Care'] } = {}): Hit {
  return {
    score: 1,
    relevance: 1,
    text,
    chunk: { id, ordinal: 0, start: 0, end: text.length, pages: null, sectionPath: section, tokens: 10 },
    document: {
      id: `d-${id}`,
      collection: 'knowledge',
      source: `/plant/${title}.md`,
      title,
      fileType: 'md',
      lastModified: null,
      contentHash: '',
      fingerprint: '',
      createdAt: '2026-01-01T00:00:00Z',
      language: 'en',
      metadata: {},
      warnings: [],
      pageLabelSource: 'none' as const,
      chunkCount: 1,
      words: 2,
    },
  }
}

/** Parts whose search always returns these passages. */
export function partsOver(hits: Hit[], change: Partial<AnswerParts> = {}): AnswerParts {
  return {
    search: async () => ({ hits, warnings: [] }),
    collections: async () => ({ names: ['knowledge'], languages: ['en'] }),
    store: {
      countTerms: async ({ terms }) => ({
        chunks: hits.length,
        terms: terms.map(term => ({ term, chunks: 0 })),
      }),
      loadVectors: async () => new Map(),
    },
    embedder: hashEmbedder(256),
    analyzer: analyzer(),
    reader: null,
    model: null,
    ...change,
  }
}
