import { z } from 'zod'
import { chunkOverlap, chunkSize, crawled, library, render, url } from './fields.ts'
import { defineTool } from './services.ts'
import { startCrawlJob } from './start-crawl-job.ts'

export const crawlSinglePage = defineTool({
  name: 'crawl_single_page',
  title: 'Crawl one page',
  description:
    'Fetch one web page and make it searchable at once; crawled again, an unchanged page is skipped and a changed one replaced. Use crawl_deep for a whole site.',
  asks: [
    'fetch a web page',
    'index one page of a site',
    'scrape an article',
    'add a URL',
    'text of a single web page',
  ],
  access: 'write',
  idempotent: true,
  openWorld: true,
  timeoutMs: 45_000,
  outlives: true,
  failures: ['NOTHING_CRAWLED', 'INVALID_URL', 'NO_BROWSER'],
  positionals: ['url'],
  tags: ['crawl'],
  version: '1.2.0',
  rest: { method: 'POST', path: '/api/v1/crawl/single' },
  shell: {
    render: async () => (await import('./render.ts')).renderCrawled,
  },
  input: z.object({ url, chunk_size: chunkSize, chunk_overlap: chunkOverlap, render, library }),
  output: crawled,
  run: (context, input) =>
    startCrawlJob(context, {
      tool: 'crawl_single_page',
      input,
      range: {
        scope: { kind: 'page' },
        maxDepth: 1,
        maxPages: 1,
        maxBytes: 50_000_000,
        include: [],
        exclude: [],
        discover: false,
        render: input.render,
      },
    }),
})
