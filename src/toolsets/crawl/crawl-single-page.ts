import { z } from 'zod'
import { sha256 } from '../../model/identity.ts'
import { defineTool } from '../define-tool.ts'
import { chunkOverlap, chunkSize, crawled, library, url } from './fields.ts'
import { characterPolicy, runCrawl } from './run-crawl.ts'
import { startCrawlJob } from './start-crawl-job.ts'

export const crawlSinglePage = defineTool({
  name: 'crawl_single_page',
  title: 'Crawl one page',
  description:
    'Fetch one web page and make it searchable at once; crawled again, an unchanged page is skipped and a changed one replaced. Use crawl_deep for a whole site.',
  access: 'write',
  idempotent: true,
  openWorld: true,
  timeoutMs: 45_000,
  outlives: true,
  failures: ['NOTHING_CRAWLED', 'INVALID_URL'],
  positionals: ['url'],
  tags: ['crawl'],
  rest: { method: 'POST', path: '/api/v1/crawl/single' },
  input: z.object({ url, chunk_size: chunkSize, chunk_overlap: chunkOverlap, library }),
  output: crawled,
  async run(context, input) {
    const policy = characterPolicy(input.chunk_size, input.chunk_overlap)
    const key = sha256(JSON.stringify(['crawl_single_page', input]))
    return startCrawlJob(
      context,
      { tool: 'crawl_single_page', key, url: input.url, library: input.library, input },
      job =>
        runCrawl(
          context,
          {
            key,
            library: input.library,
            policy,
            request: {
              start: input.url,
              scope: { kind: 'page' },
              maxDepth: 1,
              maxPages: 1,
              maxBytes: 50_000_000,
              include: [],
              exclude: [],
              respectRobots: true,
              delayMs: null,
              discover: false,
            },
          },
          job,
        ),
    )
  },
})
