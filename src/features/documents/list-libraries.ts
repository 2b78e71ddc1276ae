import { z } from 'zod'
import { countProjects } from '../../core/catalog/projects.ts'
import { meaningOf, waitingOf } from '../../core/model/collection.ts'
import { defineTool, type Services } from './services.ts'

export const listLibraries = defineTool({
  name: 'list_libraries',
  title: 'List libraries',
  description: 'List the libraries that documents are kept in, with their numbers of documents and passages.',
  asks: [
    'which libraries are there',
    'how many documents does each library hold',
    'names and sizes of my collections',
    'how is my material divided',
  ],
  access: 'read',
  pages: { of: ['libraries'], by: ['library'] },
  timeoutMs: 5_000,
  failures: [],
  tags: ['catalog'],
  version: '1.3.0',
  shell: {
    aliases: [
      {
        words: ['libraries'],
        group: 'Documents',
        summary: 'List libraries and projects with their sizes',
        add: async (value, { engine }) => ({ ...value, projects: await listProjects(engine) }),
      },
    ],
    render: async () => (await import('./render.ts')).renderLibraries,
  },
  input: z.object({}),
  output: z.object({
    libraries: z.array(
      z.object({
        library: z.string().describe('Name'),
        document_count: z.int().describe('Documents in it'),
        chunk_count: z.int().describe('Passages in it'),
        word_count: z.int().describe('Words of its documents'),
        embedding_model: z.string().describe('Model of its vectors'),
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
    ),
  }),
  async run({ engine }) {
    const collections = await engine.catalog.listCollections()
    return {
      libraries: collections.map(collection => ({
        library: collection.name,
        document_count: collection.documents,
        chunk_count: collection.chunks,
        word_count: collection.words,
        embedding_model: collection.model,
        languages: [...collection.languages],
        ...meaningOf(collection),
        ...waitingOf(collection),
      })),
    }
  },
})

/** Returns projects with the same fields as libraries. */
async function listProjects(engine: Services['engine']) {
  const projects = await countProjects(engine)
  return projects.map(({ project, collection, documents, chunks, model, languages }) => ({
    project,
    collection,
    document_count: documents,
    chunk_count: chunks,
    embedding_model: model,
    languages: [...languages],
  }))
}
