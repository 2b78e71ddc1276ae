import { z } from 'zod'
import type { JsonObject } from '../../core/model/json.ts'

/** Inputs and outputs that several tools of this contract share, described once. */

export const library = z
  .string()
  .min(1, 'library must not be empty')
  .default('default')
  .describe('Library to put it in; created when it does not exist')

export const libraryOrAll = z
  .string()
  .min(1, 'library must not be empty')
  .nullable()
  .default(null)
  .describe('Name of a library; null means all of them')

export const metadata = z
  .record(z.string(), z.unknown())
  .nullable()
  .default(null)
  // SAFETY: inputs arrive as JSON; zod's own recursive JSON type would be written out in every schema.
  .transform(value => value as JsonObject | null)
  .describe('Key-value pairs kept with the document and returned with every passage of it')

export const docId = z.string().trim().min(1, 'doc_id must not be empty')

export const password = z
  .string()
  .nullable()
  .default(null)
  .describe('Opens an encrypted file; used once, never stored')

export const ocrLanguages = z
  .array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z]+)?$/, 'must be language codes such as "en" or "de"'))
  .nullable()
  .default(null)
  .describe('Languages of scanned pages as ISO 639-1 codes, most likely first; null uses the server setting')

export const metadataOut = z.record(z.string(), z.unknown()).describe('Metadata given when it was ingested')

/** What every ingest tool answers. */
export const ingested = z.object({
  status: z
    .enum(['indexed', 'replaced', 'skipped', 'running'])
    .describe('skipped: nothing had changed; running: still at work, call again to join'),
  doc_id: z.string().nullable().describe('Id of the stored document; null while running'),
  source: z.string().describe('Absolute path, URL or label it is known by'),
  library: z.string().describe('Library it is in'),
  chunk_count: z.int().describe('Chunks written by this call; 0 when skipped or running'),
  warnings: z.array(z.string()).describe('What a reader should know, such as pages without text'),
  job_id: z.string().optional().describe('Id of the work going on, while status is running'),
})
