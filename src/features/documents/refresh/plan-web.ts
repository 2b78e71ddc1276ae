import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { Services } from '../services.ts'
import { documentsFrom, librariesWith, nothingFrom } from './find-documents.ts'
import type { RefreshPlan, RefreshTarget } from './types.ts'

export function isWebAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** A page; or, where the address ends with a slash or names no page of its own, all pages below it. */
export async function planWeb(
  context: ToolContext<Services>,
  { source, library }: { source: string; library: string | null },
): Promise<RefreshPlan> {
  const address = URL.parse(source)
  if (address === null) throw new Failure('invalid', 'INVALID_URL', `'${source}' is not a valid URL.`)
  address.hash = ''
  const { href } = address
  const page: Filter = [{ field: 'source', op: 'equals', value: href }]
  const site: Filter = [{ field: 'source', op: 'starts_with', value: href.endsWith('/') ? href : `${href}/` }]
  const libraries = await librariesWith(context, library, [page, site])
  const targets: RefreshTarget[] = []
  let isSite = false
  for (const name of libraries) {
    const exact = await documentsFrom(context, name, page)
    const isPage = exact.length > 0 && !href.endsWith('/')
    const documents = isPage ? exact : [...exact, ...(await documentsFrom(context, name, site))]
    const own = [...new Map(documents.map(document => [document.id, document])).values()]
    isSite ||= own.length > 1
    targets.push(...(await webTargets(context, name, own)))
  }
  if (targets.length === 0) throw nothingFrom(href)
  return { kind: isSite ? 'site' : 'page', targets, warnings: noteOf(targets) }
}

/** Crawls that are remembered are repeated, which also finds new pages; other pages are asked for one by one. */
export async function webTargets(
  { engine }: ToolContext<Services>,
  library: string,
  documents: readonly DocumentSummary[],
): Promise<RefreshTarget[]> {
  const jobs = (await engine.jobs.list({ states: null, limit: 1000 })).filter(
    ({ kind, collection }) => kind === 'crawl_deep' && collection === library,
  )
  const left = new Map(documents.map(document => [document.id, document]))
  const targets: RefreshTarget[] = []
  for (const { input } of jobs) {
    const start = startOf(input)
    const own = [...left.values()].filter(document => isCrawled(document) && isBelow(document.source, start))
    // A crawl that reaches beyond what was asked for would bring level more than that.
    const hasStart = own.some(({ source }) => source === start || source === `${start}/`)
    if (!hasStart) continue
    for (const { id } of own) left.delete(id)
    targets.push({ kind: 'site', library, input, documents: own })
  }
  for (const document of left.values())
    targets.push({ kind: isCrawled(document) ? 'page' : 'address', library, document })
  return targets
}

function isCrawled({ metadata }: DocumentSummary): boolean {
  return metadata._crawl !== undefined
}

function startOf({ url }: JsonObject): string {
  return typeof url === 'string' ? (URL.parse(url)?.href ?? url) : ''
}

/** On the same host: that is where a crawl leads unless it was told otherwise. */
function isBelow(source: string, start: string): boolean {
  return URL.parse(source)?.host === URL.parse(start)?.host
}

function noteOf(targets: readonly RefreshTarget[]): string[] {
  const pages = targets.filter(({ kind }) => kind === 'page').length
  const isPartial = pages > 1 && !targets.some(({ kind }) => kind === 'site')
  return isPartial
    ? ['Only pages that are known were asked for. To find new ones, call crawl_deep again.']
    : []
}
