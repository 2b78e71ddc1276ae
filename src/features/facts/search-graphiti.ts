import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { minScore, query, relevance, sort, warnings } from '../../core/contract/question-fields.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { FactSupport } from './fact.ts'
import type { Facts, FoundFact } from './facts.ts'
import { defineTool, type Services } from './services.ts'

const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

const when = (says: string) => z.string().nullable().describe(says)

const result = z.object({
  uuid: z.string().describe('Id of the fact'),
  fact: z.string().describe('The fact in one sentence'),
  similarity: relevance,
  metadata: z
    .record(z.string(), z.unknown())
    .describe(
      'The supporting passage: chunk_id, document_id, chunk_index, source, title, quote, char_span; and how many others',
    ),
  name: z.string().describe('Kind of relation, such as HOLDS_OFFICE or MEMBER_OF_PARTY'),
  source_node_uuid: z.string().describe('Id of the entity it is about'),
  target_node_uuid: z.string().describe('Id of the entity it is related to'),
  source_node: z.record(z.string(), z.unknown()).describe('name and labels of the entity it is about'),
  target_node: z.record(z.string(), z.unknown()).describe('name and labels of the other entity'),
  group_id: z.string().describe('Library it belongs to'),
  created_at: z.string().describe('When it became known here'),
  valid_at: when('Since when it holds, according to the sources'),
  invalid_at: when('Since when it no longer holds'),
  expired_at: when('When it became known that another fact replaced it'),
})

export const searchGraphiti = defineTool({
  name: 'search_graphiti',
  title: 'Search facts with time',
  description:
    'Search the knowledge graph for entities and relationships: facts with temporal information (requires USE_GRAPHITI=true). Births, deaths, offices, memberships, employment, foundings, acquisitions, places, awards, authorship, education and family, each with valid_at, invalid_at and the sentence that states it; `at` selects what was true on a day. Returns nothing when no fact has the subject and relation of the question. Rules and a bundled model read English statements without a language model; other languages and what several sentences imply need one. Use search_knowledge_base for passages.',
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
  version: '1.1.0',
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
      .describe('Only facts known to have held on this day (YYYY-MM-DD); null means any time'),
    library: z
      .string()
      .min(1, 'must not be empty')
      .nullable()
      .default(null)
      .describe('Library or project to search; null means all shared libraries'),
    sort,
    min_score: minScore,
  }),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    query: z.string().describe('The query as it was searched'),
    results: z.array(result).describe('Facts, best first'),
    count: z.int().describe('Number of results'),
    nothing_fits: z
      .boolean()
      .describe(
        'True when nothing is known that answers the question; warnings then say what is known of its subject',
      ),
    warnings,
  }),
  async run(context, { query, match_count, at, library, sort, min_score }) {
    if (!context.facts.isOn) throw disabled()
    const facts = await context.facts.open()
    const collections = library === null ? null : [library]
    const lagging = await levelFacts(context, facts, collections)
    const asked = { collections, text: query, limit: match_count, at, sort, minScore: min_score }
    const {
      found,
      nothingFits: nothing_fits,
      warnings,
    } = await facts.search({ ...asked, meaningBy: context.meaningBy }, context.signal)
    const results = found.map(factOnWire)
    return {
      success: true,
      query,
      results,
      count: results.length,
      nothing_fits,
      warnings: [...lagging, ...warnings],
    }
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

function factOnWire({ fact, relevance: similarity }: FoundFact): z.infer<typeof result> {
  const { subject, object, supports } = fact
  const [first, ...others] = supports
  return {
    uuid: fact.id,
    fact: fact.fact,
    similarity,
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

/** The contract has timestamps; stored are days. */
function momentOf(date: string | null): string | null {
  return date === null ? null : `${date}T00:00:00Z`
}

/** How long a search waits for facts to be read; the rest continues as a job. */
const patienceMs = 5_000

/**
 * Reads facts from new and changed documents before a search. Returns warnings when that is not finished in time or
 * fails: the search then uses the facts that exist.
 */
async function levelFacts(
  context: ToolContext<Services>,
  facts: Facts,
  collections: readonly string[] | null,
): Promise<string[]> {
  const lag = await facts.lag({ collections })
  if (lag.documents === 0 && lag.vectors === 0) return []
  try {
    const patience = Math.min(patienceMs, context.patienceMs)
    const { state, errors } = await runBuild(context, { facts, collections, patience })
    if (state === 'done') return errors.map(error => `Facts could not be read from a document: ${error}`)
  } catch (error) {
    if (!(error instanceof Failure) || context.signal.aborted) throw error
    return [`Facts may be missing: ${error.message}`]
  }
  const left = await facts.lag({ collections })
  return left.documents > 0
    ? [`Facts are still being read from ${left.documents} documents; search again for the rest.`]
    : left.vectors > 0
      ? [`${left.vectors} facts are found by words and names only until they are embedded.`]
      : []
}

type BuildRequest = { facts: Facts; collections: readonly string[] | null; patience: number }

/** Builds facts as a job: concurrent calls, in any process, wait for the same job. */
async function runBuild(
  { engine, caller, correlationId, signal, progress }: ToolContext<Services>,
  { facts, collections, patience }: BuildRequest,
): Promise<{ state: 'done' | 'running'; errors: string[] }> {
  const job = await engine.jobs.run({
    key: sha256(JSON.stringify(['build_facts', collections])),
    kind: 'build_facts',
    title: 'Read facts from documents',
    collection: collections?.[0] ?? null,
    input: { collections: collections === null ? null : [...collections] },
    isRepeatable: false,
    isBrief: true,
    caller,
    correlationId,
    patienceMs: patience,
    signal,
    progress,
    work: async context => {
      const report = await facts.build({ collections }, context)
      return { ...report }
    },
  })
  return job.state === 'done' ? { state: 'done', errors: job.value.errors } : { state: 'running', errors: [] }
}
