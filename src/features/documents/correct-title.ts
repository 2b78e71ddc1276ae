import { z } from 'zod'
import { optional } from '../../core/contract/json-schema.ts'
import { correctedParts } from '../../core/model/correction.ts'
import { Failure } from '../../core/model/failure.ts'
import { docId } from './fields.ts'
import { defineTool } from './services.ts'

export const correctTitle = defineTool({
  name: 'correct_title',
  title: 'Correct a title',
  description:
    'Set the title of a document. It survives a new ingest, export and move. Without a title, returns the current one.',
  asks: [
    'the title of a document is wrong',
    'rename a document',
    'give a source a better title',
    'undo a correction of a title',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 15_000,
  failures: ['DOCUMENT_NOT_FOUND', 'FORBIDDEN_PATH'],
  positionals: ['doc_id', 'title'],
  tags: ['catalog'],
  shell: {
    aliases: [
      {
        words: ['title'],
        group: 'Documents',
        summary: 'Show or correct the title of a document',
        examples: [
          {
            line: 'quire title 1b671a64-40d5-591e-99b0-da01ff1f3341 "Free Culture"',
            says: 'Set the title',
          },
          { line: 'quire title 1b671a64-40d5-591e-99b0-da01ff1f3341 --clear', says: 'Undo the correction' },
        ],
      },
    ],
    render: async () => (await import('./render-corrections.ts')).renderTitle,
  },
  input: z.object({
    doc_id: docId.describe('Id from search or list_documents'),
    title: optional(z.string().trim().min(1, 'title must not be empty').max(1000)).describe(
      'The right title',
    ),
    clear: z.boolean().default(false).describe('Undo the correction'),
  }),
  output: z.object({
    doc_id: z.string().describe('Id of the document'),
    title: z.string().describe('Title'),
    corrected: z.boolean().describe('Whether a user corrected it'),
    original_title: z.string().describe('Title without the correction'),
  }),
  async run({ engine }, { doc_id, title, clear }) {
    if (title !== undefined && clear)
      throw new Failure('invalid', 'INVALID_INPUT', 'Give either title or clear.', {
        hint: 'clear restores the title that the document had before the correction.',
      })
    if (title !== undefined || clear) await engine.catalog.correctDocument(doc_id, { title: title ?? null })
    const document = await engine.catalog.readDocument(doc_id)
    return {
      doc_id: document.id,
      title: document.title,
      corrected: correctedParts(document).includes('title'),
      original_title: document.corrected?.original.title ?? document.title,
    }
  },
})
