import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import { outermostOwner, ownerOf } from '../../../core/model/attached.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { Services } from '../services.ts'
import { documentsFrom, librariesWith, nothingFrom, requireLibrary } from './find-documents.ts'

/** One source to refresh in one library. */
export type RefreshTarget = { library: string } & (
  | { kind: 'folder'; folder: string; recursive: boolean }
  /** A missing folder with its documents. */
  | { kind: 'absent'; folder: string; documents: readonly DocumentSummary[] }
  | { kind: 'file'; path: string; document: DocumentSummary | null }
  /** Was fetched by ingest_url. */
  | { kind: 'address'; document: DocumentSummary }
  /** Was fetched by a crawl. */
  | { kind: 'page'; document: DocumentSummary }
  /** A crawl that is repeated with the same input. */
  | { kind: 'site'; input: JsonObject; documents: readonly DocumentSummary[] }
)

export type RefreshPlan = {
  kind: 'folder' | 'file' | 'page' | 'site' | 'library'
  targets: RefreshTarget[]
  warnings: string[]
}

type Asked = { source: string; library: string | null; recursive: boolean }

/**
 * Finds the targets of a source: a web address, a folder or file, or all sources of a library. A name without slashes
 * is a library if there is one with that name.
 */
export async function planRefresh(context: ToolContext<Services>, asked: Asked): Promise<RefreshPlan> {
  if (asked.library !== null) await requireLibrary(context, asked.library)
  if (isWebAddress(asked.source)) return planWeb(context, asked)
  if (/[/\\]|^[.~]/.test(asked.source)) return planPath(context, asked)
  await requireLibrary(context, asked.source)
  const named = await context.engine.catalog.getCollection(asked.source)
  return named === null ? planPath(context, asked) : planLibrary(context, asked.source)
}

/** Plans the folders that were ingested into the library, and every other document with a file or address. */
async function planLibrary(context: ToolContext<Services>, library: string): Promise<RefreshPlan> {
  const { files, folderMemory, rootsFor, caller } = context
  const roots = rootsFor(caller)
  const remembered: Extract<RefreshTarget, { kind: 'folder' }>[] = []
  for (const { folder, recursive } of await folderMemory.list(library)) {
    const isThere = await files.resolve(folder, roots).then(
      real => real === folder,
      () => false,
    )
    if (isThere) remembered.push({ kind: 'folder', library, folder, recursive })
  }
  const isCovered = ({ source }: DocumentSummary) =>
    remembered.some(({ folder, recursive }) => {
      const below = source.startsWith(`${folder}${sep}`) ? source.slice(folder.length + 1) : null
      return below !== null && (recursive || !below.includes(sep))
    })
  const found = await documentsFrom(context, library, [])
  // Attachments are refreshed with the file they are in.
  const documents = found.filter(document => ownerOf(document) === null)
  const ofFiles = documents.filter(isOfFile)
  const ofWeb = documents.filter(({ source }) => isWebAddress(source))
  const others = documents.length - ofFiles.length - ofWeb.length
  const targets: RefreshTarget[] = [
    ...remembered,
    ...ofFiles
      .filter(document => !isCovered(document))
      .map(document => ({ kind: 'file' as const, library, path: document.source, document })),
    ...(await webTargets(context, library, ofWeb)),
  ]
  if (targets.length === 0 && documents.length === 0) throw nothingFrom(library)
  return { kind: 'library', targets, warnings: others === 0 ? [] : [withoutSource(others)] }
}

/** Text that was ingested under the name of a file has no modification date. */
function isOfFile({ source, lastModified }: DocumentSummary): boolean {
  return isAbsolute(source) && lastModified !== null
}

function withoutSource(count: number): string {
  const documents = count === 1 ? '1 document has' : `${count} documents have`
  return `${documents} no file or address to read again and were not changed. For Zotero use \`quire zotero sync\`.`
}

/** Plans a folder or file, present or missing. */
async function planPath(context: ToolContext<Services>, asked: Asked): Promise<RefreshPlan> {
  const { files, rootsFor, caller } = context
  const found = await files.resolve(asked.source, rootsFor(caller)).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'SOURCE_NOT_FOUND') return error
    throw error
  })
  if (found instanceof Failure) return planMissing(context, asked, found)
  return (await files.isFolder(found)) ? planFolder(context, asked, found) : planFile(context, asked, found)
}

async function planFolder(
  context: ToolContext<Services>,
  { library, recursive }: Asked,
  folder: string,
): Promise<RefreshPlan> {
  const libraries = await librariesWith(context, library, [below(folder)])
  if (libraries.length === 0) throw nothingFrom(folder)
  const targets = libraries.map(name => ({ kind: 'folder' as const, library: name, folder, recursive }))
  return { kind: 'folder', targets, warnings: [] }
}

async function planFile(
  context: ToolContext<Services>,
  { library }: Asked,
  path: string,
): Promise<RefreshPlan> {
  const libraries = await librariesWith(context, library, [at(path)])
  if (libraries.length === 0) throw nothingFrom(path)
  const targets: RefreshTarget[] = []
  for (const name of libraries) {
    const [document = null] = await documentsFrom(context, name, at(path))
    targets.push({ kind: 'file', library: name, path, document })
  }
  return { kind: 'file', targets, warnings: [] }
}

/** Plans a missing path: its documents may have to be removed. */
async function planMissing(
  context: ToolContext<Services>,
  asked: Asked,
  failure: Failure,
): Promise<RefreshPlan> {
  const path = await realPathOf(asked.source, context)
  const libraries = await librariesWith(context, asked.library, [at(path), below(path)])
  const targets: RefreshTarget[] = []
  for (const library of libraries) {
    const [document] = await documentsFrom(context, library, at(path))
    const owner = document && outermostOwner(document)
    if (owner) return planPath(context, { ...asked, source: owner })
    const documents = await documentsFrom(context, library, below(path))
    if (document !== undefined) targets.push({ kind: 'file', library, path, document })
    if (documents.length > 0) targets.push({ kind: 'absent', library, folder: path, documents })
  }
  if (targets.length === 0) throw failure
  return { kind: targets.some(({ kind }) => kind === 'absent') ? 'folder' : 'file', targets, warnings: [] }
}

/** Returns the real path of a missing file: that of its nearest existing folder, plus the rest. */
async function realPathOf(path: string, { files, rootsFor, caller }: ToolContext<Services>): Promise<string> {
  const rest: string[] = []
  for (let current = path; ; current = dirname(current)) {
    const real = await files.resolve(current, rootsFor(caller)).catch(() => null)
    if (real !== null) return join(real, ...rest)
    if (dirname(current) === current) return path
    rest.unshift(basename(current))
  }
}

function at(path: string): Filter {
  return [{ field: 'source', op: 'equals', value: path }]
}

function below(folder: string): Filter {
  return [{ field: 'source', op: 'starts_with', value: folder.endsWith(sep) ? folder : `${folder}${sep}` }]
}

function isWebAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** Plans one page; or all pages below the address if it ends with a slash or is not a stored page. */
async function planWeb(
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
    const whole = documents.filter(document => ownerOf(document) === null)
    const own = [...new Map(whole.map(document => [document.id, document])).values()]
    isSite ||= own.length > 1
    targets.push(...(await webTargets(context, name, own)))
  }
  if (targets.length === 0) throw nothingFrom(href)
  return { kind: isSite ? 'site' : 'page', targets, warnings: noteOf(targets) }
}

/** Repeats recorded crawls, which also finds new pages; other pages are requested one by one. */
async function webTargets(
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
    // Otherwise the crawl would also refresh pages that were not requested.
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

/** Whether both are on the same host, which is the default scope of a crawl. */
function isBelow(source: string, start: string): boolean {
  return URL.parse(source)?.host === URL.parse(start)?.host
}

function noteOf(targets: readonly RefreshTarget[]): string[] {
  const pages = targets.filter(({ kind }) => kind === 'page').length
  const isPartial = pages > 1 && !targets.some(({ kind }) => kind === 'site')
  return isPartial ? ['Only known pages were requested. To find new ones, call crawl_deep again.'] : []
}
