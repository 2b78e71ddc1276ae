import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import type { Services } from '../services.ts'
import { documentsFrom } from './find-documents.ts'
import { failedItem, itemOf } from './item.ts'
import { cannotCrawl, refreshPage } from './refresh-page.ts'
import type { RefreshChoices, Refreshed, RefreshTarget } from './types.ts'

type Site = Extract<RefreshTarget, { kind: 'site' }>

/**
 * Crawls a site again as it was crawled before: new pages are found, unchanged ones cost one request without a body.
 * Pages that the crawl no longer leads to are asked for one by one.
 */
export async function refreshSite(
  context: ToolContext<Services>,
  site: Site,
  choices: RefreshChoices,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { library, documents } = site
  const crawled = choices.isDryRun ? { ids: [], failure: null } : await crawlAgain(context, site, signal)
  if (crawled.failure !== null) return { unchanged: 0, items: [crawled.failure] }
  const known = new Map(documents.map(document => [document.source, document.id]))
  const visited = new Set(crawled.ids)
  const now = (await documentsFrom(context, library, [])).filter(({ id }) => visited.has(id))
  const items: LevelItem[] = []
  let unchanged = 0
  for (const { source, id, chunkCount: chunks } of now) {
    if (known.get(source) === id) unchanged += 1
    else items.push(itemOf(source, known.has(source) ? 'changed' : 'added', { documentId: id, chunks }))
  }
  const seen = new Set(now.map(({ source }) => source))
  for (const document of documents.filter(({ source }) => !seen.has(source))) {
    const item = await refreshPage(context, { kind: 'page', library, document }, choices, signal)
    if (item === null) unchanged += 1
    else items.push(item)
  }
  return { unchanged, items }
}

/** Ids of the documents that the crawl met. */
async function crawlAgain(
  { callTool, caller }: ToolContext<Services>,
  { input }: Site,
  signal: AbortSignal,
): Promise<{ ids: string[]; failure: LevelItem | null }> {
  for (;;) {
    const outcome = await callTool('crawl_deep', { input, caller, signal })
    if (outcome === null) throw cannotCrawl()
    if (!outcome.ok) return { ids: [], failure: failedItem(String(input.url), outcome.failure) }
    const { status, document_ids: ids } = outcome.value
    // A crawl that outlasts a call goes on as a job, which the same call joins.
    if (status === 'done') return { ids: Array.isArray(ids) ? ids.map(String) : [], failure: null }
  }
}
