import { dirname, isAbsolute } from 'node:path'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Filter } from '../../core/model/filter.ts'
import type { Services } from './services.ts'

/** Returns the source of a document: the host of a page, the folder of a file, otherwise its own label. */
export function sourceIdOf(source: string): string {
  if (/^https?:\/\//i.test(source) && URL.canParse(source)) return new URL(source).host
  return isAbsolute(source) ? dirname(source) : source
}

/** At most this many documents per scheme are listed when a host has both http and https pages. */
const mostPages = 10_000

/** Returns the condition for a source: a host, a folder with its subfolders, or one document. */
export async function sourceFilter(
  sourceId: string,
  { engine }: Pick<ToolContext<Services>, 'engine'>,
): Promise<Filter> {
  if (isAbsolute(sourceId)) {
    const folder: Filter = [{ field: 'source', op: 'starts_with', value: `${sourceId.replace(/\/+$/, '')}/` }]
    const exact: Filter = [{ field: 'source', op: 'equals', value: sourceId }]
    return (await isAnywhere(exact, engine)) ? exact : requireSome(folder, sourceId, engine)
  }
  const label: Filter = [{ field: 'source', op: 'equals', value: sourceId }]
  if (await isAnywhere(label, engine)) return label
  const host = sourceId
    .replace(/^https?:\/\//i, '')
    .replace(/\/.*$/, '')
    .toLowerCase()
  const schemes = ['https', 'http'].map(
    (scheme): Filter => [{ field: 'source', op: 'starts_with', value: `${scheme}://${host}/` }],
  )
  const held: Filter[] = []
  for (const filter of schemes) if (await isAnywhere(filter, engine)) held.push(filter)
  const [only, other] = held
  if (only === undefined) throw sourceNotFound(sourceId)
  if (other === undefined) return only
  const ids = (await Promise.all(held.map(filter => listIds(filter, engine)))).flat()
  return [{ field: 'doc_id', op: 'one_of', values: ids }]
}

async function requireSome(filter: Filter, id: string, engine: Services['engine']): Promise<Filter> {
  if (await isAnywhere(filter, engine)) return filter
  throw sourceNotFound(id)
}

async function isAnywhere(filter: Filter, { catalog }: Services['engine']): Promise<boolean> {
  for (const { name } of await catalog.listCollections())
    if ((await catalog.findDocuments(name, filter, 1)).length > 0) return true
  return false
}

async function listIds(filter: Filter, { catalog }: Services['engine']): Promise<string[]> {
  const collections = await catalog.listCollections()
  const found = await Promise.all(
    collections.map(({ name }) => catalog.findDocuments(name, filter, mostPages)),
  )
  return found.flat().map(({ id }) => id)
}

function sourceNotFound(id: string): Failure {
  return new Failure('not_found', 'SOURCE_NOT_FOUND', `Source ${JSON.stringify(id)} was not found.`, {
    hint: 'get_available_sources lists them.',
    details: { source_id: id },
  })
}
