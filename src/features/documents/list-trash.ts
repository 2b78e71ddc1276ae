import { z } from 'zod'
import { restorableUntil } from '../../core/catalog/trash.ts'
import { libraryOrAll } from './fields.ts'
import { defineTool } from './services.ts'

export const listTrash = defineTool({
  name: 'list_trash',
  title: 'List deleted documents',
  description:
    'List the documents that were deleted in the last 24 hours, newest first. restore_document puts one back.',
  asks: ['what was deleted', 'which documents can be restored', 'deleted documents of a library'],
  access: 'read',
  pages: { of: ['documents'], by: ['doc_id'] },
  timeoutMs: 5_000,
  failures: ['COLLECTION_NOT_FOUND'],
  positionals: ['library'],
  tags: ['catalog'],
  shell: {
    aliases: [
      {
        words: ['trash'],
        group: 'Documents',
        summary: 'List what was deleted in the last day',
        examples: [],
      },
    ],
    render: async () => (await import('./render.ts')).renderTrash,
  },
  input: z.object({ library: libraryOrAll }),
  output: z.object({
    documents: z
      .array(
        z.object({
          doc_id: z.string().describe('Id of the document, for restore_document'),
          title: z.string().describe('Title'),
          source: z.string().describe('Absolute path, URL or label'),
          library: z.string().describe('Library it was deleted from'),
          deleted_at: z.string().describe('When it was deleted'),
          restorable_until: z.string().describe('When it is removed for good'),
        }),
      )
      .describe('Deleted documents, newest first'),
    count: z.int().describe('How many there are'),
  }),
  async run({ engine }, { library }) {
    const entries = await engine.trash.list(library)
    return {
      documents: entries.map(({ id, title, source, collection, deletedAt }) => ({
        doc_id: id,
        title,
        source,
        library: collection,
        deleted_at: deletedAt,
        restorable_until: restorableUntil(deletedAt),
      })),
      count: entries.length,
    }
  },
})
