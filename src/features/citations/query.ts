import { z } from 'zod'
import { chunkLink } from '../../core/addresses/links.ts'
import { answer, askingFields, project, question, warnings } from './fields.ts'
import { findItems } from './find-items.ts'
import { item } from './item.ts'
import { defineTool } from './services.ts'

export const query = defineTool({
  name: 'query',
  title: 'Query a project by meaning',
  description:
    'Find the passages of one project that are closest in meaning to a question, each with citekey, page and section, ready to cite. Use query_hybrid when exact words or names matter.',
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
  shell: {
    render: async () => (await import('./render.ts')).renderItems,
  },
  input: z.object({
    project,
    text: question.describe('A question, in natural language'),
    ...askingFields,
  }),
  output: answer({
    items: z.array(item).describe('Passages, best first'),
    count: z.int().describe('How many items there are'),
    model: z.string().describe('Embedding model the project is bound to'),
    warnings,
  }),
  async run(context, input) {
    const chosen = await context.engine.projects.require(input.project)
    const found = await findItems(context, chosen, input, { mode: 'dense' })
    return { ...found, count: found.items.length }
  },
})
