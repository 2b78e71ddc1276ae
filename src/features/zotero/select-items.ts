import type { ItemSelection, LibraryItem } from '../../core/ports/reference-library.ts'
import type { BuiltItem } from './build-items.ts'
import { findCollection, withSubcollections, type ZoteroCollection } from './collections.ts'

/** The items of a collection (or all), whose tags fit; in the order given. */
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

/** Parts of tags, ignoring case: `ML` fits `#ml-tutorial`. One that is excluded outweighs all that are included. */
export function fitsTags(
  tags: readonly string[],
  { includeTags, excludeTags }: Pick<ItemSelection, 'includeTags' | 'excludeTags'>,
): boolean {
  const folded = tags.map(tag => tag.toLowerCase())
  const fits = (part: string) => folded.some(tag => tag.includes(part.trim().toLowerCase()))
  const wanted = includeTags.filter(isFilled)
  return !excludeTags.filter(isFilled).some(fits) && (wanted.length === 0 || wanted.some(fits))
}

/** Tags with how many items carry them, most used first. */
export function countTags(items: readonly LibraryItem[]): { tag: string; items: number }[] {
  const counts = new Map<string, number>()
  for (const { reference } of items)
    for (const tag of new Set(reference.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .map(([tag, count]) => ({ tag, items: count }))
    .sort((one, other) => other.items - one.items || (one.tag < other.tag ? -1 : 1))
}

/** Newest first. */
export function newestItems(items: readonly LibraryItem[], limit: number): LibraryItem[] {
  return [...items]
    .sort((one, other) => {
      const added = (other.dateAdded ?? '').localeCompare(one.dateAdded ?? '')
      return added || (one.key < other.key ? -1 : 1)
    })
    .slice(0, limit)
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

function isFilled(part: string): boolean {
  return part.trim() !== ''
}
