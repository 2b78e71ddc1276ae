import { z } from 'zod'

export const url = z
  .string()
  .trim()
  .regex(/^https?:\/\/\S+$/i, 'must start with http:// or https://')
  .describe('Address of the page to start from')

export const chunkSize = z
  .int('must be a whole number')
  .min(100, 'must be between 100 and 5000')
  .max(5000, 'must be between 100 and 5000')
  .default(1000)
  .describe('Largest chunk, in characters')

export const chunkOverlap = z
  .int('must be a whole number')
  .min(0, 'must be between 0 and 500')
  .max(500, 'must be between 0 and 500')
  .default(200)
  .describe('Characters that neighbouring chunks share; smaller than chunk_size')

export const render = z
  .boolean()
  .default(false)
  .describe('Run the scripts of pages in Chromium first; for pages that are empty without')

export const library = z
  .string()
  .min(1)
  .default('web')
  .describe('Library the pages go into; created when it does not exist')

/** A site with more is listed so far; `skipped` counts all. */
export const mostDeadLinks = 500

/** What both tools answer. */
export const crawled = z.object({
  success: z.boolean().describe('Whether at least one page is in the library and nothing failed'),
  url: z.string().describe('Where the crawl started'),
  library: z.string().describe('Library the pages are in'),
  pages_crawled: z.int().describe('Pages that are in the library now, unchanged ones included'),
  pages_unchanged: z.int().describe('Pages that had not changed since the last crawl'),
  chunks_created: z.int().describe('Chunks written by this crawl'),
  document_ids: z.array(z.string()).describe('Ids of the documents, for get_document'),
  skipped: z.record(z.string(), z.int()).describe('Addresses left out, by reason'),
  errors: z
    .array(
      z.object({
        url: z.string(),
        error: z.string(),
        status_code: z.int().nullable().optional(),
        found_on: z.string().nullable().optional(),
      }),
    )
    .describe(
      'Pages that could not be read, why, the status answered if any, and the page that links to each',
    ),
  dead_links: z
    .array(z.object({ url: z.string(), status_code: z.int().nullable(), found_on: z.string().nullable() }))
    .describe(
      `Links to pages that do not exist, and the page that links to each; the first ${mostDeadLinks}`,
    ),
  warnings: z.array(z.string()).describe('What a reader should know'),
  status: z.enum(['done', 'running']).describe('running: still at work, the same call joins it'),
  job_id: z.string().optional().describe('Id of the run, for get_job'),
})
