import { z } from 'zod'
import { docId } from './fields.ts'
import { defineTool } from './services.ts'

export const deleteDocument = defineTool({
  name: 'delete_document',
  title: 'Delete a document',
  description:
    'Remove one stored document and all its passages; its source is not touched. restore_document undoes it for 24 hours. An unknown id is no error.',
  asks: [
    'remove a document',
    'delete a paper',
    'drop a source from the library',
    'take an outdated document out of search',
    'undo adding a document',
  ],
  access: 'destroy',
  idempotent: true,
  timeoutMs: 15_000,
  failures: [],
  positionals: ['doc_id'],
  tags: ['catalog'],
  shell: {
    aliases: [
      {
        words: ['delete'],
        group: 'Documents',
        summary: 'Remove a document from its library',
        examples: [],
      },
    ],
    render: async () => (await import('./render.ts')).renderDeleted,
  },
  input: z.object({ doc_id: docId.describe('Id from search or list_documents') }),
  output: z.object({
    status: z.literal('deleted').describe('Always "deleted"'),
    doc_id: z.string().describe('Id of the document'),
    deleted_chunks: z.int().describe('Passages removed; 0 if there was no such document'),
  }),
  async run({ engine }, { doc_id }) {
    return { status: 'deleted' as const, doc_id, deleted_chunks: await engine.trash.put(doc_id) }
  },
})
