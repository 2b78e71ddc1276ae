import { z } from 'zod'
import type { JsonObject } from '../../core/model/json.ts'

/** Inputs and outputs that several document tools share. */

export const library = z
  .string()
  .min(1, 'library must not be empty')
  .default('default')
  .describe('Library to put it in, new or not')

export const libraryOrAll = z
  .string()
  .min(1, 'library must not be empty')
  .nullable()
  .default(null)
  .describe('Name of a library; null: all')

export const metadata = z
  .record(z.string(), z.unknown())
  .nullable()
  .default(null)
  // SAFETY: inputs are parsed JSON; zod's own recursive JSON type would be repeated in every schema.
  .transform(value => value as JsonObject | null)
  .describe('Returned with its passages')

export const docId = z.string().trim().min(1, 'doc_id must not be empty')

export const password = z.string().nullable().default(null).describe('For an encrypted file; never stored')

export const ocrLanguages = z
  .array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z]+)?$/, 'must be language codes such as "en" or "de"'))
  .nullable()
  .default(null)
  .describe('Languages of scanned pages (ISO 639-1), likeliest first')

export const metadataOut = z.record(z.string(), z.unknown()).describe('Metadata passed when it was ingested')

export const corrected = z
  .array(z.enum(['title', 'pages', 'reference']))
  .describe('What a user corrected with correct_title or correct_pages')

/** The output of the tools that ingest one source. */
export const ingested = z.object({
  status: z
    .enum(['indexed', 'replaced', 'skipped', 'running'])
    .describe('skipped: unchanged; running: not finished, the same call joins it'),
  doc_id: z.string().nullable().describe('Id of the stored document; null while running'),
  source: z.string().describe('Absolute path, URL or label that identifies it'),
  library: z.string().describe('Library that holds it'),
  chunk_count: z.int().describe('Chunks written by this call; 0 if skipped or running'),
  warnings: z.array(z.string()).describe('Problems, such as pages without text'),
  attachments: z
    .array(
      z.object({
        name: z.string().describe('File name; of a file in an attached mail: mail.eml!/file.pdf'),
        doc_id: z.string().describe('Id of its document'),
        chunk_count: z.int().describe('Chunks written by this call'),
      }),
    )
    .optional()
    .describe('Attachments of a mail that became documents of their own'),
  job_id: z.string().optional().describe('Id of the job while status is running'),
})
