import { z } from 'zod'
import { meaningOf, waitingOf } from '../../core/model/collection.ts'
import { answerSchema, sparseModel } from './fields.ts'
import { defineTool } from './services.ts'

export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  version: '1.3.0',
  description:
    'List all projects, each a thesis or paper with its own sources, with collection, embedding model and whether hybrid search is on.',
  asks: [
    'which projects are there',
    'names of my projects',
    'which theses or papers have their own sources',
    'what can I search for citations',
  ],
  access: 'read',
  pages: { of: ['projects'], by: ['id'] },
  timeoutMs: 2_000,
  failures: [],
  tags: ['citations'],
  shell: {
    render: async () => (await import('./render.ts')).renderProjects,
  },
  input: z.object({}),
  output: answerSchema({
    projects: z
      .array(
        z.object({
          id: z.string().describe('Value for the project input of other tools'),
          collection: z.string().describe('Name of its collection'),
          dense_model: z.string().describe('Embedding model it is bound to'),
          embed_model: z.string().describe('Same value, under the name of the first contract'),
          sparse_model: z.string().nullable().describe('Ranking by words; null when hybrid is off'),
          hybrid_enabled: z.boolean().describe('Whether query_hybrid may be used'),
          document_count: z.int().describe('Documents in it'),
          chunk_count: z.int().describe('Passages in it'),
          word_count: z.int().describe('Words of its documents'),
          languages: z.array(z.string()).describe('Languages of its documents, most frequent first'),
          meaning: z
            .number()
            .optional()
            .describe('Share of its passages that are found by meaning, while vectors are still being made'),
          index_waiting: z
            .int()
            .optional()
            .describe(
              'Passages that the index of vectors beside the store lacks; searches are exact until then',
            ),
        }),
      )
      .describe('In order of id'),
    count: z.int().describe('How many projects there are'),
  }),
  async run({ engine }) {
    const [projects, counts] = await Promise.all([
      engine.projects.list(),
      engine.catalog.listCollections({ includeIsolated: true }),
    ])
    const countOf = new Map(counts.map(count => [count.name, count]))
    return {
      projects: projects.map(({ id, collection, model, hybrid }) => ({
        id,
        collection,
        dense_model: model,
        embed_model: model,
        sparse_model: hybrid ? sparseModel : null,
        hybrid_enabled: hybrid,
        document_count: countOf.get(collection)?.documents ?? 0,
        chunk_count: countOf.get(collection)?.chunks ?? 0,
        word_count: countOf.get(collection)?.words ?? 0,
        languages: [...(countOf.get(collection)?.languages ?? [])],
        ...meaningOf(countOf.get(collection) ?? { pending: 0, chunks: 0 }),
        ...waitingOf(countOf.get(collection) ?? {}),
      })),
      count: projects.length,
    }
  },
})
