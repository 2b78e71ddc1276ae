import type { ItemSelection } from '../../../core/ports/reference-library.ts'
import type { LibraryContents, MarkedAttachment } from '../build-items.ts'
import { findCollection, withSubcollections, type ZoteroCollection } from '../collections.ts'
import type { AnnotationRecord } from '../to-annotation.ts'
import { type ZoteroItem, type ZoteroLibrary, zoteroUri } from '../zotero-item.ts'
import type { ApiClient, ApiKind } from './api-client.ts'
import { listPages, parseJson } from './list-pages.ts'
import { listOf } from './loose.ts'
import { type Entry, parseCollection, parseEntry, toAttachment } from './parse-entries.ts'

/** One library of one API. */
export type ApiScope = {
  client: ApiClient
  kind: ApiKind
  library: ZoteroLibrary
  /** `users/1234` or `groups/5678`. */
  prefix: string
  host: string
  warn: (warning: string) => void
}

export type ApiEntries = Pick<LibraryContents, 'items' | 'attachments'>

/** What is added later comes last, so that pages do not shift while they are read. */
const stableOrder = { sort: 'dateAdded', direction: 'asc' }

export function apiReader(scope: ApiScope) {
  const { client, kind, library, prefix, host, warn } = scope

  async function list(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown[]> {
    const listing = await listPages(client, { path: `${prefix}/${path}`, query, host, kind }, signal)
    if (listing.hasMoved)
      warn('The Zotero library kept changing while it was read; what changed last may be missing.')
    return listing.entries
  }

  async function listEntries(
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Entry[]> {
    return parseAll(await list(path, query, signal), library)
  }

  return {
    async collections(signal: AbortSignal): Promise<ZoteroCollection[]> {
      const entries = await list('collections', {}, signal)
      return entries.map(entry => parseCollection(entry, library)).filter(collection => collection !== null)
    },

    /** Items in reach of the selection: all of the library, or of a collection and what lies below it. */
    async items(
      { collection, includeSubcollections }: ItemSelection,
      collections: readonly ZoteroCollection[],
      signal: AbortSignal,
    ): Promise<ApiEntries> {
      if (collection === null)
        return gather(await listEntries('items', { ...stableOrder, itemType: '-annotation' }, signal), kind)
      const root = findCollection(collections, collection)
      const keys = includeSubcollections ? withSubcollections(root, collections) : new Set([root.key])
      const entries: Entry[] = []
      for (const key of [...keys].sort())
        entries.push(...(await listEntries(`collections/${key}/items`, stableOrder, signal)))
      return gather(entries, kind)
    },

    async recent(limit: number, signal: AbortSignal): Promise<ApiEntries> {
      const query = {
        sort: 'dateAdded',
        direction: 'desc',
        limit: String(Math.min(100, limit)),
        itemType: '-note',
      }
      const page = parseJson(await client.get({ path: `${prefix}/items/top`, query }, [], signal), host)
      const entries = parseAll(listOf(page), library)
      const parents = entries.flatMap(entry =>
        entry.kind === 'item' && entry.children > 0 ? entry.item.key : [],
      )
      for (const key of parents) entries.push(...(await listEntries(`items/${key}/children`, {}, signal)))
      return gather(entries, kind)
    },

    async annotations(attachmentKey: string, signal: AbortSignal): Promise<AnnotationRecord[]> {
      const path = `${prefix}/items/${encodeURIComponent(attachmentKey)}/children`
      const { entries } = await listPages(client, { path, host, kind, empty: [404] }, signal)
      return parseAll(entries, library).flatMap(entry =>
        entry.kind === 'annotation' && entry.annotation.attachmentKey === attachmentKey
          ? entry.annotation
          : [],
      )
    },
  }
}

function parseAll(entries: readonly unknown[], library: ZoteroLibrary): Entry[] {
  return entries.map(entry => parseEntry(entry, library)).filter(entry => entry !== null)
}

/** Each item once, with its files; a file without a parent is an item by itself. */
function gather(entries: readonly Entry[], kind: ApiKind): ApiEntries {
  const items = new Map<string, ZoteroItem>()
  const files = new Map<string, { owner: string; file: MarkedAttachment }>()
  for (const entry of entries) {
    if (entry.kind === 'annotation') continue
    const { item } = entry
    if (entry.kind === 'item' || entry.attachment.parentKey === null) items.set(item.key, item)
    if (entry.kind === 'item') continue
    const { attachment: record, isStored } = entry
    const owner = zoteroUri(record.library, record.parentKey ?? record.key)
    const attachment = toAttachment(record, { origin: kind, isStored })
    files.set(record.key, { owner, file: { attachment, mark: record.md5 ?? '' } })
  }
  const attachments = new Map<string, MarkedAttachment[]>()
  for (const [, { owner, file }] of [...files].sort(([one], [other]) => (one < other ? -1 : 1)))
    attachments.set(owner, [...(attachments.get(owner) ?? []), file])
  return { items: [...items.values()], attachments }
}
