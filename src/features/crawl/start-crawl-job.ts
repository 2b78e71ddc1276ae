import type { ToolContext } from '../../core/contract/define-tool.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { CrawlRequest } from '../../core/ports/crawler.ts'
import { type CrawlAnswer, characterPolicy, runCrawl } from './run-crawl.ts'
import type { Services } from './services.ts'

/** What both tools are asked. */
type CrawlInput = JsonObject & { url: string; library: string; chunk_size: number; chunk_overlap: number }

/** What a tool decides of a crawl; the rest is the same for both. */
type CrawlRange = Omit<CrawlRequest, 'start' | 'respectRobots' | 'delayMs' | 'known' | 'resumeFrom'>

/** Starts or joins a crawl; beyond the caller's patience it answers with what is there so far. */
export async function startCrawlJob(
  context: ToolContext<Services>,
  tool: string,
  input: CrawlInput,
  range: CrawlRange,
): Promise<CrawlAnswer> {
  const { engine, caller, correlationId, patienceMs, signal, progress } = context
  const { url, library } = input
  const policy = characterPolicy(input.chunk_size, input.chunk_overlap)
  const key = sha256(JSON.stringify([tool, input]))
  const request = { ...range, start: url, respectRobots: true, delayMs: null }
  const result = await engine.jobs.run<CrawlAnswer>({
    key,
    kind: tool,
    title: `Crawl ${url}`,
    collection: library,
    input,
    isRepeatable: true,
    isBrief: tool === 'crawl_single_page',
    caller,
    correlationId,
    patienceMs,
    signal,
    progress,
    work: job => runCrawl(context, { key, library, policy, request }, job),
  })
  if (result.state === 'done') return result.value
  const pages = result.items.filter(item => item.documentId !== null)
  return {
    success: true,
    url,
    library,
    pages_crawled: pages.length,
    pages_unchanged: pages.filter(item => item.outcome === 'skipped').length,
    chunks_created: pages.reduce((sum, item) => sum + item.chunks, 0),
    document_ids: pages.flatMap(item => item.documentId ?? []),
    skipped: {},
    errors: result.items.flatMap(item =>
      item.outcome === 'failed' ? [{ url: item.name, error: item.message ?? '' }] : [],
    ),
    dead_links: [],
    warnings: [`Still at work: ${result.progress.message}. Call again with the same input to join it.`],
    status: 'running',
    job_id: result.id,
  }
}
