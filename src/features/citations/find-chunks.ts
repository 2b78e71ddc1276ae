import { z } from 'zod'
import { chunkLink } from '../../core/addresses/links.ts'
import { answer, askingFields, project, question, warnings } from './fields.ts'
import { findItems } from './find-items.ts'
import { item } from './item.ts'
import { defineTool } from './services.ts'

export const findChunks = defineTool({
  name: 'find_chunks',
  title: 'Find chunks by meaning',
  description:
    'The same search as query, under the name and parameters of the first contract: passages of one project closest in meaning. Prefer query unless a client asks for this name.',
  asks: ['chunks of a project closest to a question', 'semantic chunk search in a project'],
  access: 'read',
  quotesSources: true,
  pages: { of: ['items'], by: ['chunk_id'], texts: ['render_text', 'full_text'], linkItem: chunkLink },
  timeoutMs: 8_000,
  failures: ['INVALID_PROJECT', 'EMBEDDING_MISMATCH', 'VALIDATION_ERROR'],
  positionals: ['project', 'query'],
  tags: ['search', 'citations'],
  shell: {
    render: async () => (await import('./render.ts')).renderItems,
  },
  input: z.object({
    project,
    query: question.describe('A question, in natural language'),
    ...askingFields,
  }),
  output: answer({
    items: z.array(item).describe('Passages, best first'),
    count: z.int().describe('How many items there are'),
    warnings,
  }),
  async run(context, { query: text, ...input }) {
    const chosen = await context.engine.projects.require(input.project)
    const { items, warnings } = await findItems(context, chosen, { ...input, text }, { mode: 'dense' })
    return { items, count: items.length, warnings }
  },
})
