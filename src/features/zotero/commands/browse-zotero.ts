import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { type Column, renderTable } from '../../../core/contract/shell/render-table.ts'
import { nameOf } from '../../../core/model/reference.ts'
import type {
  LibraryItem,
  ReferenceCollection,
  ReferenceLibrary,
} from '../../../core/ports/reference-library.ts'
import type { Services } from '../services.ts'

/** `quire zotero collections`: the tree of collections with the number of items in each. */
export async function zoteroCollections(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const library = await openLibrary(host)
  const collections = asTree(await library.listCollections(call.signal))
  return show(
    {
      rows: collections,
      columns: [
        { title: 'KEY', cell: row => row.key },
        { title: 'COLLECTION', cell: row => `${'  '.repeat(row.depth)}${row.name}`, isFlexible: true },
        { title: 'ITEMS', cell: row => String(row.items), align: 'right' },
        { title: 'LIBRARY', cell: row => row.library },
      ],
    },
    library,
    call,
  )
}

/** `quire zotero browse [collection]`. */
export async function zoteroBrowse(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const library = await openLibrary(host)
  const asked = call.values.collection
  const collection = typeof asked === 'string' ? (await library.findCollection(asked, call.signal)).key : null
  const items = await library.listItems(
    {
      collection,
      includeSubcollections: call.values.subcollections !== false,
      includeTags: listOf(call.values.tag),
      excludeTags: listOf(call.values.exclude_tag),
    },
    call.signal,
  )
  return showItems(items.slice(0, Number(call.values.limit ?? 20)), library, call)
}

/** `quire zotero tags [collection]`. */
export async function zoteroTags(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const library = await openLibrary(host)
  const asked = call.values.collection
  const collection = typeof asked === 'string' ? (await library.findCollection(asked, call.signal)).key : null
  const tags = await library.listTags(collection, call.signal)
  return show(
    {
      rows: tags,
      columns: [
        { title: 'TAG', cell: row => row.tag, isFlexible: true },
        { title: 'ITEMS', cell: row => String(row.items), align: 'right' },
      ],
    },
    library,
    call,
  )
}

/** `quire zotero recent`. */
export async function zoteroRecent(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const library = await openLibrary(host)
  return showItems(await library.recentItems(Number(call.values.limit ?? 10), call.signal), library, call)
}

export async function openLibrary(host: CommandHost<Services>): Promise<ReferenceLibrary> {
  return (await host.open()).zotero.open(null)
}

function showItems(items: readonly LibraryItem[], library: ReferenceLibrary, call: CommandCall): number {
  const rows = items.map(({ key, reference, attachments, dateAdded }) => ({
    key,
    citekey: reference.citekey,
    authors: reference.authors.map(nameOf).join('; '),
    year: reference.issued?.year ?? null,
    title: reference.title,
    files: attachments.filter(attachment => attachment.missing === null).length,
    added: dateAdded,
  }))
  return show(
    {
      rows: rows,
      columns: [
        { title: 'KEY', cell: row => row.key },
        { title: 'CITEKEY', cell: row => row.citekey },
        { title: 'AUTHORS', cell: row => row.authors, isFlexible: true },
        { title: 'YEAR', cell: row => String(row.year ?? '–') },
        { title: 'TITLE', cell: row => row.title ?? '–', isFlexible: true },
        { title: 'FILES', cell: row => String(row.files), align: 'right' },
      ],
    },
    library,
    call,
  )
}

function show<Row>(
  { rows, columns }: { rows: readonly Row[]; columns: readonly Column<Row>[] },
  library: ReferenceLibrary,
  { wantsJson, terminal }: CommandCall,
): number {
  if (wantsJson) terminal.print(JSON.stringify(rows, null, 2))
  else if (rows.length === 0) terminal.note('Nothing found.')
  else terminal.print(renderTable(rows, columns, terminal))
  for (const warning of library.takeWarnings())
    terminal.note(`${terminal.noteStyle.warn('note:')} ${warning}`)
  return 0
}

/** Each collection below its parent, in order of name. One whose parent is missing is at the top. */
function asTree(collections: readonly ReferenceCollection[]): (ReferenceCollection & { depth: number })[] {
  const known = new Set(collections.map(({ key }) => key))
  const below = (parent: string | null, depth: number): (ReferenceCollection & { depth: number })[] =>
    collections
      .filter(({ parentKey }) => (parentKey !== null && known.has(parentKey) ? parentKey : null) === parent)
      .toSorted((a, b) => a.library.localeCompare(b.library) || a.name.localeCompare(b.name))
      .flatMap(collection => [{ ...collection, depth }, ...below(collection.key, depth + 1)])
  return below(null, 0)
}

function listOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.map(String)
    : value === undefined || value === null
      ? []
      : [String(value)]
}
