import { basename } from 'node:path'
import { z } from 'zod'
import { sha256InTurns } from '../../core/model/identity.ts'
import { ingested, library, metadata } from './fields.ts'
import { ingestOne } from './ingest-one.ts'
import { defineTool } from './services.ts'

export const ingestContent = defineTool({
  name: 'ingest_content',
  title: 'Ingest text',
  description:
    'Make text you already hold searchable, under a label of your choice. The same label again replaces the text. The label’s extension says how to read it (.html, .csv, .py …); without one it is Markdown.',
  asks: [
    'remember this text',
    'save a note',
    'store what I just wrote',
    'add pasted text',
    'keep a summary of this conversation',
    'write this into my notes',
    'text from the chat',
    'I will paste some text, keep it',
    'store these meeting minutes',
    'jot this down for later',
    'add what I type here to the library',
    'remember this paragraph',
    'note: the invoice was paid on Friday',
    'for the record, the client agreed to the price',
    'please remember that the meeting moved to Tuesday',
    'write down the following',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: ['UNSUPPORTED_FORMAT', 'NO_TEXT', 'FORBIDDEN_PATH', 'EMBEDDING_MISMATCH'],
  positionals: ['content'],
  tags: ['ingest'],
  longInputs: ['content'],
  shell: {
    render: async () => (await import('./render/ingested.ts')).renderIngested,
  },
  input: z.object({
    content: z.string().min(1, 'content must not be empty').describe('The text itself'),
    source: z
      .string()
      .trim()
      .min(1, 'source must not be empty')
      .describe('Label it is known and cited by, such as "notes/2026-05.md"'),
    library,
    metadata,
  }),
  output: ingested,
  async run(context, { content, source, library, metadata }) {
    const bytes = new TextEncoder().encode(content)
    return ingestOne(context, {
      kind: 'ingest_content',
      label: source,
      identity: await sha256InTurns(bytes),
      input: null,
      library,
      metadata,
      password: null,
      ocrLanguages: null,
      read: async () => ({
        source,
        name: /\.[a-z0-9]{1,10}$/i.test(source) ? basename(source) : `${basename(source)}.md`,
        bytes,
        mediaType: null,
        charset: 'utf-8',
        lastModified: null,
        fileType: null,
      }),
    })
  },
})
