import type { ToolContext } from '../../core/contract/define-tool.ts'
import { timesOf } from '../../core/ingest/tell-progress.ts'
import type { JobContext } from '../../core/jobs/job-request.ts'
import { type ChunkPolicy, documentsPolicy } from '../../core/model/collection.ts'
import { Failure, sayFailure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { CrawlEvent, CrawledPage, CrawlReport, CrawlRequest } from '../../core/ports/crawler.ts'
import { type CrawlAnswer, mostDeadLinks } from './fields.ts'
import { knownPage, pageMetadata, pageTitle } from './page-metadata.ts'
import type { Services } from './services.ts'

/** The input that both tools share. */
type CrawlInput = JsonObject & { url: string; library: string; chunk_size: number; chunk_overlap: number }

/** The part of a crawl request that differs between the tools. */
export type CrawlRange = Omit<CrawlRequest, 'start' | 'respectRobots' | 'delayMs' | 'known' | 'resumeFrom'>

type CrawlWork = {
  /** Identifies the crawl: an interrupted crawl is resumed by the same key. */
  key: string
  library: string
  policy: ChunkPolicy
  request: Omit<CrawlRequest, 'known' | 'resumeFrom'>
}

/**
 * Starts or joins a crawl. If it takes longer than the caller waits, returns the pages so far with status `running`.
 */
export async function startCrawlJob(
  context: ToolContext<Services>,
  { tool, input, range }: { tool: string; input: CrawlInput; range: CrawlRange },
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
    warnings: [`Still running: ${result.progress.message}. Call again with the same input to join it.`],
    status: 'running',
    job_id: result.id,
  }
}

/** Returns a policy that measures chunks in characters. */
function characterPolicy(size: number, overlap: number): ChunkPolicy {
  if (overlap >= size)
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `chunk_overlap (${overlap}) must be smaller than chunk_size (${size}).`,
    )
  return {
    ...documentsPolicy,
    unit: 'characters',
    maxTokens: size,
    overlapTokens: overlap,
    minTokens: Math.min(200, size),
  }
}

/** Crawls, and ingests each page as it arrives, so that it can be searched while the crawl is running. */
async function runCrawl(
  context: ToolContext<Services>,
  work: CrawlWork,
  job: JobContext,
): Promise<CrawlAnswer> {
  const { crawls, engine } = context
  const startedAt = context.clock.elapsed()
  const { library, request } = work
  const crawler = await crawls.open()
  const state = await crawls.loadState(work.key)
  const known = async (url: string) => {
    const [summary] = await engine.catalog.findDocuments(
      library,
      [{ field: 'source', op: 'equals', value: url }],
      1,
    )
    return summary === undefined ? null : knownPage(summary.metadata)
  }
  const crawl = crawler.crawl(
    { ...request, known, ...(state === null ? {} : { resumeFrom: state }) },
    job.signal,
  )
  const found: Found = { ids: new Map(), chunks: 0, errors: [], deadLinks: [], startFailure: null }
  let report: CrawlReport | null = null
  let waiting = 1
  for await (const event of crawl) {
    if (event.kind === 'page') await ingestPage(event.page)
    if (event.kind === 'unchanged') await noteUnchanged(event.finalUrl)
    if (event.kind === 'failed') noteFailed(event)
    if (event.kind === 'skipped') noteDeadLink(event)
    if (event.kind === 'report') report = event.report
    else {
      const current = crawl.state()
      waiting = current.queue.length
      await crawls.saveState(work.key, current)
      if (event.kind !== 'skipped') reportProgress(event.kind === 'page' ? event.page.finalUrl : event.url)
    }
  }
  await crawls.dropState(work.key)
  await engine.vectors.settleBriefly(job.signal)
  return answerOf({ url: request.start, library, jobId: job.id }, found, report)

  /** The total grows as links are found: it counts queued addresses, up to the limit of pages. */
  function reportProgress(url: string): void {
    const done = found.ids.size
    const total = Math.max(done, Math.min(done + waiting, request.maxPages))
    const elapsedMs = context.clock.elapsed() - startedAt
    const failed = found.errors.length
    const counts = [
      `${done} ${done === 1 ? 'page' : 'pages'}`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      `${waiting} waiting`,
      ...timesOf({ elapsedMs, done, total }),
    ]
    job.progress({ done, total, message: `${counts.join(', ')}: ${url}` })
  }

  async function ingestPage(page: CrawledPage): Promise<void> {
    try {
      const done = await engine.ingest(
        {
          collection: library,
          policy: work.policy,
          metadata: {},
          vectors: 'later',
          options: {
            password: null,
            ocrLanguages: context.defaults.ocrLanguages,
            siteLinks: 'words',
          },
          read: async () => page.raw,
          describe: document => ({
            title: pageTitle(page, document),
            metadata: pageMetadata(page, document),
            warnings: [],
          }),
        },
        { signal: job.signal, progress: () => {} },
      )
      found.ids.set(page.finalUrl, done.documentId)
      found.chunks += done.chunksWritten
      job.report({
        name: page.finalUrl,
        outcome: done.outcome,
        message: null,
        documentId: done.documentId,
        chunks: done.chunksWritten,
      })
    } catch (error) {
      if (!(error instanceof Failure) || job.signal.aborted) throw error
      found.errors.push({
        url: page.finalUrl,
        error: sayFailure(error),
        status_code: page.status,
        found_on: page.parentUrl,
      })
      job.report({
        name: page.finalUrl,
        outcome: 'failed',
        message: error.message,
        documentId: null,
        chunks: 0,
      })
    }
  }

  function noteFailed({ url, parentUrl, failure }: Extract<CrawlEvent, { kind: 'failed' }>): void {
    found.errors.push({
      url,
      error: sayFailure(failure),
      status_code: answeredStatus(failure),
      found_on: parentUrl,
    })
    if (parentUrl === null) found.startFailure = failure
  }

  function noteDeadLink({ url, parentUrl, reason, status }: Extract<CrawlEvent, { kind: 'skipped' }>): void {
    const isDead = reason === 'not_found' || reason === 'soft_404'
    if (isDead && found.deadLinks.length < mostDeadLinks)
      found.deadLinks.push({ url, status_code: status, found_on: parentUrl })
  }

  async function noteUnchanged(url: string): Promise<void> {
    const [summary] = await engine.catalog.findDocuments(
      library,
      [{ field: 'source', op: 'equals', value: url }],
      1,
    )
    if (summary === undefined) return
    found.ids.set(url, summary.id)
    job.report({ name: url, outcome: 'skipped', message: null, documentId: summary.id, chunks: 0 })
  }
}

type Found = {
  ids: Map<string, string>
  chunks: number
  errors: CrawlAnswer['errors']
  deadLinks: CrawlAnswer['dead_links']
  /** Why the start page could not be read. */
  startFailure: Failure | null
}

function answerOf(
  { url, library, jobId }: { url: string; library: string; jobId: string },
  found: Found,
  report: CrawlReport | null,
): CrawlAnswer {
  if (found.ids.size === 0) throw nothingCrawled(url, found, report)
  return {
    success: found.errors.length === 0,
    url,
    library,
    pages_crawled: found.ids.size,
    pages_unchanged: report?.unchanged ?? 0,
    chunks_created: found.chunks,
    document_ids: [...found.ids.values()],
    skipped: { ...report?.skipped },
    errors: found.errors,
    dead_links: found.deadLinks,
    warnings: [...(report?.warnings ?? []), ...limitNote(report)],
    status: 'done',
    job_id: jobId,
  }
}

function limitNote(report: CrawlReport | null): string[] {
  if (report === null || report.ended === 'done') return []
  return [`The crawl ended at a limit (${report.ended}); ${report.waiting} addresses were not visited.`]
}

/** Has the kind of the start page's failure. */
function nothingCrawled(url: string, { errors, startFailure }: Found, report: CrawlReport | null): Failure {
  const [first] = errors
  const reasons = Object.keys(report?.skipped ?? {})
  const why = first?.error ?? (reasons.length === 0 ? 'there was no text' : `skipped: ${reasons.join(', ')}`)
  const kind = startFailure?.kind ?? (reasons.includes('robots') ? 'forbidden' : 'unavailable')
  return new Failure(kind, 'NOTHING_CRAWLED', `Nothing could be crawled from ${url}: ${why}`, {
    hint: 'Check the address in a browser. Pages that robots.txt forbids or that need a login are not crawled.',
    details: {
      url,
      cause: startFailure?.code ?? null,
      http_status: startFailure === null ? null : answeredStatus(startFailure),
      skipped: { ...report?.skipped },
    },
  })
}

function answeredStatus({ details }: Failure): number | null {
  return typeof details.status === 'number' ? details.status : null
}
