import type { Draft } from '../../../../core/references/finish-reference.ts'
import { childTypes, itemToDraft } from '../../../../core/references/item-to-draft.ts'
import { type Item, isRecord, type Loose, listOf, textOf } from '../../../../core/text/json-values.ts'
import { readItems } from '../read-items.ts'
import type { RefusedEntry } from '../reference-reader-port.ts'

/** Reads the items of a Better BibTeX JSON file. Notes and loose attachments are no references. */
export function readBetterBibtex(
  items: readonly Item[],
  collections: unknown,
): { drafts: Draft[]; refused: RefusedEntry[]; warnings: string[] } {
  const names = collectionsOfItems(collections)
  const isChild = ({ value }: Item): boolean =>
    isRecord(value) && childTypes.has(textOf(value.itemType) ?? '')
  const children = items.filter(isChild).length
  const read = readItems(
    items.filter(item => !isChild(item)),
    item => itemToDraft(item, namesOf(item, names)),
  )
  const warnings =
    children === 0
      ? []
      : [
          `${children} of the items ${children === 1 ? 'is a note or attachment' : 'are notes or attachments'} of no reference and left out.`,
        ]
  return { ...read, warnings }
}

function namesOf(item: Loose, names: ReadonlyMap<string, readonly string[]>): string[] {
  return [item.itemID, item.key, item.itemKey].flatMap(id => names.get(textOf(id) ?? '') ?? [])
}

/** Names of the collections each item lies in, by the item's id. They come as a table by key, or nested as lists. */
function collectionsOfItems(collections: unknown): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const queue: unknown[] = isRecord(collections) ? Object.values(collections) : [...listOf(collections)]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (!isRecord(next)) continue
    const name = textOf(next.name)
    for (const item of name === null ? [] : listOf(next.items)) {
      const id = textOf(isRecord(item) ? (item.itemID ?? item.key) : item)
      if (id !== null && name !== null) names.set(id, [...(names.get(id) ?? []), name])
    }
    queue.push(...listOf(next.collections).filter(isRecord))
  }
  return names
}
