import { z } from 'zod'
import type { DocumentSummary } from '../../model/document.ts'
import { Failure } from '../../model/failure.ts'
import { defineTool } from '../define-tool.ts'
import type { Services } from '../services.ts'
import { sourceIdOf } from './source-id.ts'

const source = z.object({
  source_id: z.string().describe('Host of pages, folder of files, or label'),
  summary: z.string().describe('What it holds'),
  total_word_count: z.int().describe('Words in all its documents, counted'),
  document_count: z.int().describe('Documents it has now'),
  created_at: z.string().describe('When its first document was stored, ISO 8601'),
  updated_at: z.string().describe('When its latest document was stored'),
})

export const getAvailableSources = defineTool({
  name: 'get_available_sources',
  title: 'List sources',
  description:
    'Get all available sources (domains and paths) that the knowledge base holds, with true counts of documents and words. Use a source_id to narrow search_knowledge_base or search_code_examples.',
  access: 'read',
  timeoutMs: 5_000,
  failures: [],
  tags: ['catalog'],
  rest: { method: 'GET', path: '/api/v1/rag/sources' },
  input: z.object({}),
  output: z.object({
    success: z.boolean().describe('Always true; what fails is an error'),
    sources: z.array(source).describe('In order of source_id'),
    count: z.int().describe('How many there are'),
  }),
  async run({ engine, signal }) {
    const documents = await listAll(engine)
    const words = await countWords(engine, documents, signal)
    const groups = Map.groupBy(documents, ({ source }) => sourceIdOf(source))
    const sources = [...groups]
      .map(([id, members]) => describe(id, members, words))
      .sort((one, other) => (one.source_id < other.source_id ? -1 : 1))
    return { success: true, sources, count: sources.length }
  },
})

const pageSize = 1000

async function listAll({ catalog }: Services['engine']): Promise<DocumentSummary[]> {
  const all: DocumentSummary[] = []
  for (;;) {
    const page = await catalog.listDocuments({ collection: null, limit: pageSize, offset: all.length })
    all.push(...page)
    if (page.length < pageSize) return all
  }
}

/** A document of one id never changes, so its words are counted once. */
const counted = new WeakMap<object, Map<string, number>>()

async function countWords(
  engine: Services['engine'],
  documents: readonly DocumentSummary[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const known = counted.get(engine) ?? new Map<string, number>()
  counted.set(engine, known)
  for (const { id } of documents) {
    if (known.has(id)) continue
    signal.throwIfAborted()
    known.set(id, await wordsOf(engine, id))
  }
  return known
}

async function wordsOf({ catalog }: Services['engine'], id: string): Promise<number> {
  try {
    const { markdown } = await catalog.readDocument(id)
    return markdown.match(/\S+/g)?.length ?? 0
  } catch (error) {
    // It was replaced or deleted since it was listed.
    if (error instanceof Failure && error.kind === 'not_found') return 0
    throw error
  }
}

const longestSummary = 500
const namedTitles = 5

function describe(
  id: string,
  documents: readonly DocumentSummary[],
  words: ReadonlyMap<string, number>,
): z.infer<typeof source> {
  const dates = documents.map(({ createdAt }) => createdAt).sort()
  const titles = [...new Set(documents.map(({ title }) => title))]
  const named = titles.slice(0, namedTitles).join('; ')
  const summary = `Content from ${id}: ${named}${titles.length > namedTitles ? ' and more' : ''}.`
  return {
    source_id: id,
    summary: summary.length <= longestSummary ? summary : `${summary.slice(0, longestSummary)}...`,
    total_word_count: documents.reduce((sum, document) => sum + (words.get(document.id) ?? 0), 0),
    document_count: documents.length,
    created_at: dates[0] ?? '',
    updated_at: dates.at(-1) ?? '',
  }
}
