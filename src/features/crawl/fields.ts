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
  .describe('Maximum size of a chunk, in characters')

export const chunkOverlap = z
  .int('must be a whole number')
  .min(0, 'must be between 0 and 500')
  .max(500, 'must be between 0 and 500')
  .default(200)
  .describe('Characters that neighbouring chunks share; smaller than chunk_size')

export const render = z
  .boolean()
  .default(false)
  .describe('Run the scripts of each page in Chromium first; for pages that are empty without scripts')

export const library = z
  .string()
  .min(1)
  .default('web')
  .describe('Library to put the pages in; created if it does not exist')

/** The list of dead links ends here; `skipped` counts all of them. */
export const mostDeadLinks = 500

/** The output of both tools. */
export const crawled = z.object({
  success: z.boolean().describe('Whether at least one page is in the library and no page failed'),
  url: z.string().describe('Where the crawl started'),
  library: z.string().describe('Library that holds the pages'),
  pages_crawled: z.int().describe('Pages that are in the library now, including unchanged ones'),
  pages_unchanged: z.int().describe('Pages that had not changed since the last crawl'),
  chunks_created: z.int().describe('Chunks written by this crawl'),
  document_ids: z.array(z.string()).describe('Ids of the documents, for get_document'),
  skipped: z.record(z.string(), z.int()).describe('Number of skipped addresses, by reason'),
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
      'Pages that could not be read: the reason, the HTTP status if any, and the page that links to it',
    ),
  dead_links: z
    .array(z.object({ url: z.string(), status_code: z.int().nullable(), found_on: z.string().nullable() }))
    .describe(`Links to pages that do not exist, with the page that links to each; at most ${mostDeadLinks}`),
  warnings: z.array(z.string()).describe('Limits that were reached and other remarks'),
  status: z
    .enum(['done', 'running', 'preview'])
    .describe('running: not finished; the same call joins the running crawl. preview: nothing was stored'),
  would_visit: z.array(z.string()).optional().describe('In a preview: addresses that would be visited first'),
  would_visit_count: z.int().optional().describe('In a preview: how many are known'),
  job_id: z.string().optional().describe('Id of the job, for get_job'),
})

export type CrawlAnswer = z.infer<typeof crawled>
