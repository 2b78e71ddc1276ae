import { z } from 'zod'
import { chunkLink } from '../../core/addresses/links.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { Failure } from '../../core/model/failure.ts'
import { answer, askingFields, project, question, sparseModel, warnings } from './fields.ts'
import { findItems } from './find-items.ts'
import { item } from './item.ts'
import { defineTool } from './services.ts'

export const queryHybrid = defineTool({
  name: 'query_hybrid',
  title: 'Query a project by words and meaning',
  description:
    'Find passages of one project by words and by meaning together (reciprocal rank fusion), each with citekey, page and section, ready to cite. The best first choice for most questions; give either text or query.',
  asks: [
    'find citable passages in a project',
    'search my thesis literature by keywords and meaning',
    'passages with citekey and page',
    'best sources for a statement in a project',
    'which literature supports this',
  ],
  access: 'read',
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
    query: optional(question).describe('The same as text, as the first contract spells it'),
    ...askingFields,
  }),
  output: answer({
    items: z.array(item).describe('Passages, best first'),
    count: z.int().describe('How many items there are'),
    hybrid_enabled: z.boolean().describe('Always true in an answer'),
    dense_model: z.string().describe('Embedding model the project is bound to'),
    sparse_model: z.string().describe('How words are ranked'),
    fusion: z.string().describe('How both rankings are made one'),
    warnings,
  }),
  async run(context, { text, query, ...input }) {
    const asked = onlyOne(text, query)
    const chosen = await context.engine.projects.require(input.project)
    if (!chosen.hybrid) throw notSupported(chosen.id)
    const how = { mode: 'hybrid', fusion: 'reciprocal' } as const
    const found = await findItems(context, chosen, { ...input, text: asked }, how)
    return {
      items: found.items,
      count: found.items.length,
      hybrid_enabled: true,
      dense_model: found.model,
      sparse_model: sparseModel,
      fusion: 'RRF',
      warnings: found.warnings,
    }
  },
})

/** The two contracts spell the question differently; both at once would be two questions. */
function onlyOne(text: string | undefined, query: string | undefined): string {
  const asked = text ?? query
  if (asked !== undefined && (text === undefined || query === undefined)) return asked
  throw new Failure(
    'invalid',
    'VALIDATION_ERROR',
    asked === undefined ? 'The question is missing.' : 'Both text and query were given.',
    { hint: 'Give exactly one of text and query.', details: { fields: ['text', 'query'] } },
  )
}

function notSupported(id: string): Failure {
  return new Failure(
    'unsupported',
    'HYBRID_NOT_SUPPORTED',
    `Hybrid search is switched off for project '${id}' (hybrid_enabled=false).`,
    {
      hint: `Use query, or switch it on with: quire project set ${id} --hybrid true`,
      details: { project_id: id, reason: 'hybrid_enabled=false' },
    },
  )
}
