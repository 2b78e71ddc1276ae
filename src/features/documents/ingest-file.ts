import { resolve } from 'node:path'
import { z } from 'zod'
import { ingested, library, metadata, ocrLanguages, password } from './fields.ts'
import { ingestOne } from './ingest-one.ts'
import { defineTool } from './services.ts'

export const ingestFile = defineTool({
  name: 'ingest_file',
  title: 'Ingest a file',
  description:
    'Add a file on the server to a library, so that it can be searched: PDF, Office, RTF, mail, EPUB, HTML, Markdown, text, CSV, JSON, XML, code, images, audio, ZIP. An unchanged one is skipped, a changed one replaced. Use ingest_folder for many files, ingest_url for the web, ingest_content for text.',
  asks: [
    'add a file',
    'index a PDF from disk',
    'import a Word document, spreadsheet or presentation',
    'add an e-mail with its attachments',
    'make a local file searchable',
    'read a scanned document',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: ['SOURCE_NOT_FOUND', 'FORBIDDEN_PATH', 'UNSUPPORTED_FORMAT', 'NO_TEXT', 'EMBEDDING_MISMATCH'],
  positionals: ['path'],
  tags: ['ingest'],
  version: '1.1.0',
  shell: {
    render: async () => (await import('./render.ts')).renderIngested,
  },
  input: z.object({
    path: z
      .string()
      .min(1, 'path must not be empty')
      .describe('Absolute or relative path; ~ is the home folder'),
    library,
    metadata,
    password,
    ocr_languages: ocrLanguages,
  }),
  output: ingested,
  run(context, { path, library, metadata, password, ocr_languages }) {
    const roots = context.rootsFor(context.caller)
    const label = path.startsWith('~') ? path : resolve(context.server.cwd, path)
    return ingestOne(context, {
      kind: 'ingest_file',
      label,
      // A caller with fewer roots must not join the job of a caller with more.
      identity: JSON.stringify(roots),
      input: { path: label },
      library,
      metadata,
      password,
      ocrLanguages: ocr_languages,
      read: signal => context.files.read(path, roots, signal),
    })
  },
})
