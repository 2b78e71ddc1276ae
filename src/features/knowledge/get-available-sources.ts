import { z } from 'zod'
import type { DocumentSummary } from '../../core/model/document.ts'
import { defineTool, type Services } from './services.ts'
import { sourceIdOf } from './source-id.ts'

const source = z.object({
  source_id: z.string().describe('Host of pages, folder of files, or label'),
  summary: z.string().describe('Summary of its content'),
  total_word_count: z.int().describe('Number of words in all its documents'),
  document_count: z.int().describe('Number of documents'),
  created_at: z.string().describe('When its first document was stored, ISO 8601'),
  updated_at: z.string().describe('When its latest document was stored'),
})

export const getAvailableSources = defineTool({
  name: 'get_available_sources',
  title: 'List sources',
  description:
    'Get all available sources (domains and paths) of the knowledge base, with exact counts of documents and words. Use a source_id to narrow search_knowledge_base or search_code_examples.',
  asks: [
    'which sources does the knowledge base have',
    'which websites and domains have been crawled',
    'list domains and their word counts',
    'where do the documents come from',
  ],
  access: 'read',
  pages: { of: ['sources'], by: ['source_id'] },
  timeoutMs: 5_000,
  failures: [],
  tags: ['catalog'],
  rest: { method: 'GET', path: '/api/v1/rag/sources' },
  shell: {
    render: async () => (await import('./render.ts')).renderSources,
  },
  input: z.object({}),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    sources: z.array(source).describe('In order of source_id'),
    count: z.int().describe('How many there are'),
  }),
  async run({ engine }) {
    const sources = await listSources(engine)
    return { success: true, sources: [...sources], count: sources.length }
  },
})

type Source = z.infer<typeof source>
type Listed = { versions: string; sources: readonly Source[] }

/** Cached per version of the collections. */
const listed = new WeakMap<object, Listed>()

/** More than any library contains. */
const all = 10_000_000

async function listSources(engine: Services['engine']): Promise<readonly Source[]> {
  const collections = await engine.catalog.listCollections()
  const versions = JSON.stringify(collections.map(({ name, version }) => [name, version]))
  const known = listed.get(engine)
  if (known?.versions === versions) return known.sources
  const held = await Promise.all(collections.map(({ name }) => engine.catalog.findDocuments(name, [], all)))
  const sources = [...Map.groupBy(held.flat(), document => sourceIdOf(document.source))]
    .map(([id, members]) => toSource(id, members))
    .sort((one, other) => (one.source_id < other.source_id ? -1 : 1))
  listed.set(engine, { versions, sources })
  return sources
}

const longestSummary = 500
const namedTitles = 5

function toSource(id: string, documents: readonly DocumentSummary[]): Source {
  const dates = documents.map(({ createdAt }) => createdAt).sort()
  const titles = [...new Set(documents.map(({ title }) => title))]
  const named = titles.slice(0, namedTitles).join('; ')
  const summary = `Content from ${id}: ${named}${titles.length > namedTitles ? ' and more' : ''}.`
  return {
    source_id: id,
    summary: summary.length <= longestSummary ? summary : `${summary.slice(0, longestSummary)}...`,
    total_word_count: documents.reduce((sum, { words }) => sum + words, 0),
    document_count: documents.length,
    created_at: dates[0] ?? '',
    updated_at: dates.at(-1) ?? '',
  }
}
