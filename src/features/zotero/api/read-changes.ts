import type { LibraryChanges } from '../../../core/ports/reference-library.ts'
import { listPages, parseJson, versionOf } from './list-pages.ts'
import { recordOf, textOf, textsOf } from './loose.ts'
import { isTrashedEntry, parentOf } from './parse-entries.ts'
import type { ApiScope } from './read-entries.ts'

/** So many keys fit into one request. */
const batchSize = 50

/**
 * What the web API tells of changes after a version. A changed file or annotation makes its item changed. The
 * version is the lowest of all answers, so that nothing that happened in between is passed over next time.
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
  const gone = textsOf(recordOf(parseJson(deleted, host)).items)
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

/** The items that entries belong to: an annotation hangs on a file, a file on an item. */
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
  return textOf(recordOf(entry).key)
}
