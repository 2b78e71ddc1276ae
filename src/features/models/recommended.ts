import type { ModelKind } from '../../core/ports/model-shelf.ts'

/** A model that is known to work well. */
export type RecommendedModel = {
  /** Short name, which commands accept too. */
  short: string
  /** Id at the hub; null for the one that comes with Quire. */
  id: string | null
  kind: ModelKind
  /** Size of what is fetched, rounded; the hub knows the exact size. */
  megabytes: number
  dimensions: number | null
  maxTokens: number
  languages: string
  license: string
  /** What is known about its quality, and from where. */
  quality: string
}

/** Figures that were not measured here are called published, with their source. */
export const recommended: readonly RecommendedModel[] = [
  {
    short: 'gte-small',
    id: null,
    kind: 'embedding',
    megabytes: 34,
    dimensions: 384,
    maxTokens: 512,
    languages: 'English',
    license: 'mit',
    quality: 'measured: nDCG@10 by meaning alone NFCorpus .351, Cranfield .415',
  },
  {
    short: 'multilingual-e5-small',
    id: 'Xenova/multilingual-e5-small',
    kind: 'embedding',
    megabytes: 135,
    dimensions: 384,
    maxTokens: 512,
    languages: 'about 100',
    license: 'mit',
    quality: 'not measured here',
  },
  {
    short: 'bge-base-en-v1.5',
    id: 'Xenova/bge-base-en-v1.5',
    kind: 'embedding',
    megabytes: 110,
    dimensions: 768,
    maxTokens: 512,
    languages: 'English',
    license: 'mit',
    quality: 'published (BEIR): nDCG@10 NFCorpus .374, SciFact .744',
  },
  {
    short: 'nomic-embed-text-v1.5',
    id: 'nomic-ai/nomic-embed-text-v1.5',
    kind: 'embedding',
    megabytes: 140,
    dimensions: 768,
    maxTokens: 8192,
    languages: 'English',
    license: 'apache-2.0',
    quality: 'published (its card): MTEB 62.28',
  },
  {
    short: 'ms-marco-MiniLM-L6-v2',
    id: 'cross-encoder/ms-marco-MiniLM-L6-v2',
    kind: 'reranker',
    megabytes: 24,
    dimensions: null,
    maxTokens: 512,
    languages: 'English',
    license: 'apache-2.0',
    quality: 'published (its card): nDCG@10 TREC DL 2019 .743',
  },
  {
    short: 'mmarco-mMiniLMv2-L12-H384-v1',
    id: 'cross-encoder/mmarco-mMiniLMv2-L12-H384-v1',
    kind: 'reranker',
    megabytes: 135,
    dimensions: null,
    maxTokens: 512,
    languages: '14',
    license: 'apache-2.0',
    quality: 'not measured here',
  },
]

/** The model that comes with Quire, as a choice. */
export const bundled = {
  name: 'gte-small',
  kind: 'embedding',
  choice: 'gte-small',
  id: 'gte-small-int8',
} as const

/** Returns the hub id of a short name; other names are hub ids themselves. */
export function idOf(name: string): string {
  return recommended.find(({ short }) => short === name)?.id ?? name
}
