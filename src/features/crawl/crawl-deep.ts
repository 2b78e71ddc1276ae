import { z } from 'zod'
import { chunkOverlap, chunkSize, crawled, library, render, url } from './fields.ts'
import { defineTool } from './services.ts'
import { type CrawlRange, startCrawlJob } from './start-crawl-job.ts'

const texts = z.array(z.string().min(1))

export const crawlDeep = defineTool({
  name: 'crawl_deep',
  title: 'Crawl a site',
  description:
    'Crawl a site from a page, level by level, and make every page searchable as it arrives. Respects robots.txt and stays in the domain; work beyond its time limit continues as a job that the same call joins. Use crawl_single_page for one page.',
  asks: [
    'crawl a website',
    'follow the links of a site',
    'index a whole documentation site',
    'scrape all pages below an address',
    'download a wiki',
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
  rest: { method: 'POST', path: '/api/v1/crawl/deep' },
  shell: {
    aliases: [
      {
        words: ['crawl'],
        group: 'Documents',
        summary: 'Crawl a web site and make its pages searchable',
        examples: [
          {
            line: 'quire crawl https://example.org/docs --max-depth 2',
            says: 'A page and the pages it links to',
          },
          { line: 'quire crawl https://example.org/docs --max-depth 1', says: 'Only that page' },
          {
            line: "quire crawl https://example.org --include '/docs/*' --library docs",
            says: 'Part of a site',
          },
        ],
      },
    ],
    render: async () => (await import('./render.ts')).renderCrawled,
  },
  input: z.object({
    url,
    max_depth: z
      .int('must be a whole number')
      .min(1, 'must be between 1 and 10')
      .max(10, 'must be between 1 and 10')
      .default(3)
      .describe('1: the start page only; 2: also the pages it links to; and so on'),
    allowed_domains: texts
      .nullable()
      .default(null)
      .describe('Domains to stay in, including their subdomains; null: the domain of the start page'),
    allowed_subdomains: texts
      .nullable()
      .default(null)
      .describe('Only hosts with a label that starts with one of these, such as "docs"'),
    chunk_size: chunkSize,
    chunk_overlap: chunkOverlap,
    max_pages: z.int().min(1).max(100_000).default(1000).describe('Maximum number of pages to visit'),
    include: texts
      .default([])
      .describe('Follow only addresses that match one of these patterns, such as "/docs/*"'),
    exclude: texts.default([]).describe('Never follow addresses that match one of these patterns'),
    render,
    library,
    preview: z.boolean().default(false).describe('Only list the first addresses that would be visited'),
  }),
  output: crawled,
  async run(context, { preview, ...input }) {
    const range: CrawlRange = {
      scope: {
        kind: 'domain',
        domains: input.allowed_domains ?? [],
        subdomains: input.allowed_subdomains ?? [],
      },
      maxDepth: input.max_depth,
      maxPages: input.max_pages,
      maxBytes: 2_000_000_000,
      include: input.include,
      exclude: input.exclude,
      discover: true,
      render: input.render,
    }
    if (!preview) return startCrawlJob(context, { tool: 'crawl_deep', input, range })
    const { previewCrawl } = await import('./preview-crawl.ts')
    const request = { ...range, start: input.url, respectRobots: true, delayMs: null }
    return previewCrawl(context, { library: input.library, request })
  },
})
