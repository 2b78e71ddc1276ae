import { z } from 'zod'
import { ingested, library, metadata, ocrLanguages, password } from './fields.ts'
import { ingestOne } from './ingest-one.ts'
import { defineTool } from './services.ts'

export const ingestUrl = defineTool({
  name: 'ingest_url',
  title: 'Ingest a web address',
  description:
    'Add what is at one http(s) address (page, PDF, document) to a library. An unchanged one is skipped, a changed one replaced. Follows no links.',
  asks: [
    'add a web page by its address',
    'save an online article',
    'download a link and index it',
    'read a PDF from the internet',
    'keep a web address',
  ],
  access: 'write',
  idempotent: true,
  openWorld: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: [
    'INVALID_URL',
    'FETCH_FAILED',
    'FORBIDDEN_ADDRESS',
    'UNSUPPORTED_FORMAT',
    'NO_TEXT',
    'EMBEDDING_MISMATCH',
  ],
  positionals: ['url'],
  tags: ['ingest', 'web'],
  version: '1.1.0',
  shell: {
    render: async () => (await import('./render.ts')).renderIngested,
  },
  input: z.object({
    url: z
      .string()
      .trim()
      .regex(/^https?:\/\//i, 'URL must start with http:// or https://')
      .describe('HTTP or HTTPS address'),
    library,
    metadata,
    password,
    ocr_languages: ocrLanguages,
  }),
  output: ingested,
  run(context, { url, library, metadata, password, ocr_languages }) {
    return ingestOne(context, {
      kind: 'ingest_url',
      label: url,
      identity: '',
      input: { url },
      library,
      metadata,
      password,
      ocrLanguages: ocr_languages,
      read: signal => context.urls.read(url, signal),
    })
  },
})
