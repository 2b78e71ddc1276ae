import { Failure } from '../../core/model/failure.ts'
import type { ItemSelection, LibraryItem, ReferenceCollection } from '../../core/ports/reference-library.ts'
import type { BuiltItem } from './build-items.ts'

/** A collection with the id of its group, because two groups may have the same name. */
export type ZoteroCollection = ReferenceCollection & { groupId: number | null }

const mostNamed = 20

/** Filters items by collection and tags; keeps their order. */
export function selectItems(
  items: readonly BuiltItem[],
  selection: ItemSelection,
  collections: readonly ZoteroCollection[],
): LibraryItem[] {
  const isInside = scopeOf(selection, collections)
  return items
    .filter(({ record }) => isInside(record) && fitsTags(record.tags, selection))
    .map(({ item }) => item)
}

function scopeOf(
  { collection, includeSubcollections }: ItemSelection,
  collections: readonly ZoteroCollection[],
): (record: BuiltItem['record']) => boolean {
  if (collection === null) return () => true
  const root = findCollection(collections, collection)
  const keys = includeSubcollections ? withSubcollections(root, collections) : new Set([root.key])
  return record => record.library.groupId === root.groupId && record.collectionKeys.some(key => keys.has(key))
}

/** Matches parts of tags, ignoring case: `ML` matches `#ml-tutorial`. An excluded tag wins over included ones. */
export function fitsTags(
  tags: readonly string[],
  { includeTags, excludeTags }: Pick<ItemSelection, 'includeTags' | 'excludeTags'>,
): boolean {
  const folded = tags.map(tag => tag.toLowerCase())
  const fits = (part: string) => folded.some(tag => tag.includes(part.trim().toLowerCase()))
  const wanted = includeTags.filter(isFilled)
  return !excludeTags.filter(isFilled).some(fits) && (wanted.length === 0 || wanted.some(fits))
}

function isFilled(part: string): boolean {
  return part.trim() !== ''
}

/** Tags with their number of items, most used first. */
export function countTags(items: readonly LibraryItem[]): { tag: string; items: number }[] {
  const counts = new Map<string, number>()
  for (const { reference } of items)
    for (const tag of new Set(reference.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, items: count }))
    .sort((one, other) => other.items - one.items || (one.tag < other.tag ? -1 : 1))
}

export function newestItems(items: readonly LibraryItem[], limit: number): LibraryItem[] {
  return [...items]
    .sort((one, other) => {
      const added = (other.dateAdded ?? '').localeCompare(one.dateAdded ?? '')
      return added || (one.key < other.key ? -1 : 1)
    })
    .slice(0, limit)
}

/**
 * Finds by key, by name, or by path ("Thesis/Chapter 1"); name and path ignore case. Throws when none or several match.
 */
export function findCollection(
  collections: readonly ZoteroCollection[],
  keyOrName: string,
): ZoteroCollection {
  const wanted = fold(keyOrName)
  const byKey = collections.filter(collection => collection.key === keyOrName.trim())
  const byName = collections.filter(collection => fold(collection.name) === wanted)
  const byPath = collections.filter(collection => fold(pathOf(collection, collections)) === wanted)
  const [found, ...others] = [byKey, byName, byPath].find(some => some.length > 0) ?? []
  if (!found) throw notFound(keyOrName, collections)
  if (others.length > 0) throw ambiguous(keyOrName, [found, ...others], collections)
  return found
}

/** Keys of a collection and its subcollections. Ends also when damaged data has a cycle of parents. */
export function withSubcollections(
  root: ZoteroCollection,
  collections: readonly ZoteroCollection[],
): Set<string> {
  const keys = new Set([root.key])
  const waiting = [root.key]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const { key, parentKey, groupId } of collections) {
      if (parentKey !== parent || groupId !== root.groupId || keys.has(key)) continue
      keys.add(key)
      waiting.push(key)
    }
  }
  return keys
}

/** Sorts by library, then by path, so that children follow their parents. */
export function inTreeOrder(collections: readonly ZoteroCollection[]): ZoteroCollection[] {
  const sortKey = (collection: ZoteroCollection) =>
    [collection.groupId === null ? '' : collection.library, pathOf(collection, collections)].join('\u0000')
  return collections
    .map(collection => ({ collection, by: sortKey(collection) }))
    .sort((one, other) => compare(one.by, other.by) || compare(one.collection.key, other.collection.key))
    .map(({ collection }) => collection)
}

/** "Thesis/Chapter 1". */
export function pathOf(collection: ZoteroCollection, collections: readonly ZoteroCollection[]): string {
  const names: string[] = []
  const seen = new Set<string>()
  let current: ZoteroCollection | undefined = collection
  while (current && !seen.has(current.key)) {
    seen.add(current.key)
    names.unshift(current.name)
    const { parentKey, groupId }: ZoteroCollection = current
    current = collections.find(other => other.key === parentKey && other.groupId === groupId)
  }
  return names.join('/')
}

export function toReferenceCollection(collection: ZoteroCollection): ReferenceCollection {
  const { key, name, parentKey, library, items } = collection
  return { key, name, parentKey, library, items }
}

function notFound(wanted: string, collections: readonly ZoteroCollection[]): Failure {
  const near = collections.filter(({ name }) => fold(name).includes(fold(wanted)))
  const named = (near.length > 0 ? near : collections).slice(0, mostNamed)
  const paths = named.map(collection => pathOf(collection, collections))
  return new Failure(
    'not_found',
    'COLLECTION_NOT_FOUND',
    `There is no collection "${wanted}" in the Zotero library.`,
    {
      hint: paths.length === 0 ? 'The library has no collections.' : `Use one of: ${paths.join(', ')}.`,
      details: { available: paths },
    },
  )
}

function ambiguous(
  wanted: string,
  found: readonly ZoteroCollection[],
  collections: readonly ZoteroCollection[],
): Failure {
  const choices = found.map(
    collection => `${collection.key} (${collection.library}: ${pathOf(collection, collections)})`,
  )
  return new Failure(
    'conflict',
    'AMBIGUOUS_COLLECTION',
    `${found.length} collections of the Zotero library are called "${wanted}".`,
    { hint: `Use the key of one of them: ${choices.join(', ')}.`, details: { choices } },
  )
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
