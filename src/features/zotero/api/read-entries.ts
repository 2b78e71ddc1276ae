import type { ItemSelection, LibraryChanges } from '../../../core/ports/reference-library.ts'
import { listOf } from '../../../core/text/json-values.ts'
import type { LibraryContents, MarkedAttachment } from '../build-items.ts'
import { findCollection, withSubcollections, type ZoteroCollection } from '../select-items.ts'
import type { AnnotationRecord } from '../to-annotations.ts'
import { type LibraryIdentity, type ZoteroItem, zoteroUri } from '../zotero-item.ts'
import type { ApiClient, ApiKind } from './api-client.ts'
import { listPages, parseJson, recordOf, stringOf, stringsOf, versionOf } from './list-pages.ts'
import {
  type Entry,
  isTrashedEntry,
  parentOf,
  parseCollection,
  parseEntry,
  toAttachment,
} from './parse-entries.ts'

/** One library of one API, and how to request it. */
export type ApiScope = {
  client: ApiClient
  kind: ApiKind
  library: LibraryIdentity
  /** `users/1234` or `groups/5678`. */
  prefix: string
  host: string
  warn: (warning: string) => void
}

export type ApiEntries = Pick<LibraryContents, 'items' | 'attachments'>

/** New items come last in this order, so that pages do not shift while they are read. */
const stableOrder = { sort: 'dateAdded', direction: 'asc' }

/** The API's limit of keys in one request. */
const batchSize = 50

/** Reads collections, items and annotations of one library. */
export function apiReader(scope: ApiScope) {
  const { client, kind, library, prefix, host, warn } = scope

  async function list(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown[]> {
    const listing = await listPages(client, { path: `${prefix}/${path}`, query, host, kind }, signal)
    if (listing.hasMoved)
      warn('The Zotero library kept changing while it was read; the last changes may be missing.')
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

    /** Items of the library, or of a collection and (when selected) its subcollections. */
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

function parseAll(entries: readonly unknown[], library: LibraryIdentity): Entry[] {
  return entries.map(entry => parseEntry(entry, library)).filter(entry => entry !== null)
}

/** Each item once, with its files. A file without a parent is an item of its own. */
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

/**
 * Changes after a version, from the web API. An item counts as changed when one of its files or annotations changed.
 * The version is the lowest of all responses, so that changes between two requests are returned again next time.
 */
export async function readChanges(
  scope: ApiScope,
  since: number,
  signal: AbortSignal,
): Promise<LibraryChanges> {
  const { client, prefix, host, kind } = scope
  const query = { since: String(since), includeTrashed: '1', sort: 'dateAdded', direction: 'asc' }
  const listing = await listPages(client, { path: `${prefix}/items`, query, host, kind }, signal)
  const deleted = await client.get({ path: `${prefix}/deleted`, query: { since: String(since) } }, [], signal)
  const gone = stringsOf(recordOf(parseJson(deleted, host)).items)
  const trashed = listing.entries.filter(isTrashedEntry).flatMap(entry => keyOf(entry) ?? [])
  const living = listing.entries.filter(entry => !isTrashedEntry(entry))
  const owners = await findOwners(living, scope, signal)
  const removed = new Set([...gone, ...trashed])
  return {
    version: Math.min(listing.version ?? since, versionOf(deleted) ?? since),
    changed: [...owners].filter(key => !removed.has(key)).sort(),
    removed: [...removed].sort(),
  }
}

/** Keys of the top-level items of entries: the parent of an annotation is a file, the parent of a file an item. */
async function findOwners(
  entries: readonly unknown[],
  scope: ApiScope,
  signal: AbortSignal,
): Promise<Set<string>> {
  const parents = new Map(entries.flatMap(entry => pairOf(entry)))
  const unknown = [...parents.values()].filter(key => key !== null && !parents.has(key))
  const missing = [...new Set(unknown.filter(key => key !== null))].sort()
  for (let start = 0; start < missing.length; start += batchSize) {
    const itemKey = missing.slice(start, start + batchSize).join(',')
    const request = { path: `${scope.prefix}/items`, query: { itemKey, includeTrashed: '1' } }
    const found = await listPages(scope.client, { ...request, host: scope.host, kind: scope.kind }, signal)
    for (const entry of found.entries) for (const [key, parent] of pairOf(entry)) parents.set(key, parent)
  }
  return new Set([...parents.keys()].map(key => topOf(key, parents)))
}

function topOf(key: string, parents: ReadonlyMap<string, string | null>): string {
  const seen = new Set<string>()
  let current = key
  for (let parent = parents.get(current); parent && !seen.has(parent); parent = parents.get(parent)) {
    seen.add(parent)
    current = parent
  }
  return current
}

function pairOf(entry: unknown): [string, string | null][] {
  const key = keyOf(entry)
  return key === null ? [] : [[key, parentOf(entry)]]
}

function keyOf(entry: unknown): string | null {
  return stringOf(recordOf(entry).key)
}
