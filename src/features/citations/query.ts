import { z } from 'zod'
import { chunkLink } from '../../core/addresses/links.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { nothingFits } from '../../core/contract/question-fields.ts'
import { Failure } from '../../core/model/failure.ts'
import { answerSchema, askingFields, project, question, sparseModel, warnings } from './fields.ts'
import { findItems } from './find-items.ts'
import { itemSchema } from './item.ts'
import { defineTool } from './services.ts'

export const query = defineTool({
  name: 'query',
  title: 'Query a project by meaning',
  description:
    'Find the passages of one project closest in meaning to a question, with citekey, page and section. Use query_hybrid when exact words or names matter.',
  asks: [
    'passages of a project similar in meaning',
    'semantic search in one project',
    'conceptually related text in a project',
    'paraphrases of a sentence in a project',
  ],
  access: 'read',
  quotesSources: true,
  pages: { of: ['items'], by: ['chunk_id'], texts: ['render_text', 'full_text'], linkItem: chunkLink },
  timeoutMs: 8_000,
  failures: ['INVALID_PROJECT', 'EMBEDDING_MISMATCH', 'VALIDATION_ERROR'],
  positionals: ['project', 'text'],
  tags: ['search', 'citations'],
  version: '1.2.0',
  shell: {
    render: async () => (await import('./render.ts')).renderItems,
  },
  input: z.object({
    project,
    text: question.describe('A question, in natural language'),
    ...askingFields,
  }),
  output: answerSchema({
    items: z.array(itemSchema).describe('Passages, best first'),
    count: z.int().describe('How many items there are'),
    nothing_fits: nothingFits,
    model: z.string().describe('Embedding model the project is bound to'),
    warnings,
  }),
  async run(context, input) {
    const chosen = await context.engine.projects.require(input.project)
    const found = await findItems(context, chosen, { ...input, mode: 'dense' })
    return { ...found, count: found.items.length }
  },
})

export const findChunks = defineTool({
  name: 'find_chunks',
  title: 'Find chunks by meaning',
  description:
    'Find the passages of one project closest in meaning, like query. Use query unless a client requires this name.',
  asks: ['chunks of a project closest to a question', 'semantic chunk search in a project'],
  access: 'read',
  quotesSources: true,
  pages: { of: ['items'], by: ['chunk_id'], texts: ['render_text', 'full_text'], linkItem: chunkLink },
  timeoutMs: 8_000,
  failures: ['INVALID_PROJECT', 'EMBEDDING_MISMATCH', 'VALIDATION_ERROR'],
  positionals: ['project', 'query'],
  tags: ['search', 'citations'],
  version: '1.2.0',
  shell: {
    render: async () => (await import('./render.ts')).renderItems,
  },
  input: z.object({
    project,
    query: question.describe('A question, in natural language'),
    ...askingFields,
  }),
  output: answerSchema({
    items: z.array(itemSchema).describe('Passages, best first'),
    count: z.int().describe('How many items there are'),
    nothing_fits: nothingFits,
    warnings,
  }),
  async run(context, { query: text, ...input }) {
    const chosen = await context.engine.projects.require(input.project)
    const { items, nothing_fits, warnings } = await findItems(context, chosen, {
      ...input,
      text,
      mode: 'dense',
    })
    return { items, count: items.length, nothing_fits, warnings }
  },
})

export const queryHybrid = defineTool({
  name: 'query_hybrid',
  title: 'Query a project by words and meaning',
  description:
    'Find passages of one project by words and meaning together (reciprocal rank fusion), with citekey, page and section, ready to cite. The best choice for most questions; set text or query.',
  asks: [
    'find citable passages in a project',
    'search my thesis literature by keywords and meaning',
    'passages with citekey and page',
    'best sources for a statement in a project',
    'which literature supports this',
  ],
  access: 'read',
  view: 'hits',
  quotesSources: true,
  pages: { of: ['items'], by: ['chunk_id'], texts: ['render_text', 'full_text'], linkItem: chunkLink },
  timeoutMs: 15_000,
  failures: [
    'INVALID_PROJECT',
    'HYBRID_NOT_SUPPORTED',
    'INDEX_UNAVAILABLE',
    'EMBEDDING_MISMATCH',
    'VALIDATION_ERROR',
  ],
  positionals: ['project', 'text'],
  tags: ['search', 'citations'],
  version: '1.2.0',
  shell: {
    aliases: [
      {
        words: ['query'],
        group: 'Projects',
        summary: 'Find citable passages of a project, by words and meaning',
        examples: [{ line: 'quire query thesis "how is paper sized?"', says: 'Each with citekey and page' }],
      },
    ],
    render: async () => (await import('./render.ts')).renderItems,
  },
  input: z.object({
    project,
    text: optional(question).describe('A question or keywords'),
    query: optional(question).describe('As text'),
    ...askingFields,
  }),
  output: answerSchema({
    items: z.array(itemSchema).describe('Passages, best first'),
    count: z.int().describe('How many items there are'),
    nothing_fits: nothingFits,
    hybrid_enabled: z.boolean().describe('Always true'),
    dense_model: z.string().describe('Embedding model the project is bound to'),
    sparse_model: z.string().describe('Ranking by words'),
    fusion: z.string().describe('How the two rankings are combined'),
    warnings,
  }),
  async run(context, { text, query, ...input }) {
    const asked = onlyOne(text, query)
    const chosen = await context.engine.projects.require(input.project)
    if (!chosen.hybrid) throw notSupported(chosen.id)
    const found = await findItems(context, chosen, {
      ...input,
      text: asked,
      mode: 'hybrid',
      fusion: 'reciprocal',
    })
    return {
      items: found.items,
      count: found.items.length,
      nothing_fits: found.nothing_fits,
      hybrid_enabled: true,
      dense_model: found.model,
      sparse_model: sparseModel,
      fusion: 'RRF',
      warnings: found.warnings,
    }
  },
})

/** The contracts name the question differently (`text`, `query`); exactly one of both must be given. */
function onlyOne(text: string | undefined, query: string | undefined): string {
  const asked = text ?? query
  if (asked !== undefined && (text === undefined || query === undefined)) return asked
  throw new Failure(
    'invalid',
    'VALIDATION_ERROR',
    asked === undefined ? 'The question is missing.' : 'Both text and query were given.',
    { hint: 'Set exactly one of text and query.', details: { fields: ['text', 'query'] } },
  )
}

function notSupported(id: string): Failure {
  return new Failure(
    'unsupported',
    'HYBRID_NOT_SUPPORTED',
    `Hybrid search is disabled for project '${id}' (hybrid_enabled=false).`,
    {
      hint: `Use query, or enable it with: quire project set ${id} --hybrid true`,
      details: { project_id: id, reason: 'hybrid_enabled=false' },
    },
  )
}
