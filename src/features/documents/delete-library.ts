import { z } from 'zod'
import { defineTool } from './services.ts'

export const deleteLibrary = defineTool({
  name: 'delete_library',
  title: 'Delete a library',
  description: 'Remove a library with everything in it. This cannot be undone: pass its name twice.',
  asks: [
    'delete a library',
    'empty a collection',
    'drop everything in a library',
    'start over with no documents',
    'remove all documents at once',
  ],
  access: 'destroy',
  timeoutMs: 15_000,
  failures: ['COLLECTION_NOT_FOUND'],
  positionals: ['library'],
  tags: ['catalog'],
  shell: {
    render: async () => (await import('./render.ts')).renderDeletedLibrary,
  },
  input: z
    .object({
      library: z.string().min(1, 'library must not be empty').describe('Library to remove'),
      confirm: z.string().describe('The same name again'),
    })
    .refine(({ library, confirm }) => library === confirm, {
      path: ['confirm'],
      message: 'confirm must repeat the name of the library',
    }),
  output: z.object({
    status: z.literal('deleted').describe('Always "deleted"'),
    library: z.string().describe('The library removed'),
    deleted_documents: z.int().describe('Documents removed with it'),
    deleted_chunks: z.int().describe('Passages removed with it'),
  }),
  async run({ engine }, { library }) {
    const { documents, chunks } = await engine.catalog.deleteCollection(library)
    return { status: 'deleted' as const, library, deleted_documents: documents, deleted_chunks: chunks }
  },
})
