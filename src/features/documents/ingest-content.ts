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
    'Add text that you hold, such as a note or a message, to a library under a label. The same label again replaces it. Its extension says how to read it (.html, .csv, .py …), else Markdown.',
  asks: [
    'remember this text',
    'save a note',
    'write this down for later',
    'add pasted text',
    'keep a summary of this conversation',
    'store a fact that I tell you',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: ['UNSUPPORTED_FORMAT', 'NO_TEXT', 'FORBIDDEN_PATH', 'EMBEDDING_MISMATCH'],
  positionals: ['content'],
  tags: ['ingest'],
  version: '1.1.0',
  longInputs: ['content'],
  shell: {
    render: async () => (await import('./render.ts')).renderIngested,
  },
  input: z.object({
    content: z.string().min(1, 'content must not be empty').describe('The text itself'),
    source: z
      .string()
      .trim()
      .min(1, 'source must not be empty')
      .describe('Label, such as "notes/2026-05.md"'),
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
