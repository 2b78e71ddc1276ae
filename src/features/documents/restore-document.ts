import { z } from 'zod'
import { docId } from './fields.ts'
import { defineTool } from './services.ts'

export const restoreDocument = defineTool({
  name: 'restore_document',
  title: 'Restore a deleted document',
  description:
    'Put a document back that was deleted in the last 24 hours, with its id, passages and attachments. list_trash returns the ids.',
  asks: ['restore a deleted document', 'undo deleting a document', 'get a document back from the trash'],
  access: 'write',
  timeoutMs: 60_000,
  failures: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_REPLACED'],
  positionals: ['doc_id'],
  tags: ['catalog'],
  shell: {
    aliases: [
      { words: ['restore'], group: 'Documents', summary: 'Put a deleted document back', examples: [] },
    ],
    render: async () => (await import('./render.ts')).renderRestored,
  },
  input: z.object({ doc_id: docId.describe('Id of the deleted document') }),
  output: z.object({
    status: z.literal('restored').describe('Always "restored"'),
    doc_id: z.string().describe('Id of the document, as before'),
    title: z.string().describe('Title'),
    library: z.string().describe('Library that holds it again'),
  }),
  async run({ engine, signal }, { doc_id }) {
    const { title, collection } = await engine.trash.restore(doc_id, signal)
    return { status: 'restored' as const, doc_id, title, library: collection }
  },
})
