import { z } from 'zod'
import { query, sort, warnings } from '../../core/contract/question-fields.ts'
import { Failure } from '../../core/model/failure.ts'
import type { FactSupport } from './fact.ts'
import { levelFacts } from './level-facts.ts'
import { defineTool } from './services.ts'
import type { FoundFact } from './types.ts'

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const when = (says: string) => z.string().nullable().describe(says)

const result = z.object({
  uuid: z.string().describe('Id of the fact'),
  fact: z.string().describe('The fact in one sentence'),
  similarity: z
    .number()
    .describe('Relative to the best hit of this answer, 0 to 1; says nothing across questions'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      'The passage it rests on: chunk_id, document_id, chunk_index, source, title, quote, char_span; and how many others',
    ),
  name: z.string().describe('Kind of relation, such as HOLDS_OFFICE or MEMBER_OF_PARTY'),
  source_node_uuid: z.string().describe('Id of the entity it is about'),
  target_node_uuid: z.string().describe('Id of the entity it relates that one to'),
  source_node: z.record(z.string(), z.unknown()).describe('name and labels of the entity it is about'),
  target_node: z.record(z.string(), z.unknown()).describe('name and labels of the other entity'),
  group_id: z.string().describe('Library it belongs to'),
  created_at: z.string().describe('When it became known here'),
  valid_at: when('Since when it holds, as far as the sources say'),
  invalid_at: when('Since when it no longer holds'),
  expired_at: when('When it became known that something else took its place'),
})

export const searchGraphiti = defineTool({
  name: 'search_graphiti',
  title: 'Search facts with time',
  description:
    'Search the knowledge graph for entities and relationships: facts with temporal information (requires USE_GRAPHITI=true). Who held which office, belonged to which party, wrote, founded or succeeded what, each with valid_at and invalid_at and the passage that says so; `at` asks what was true on a day. Use search_knowledge_base for passages.',
  asks: [
    'facts about a person or organisation',
    'who held an office at a certain time',
    'who succeeded whom',
    'relations between people and organisations',
    'when did a fact become true',
    'history of a relationship',
  ],
  access: 'read',
  quotesSources: true,
  pages: { of: ['results'], by: ['uuid'] },
  timeoutMs: 15_000,
  failures: ['FEATURE_DISABLED', 'COLLECTION_NOT_FOUND'],
  positionals: ['query'],
  tags: ['search', 'graph'],
  rest: { method: 'POST', path: '/api/v1/graphiti/search' },
  shell: {
    render: async () => (await import('./render.ts')).renderFacts,
  },
  input: z.object({
    query,
    match_count: z
      .int('must be a whole number')
      .min(1, 'must be between 1 and 50')
      .max(50, 'must be between 1 and 50')
      .default(10)
      .describe('How many facts to return, 1 to 50'),
    at: z
      .string()
      .regex(day, 'must be a date such as 2010-06-24')
      .nullable()
      .default(null)
      .describe('Only what is known to have held on this day (YYYY-MM-DD); null means any time'),
    library: z
      .string()
      .min(1, 'must not be empty')
      .nullable()
      .default(null)
      .describe('Library or project to search, such as hansard; null means all shared libraries'),
    sort,
  }),
  output: z.object({
    success: z.boolean().describe('Always true; what fails is an error'),
    query: z.string().describe('The query as it was searched'),
    results: z.array(result).describe('Facts, best first'),
    count: z.int().describe('How many are returned'),
    warnings,
  }),
  async run(context, { query, match_count, at, library, sort }) {
    if (!context.facts.isOn) throw disabled()
    const facts = await context.facts.open()
    const collections = library === null ? null : [library]
    const lagging = await levelFacts(context, facts, collections)
    const { found, warnings } = await facts.search(
      { collections, text: query, limit: match_count, at, sort, meaningBy: context.meaningBy },
      context.signal,
    )
    const results = found.map(factOnWire)
    return { success: true, query, results, count: results.length, warnings: [...lagging, ...warnings] }
  },
})

function disabled(): Failure {
  return new Failure(
    'unsupported',
    'FEATURE_DISABLED',
    'Graphiti is not enabled. Set USE_GRAPHITI=true in environment variables.',
    { hint: 'Set USE_GRAPHITI=true (or --graph-facts) and start the server again.' },
  )
}

function factOnWire({ fact, score }: FoundFact): z.infer<typeof result> {
  const { subject, object, supports } = fact
  const [first, ...others] = supports
  return {
    uuid: fact.id,
    fact: fact.fact,
    similarity: score,
    metadata: {
      ...(first === undefined ? {} : passageOf(first)),
      support_count: fact.supportCount,
      also: others.map(passageOf),
    },
    name: fact.relation,
    source_node_uuid: subject.id,
    target_node_uuid: object.id,
    source_node: { name: subject.name, labels: ['Entity', subject.label] },
    target_node: { name: object.name, labels: ['Entity', object.label] },
    group_id: fact.collection,
    created_at: fact.createdAt,
    valid_at: momentOf(fact.validAt),
    invalid_at: momentOf(fact.invalidAt),
    expired_at: fact.expiredAt,
  }
}

function passageOf(support: FactSupport) {
  return {
    chunk_id: support.chunkId,
    document_id: support.documentId,
    chunk_index: support.chunkOrdinal,
    source: support.source,
    title: support.title,
    quote: support.quote,
    char_span: [support.start, support.end],
    origin: support.origin,
  }
}

/** Days are kept; the contract's engine speaks of moments. */
function momentOf(date: string | null): string | null {
  return date === null ? null : `${date}T00:00:00Z`
}
