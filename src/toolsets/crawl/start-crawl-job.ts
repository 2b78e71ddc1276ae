import type { ToolContext } from '../../contract/define-tool.ts'
import type { JobContext } from '../../jobs/types.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Services } from '../services.ts'
import type { CrawlAnswer } from './run-crawl.ts'

/** Starts or joins a crawl; beyond the caller's patience it answers with what is there so far. */
export async function startCrawlJob(
  context: ToolContext<Services>,
  crawl: { tool: string; key: string; url: string; library: string; input: JsonObject },
  work: (job: JobContext) => Promise<CrawlAnswer>,
): Promise<CrawlAnswer> {
  const { engine, caller, correlationId, patienceMs, signal, progress } = context
  const result = await engine.jobs.run<CrawlAnswer>({
    key: crawl.key,
    kind: crawl.tool,
    title: `Crawl ${crawl.url}`,
    collection: crawl.library,
    input: crawl.input,
    isRepeatable: true,
    isBrief: crawl.tool === 'crawl_single_page',
    caller,
    correlationId,
    patienceMs,
    signal,
    progress,
    work,
  })
  if (result.state === 'done') return result.value
  const pages = result.items.filter(item => item.documentId !== null)
  return {
    success: true,
    url: crawl.url,
    pages_crawled: pages.length,
    pages_unchanged: pages.filter(item => item.outcome === 'skipped').length,
    chunks_created: pages.reduce((sum, item) => sum + item.chunks, 0),
    document_ids: pages.flatMap(item => item.documentId ?? []),
    skipped: {},
    errors: result.items.flatMap(item =>
      item.outcome === 'failed' ? [{ url: item.name, error: item.message ?? '' }] : [],
    ),
    warnings: [`Still at work: ${result.progress.message}. Call again with the same input to join it.`],
    status: 'running',
    job_id: result.id,
  }
}
