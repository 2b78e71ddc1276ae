import type { Draft } from '../../core/references/finish-reference.ts'
import { itemToDraft } from '../../core/references/item-to-draft.ts'
import type { ZoteroItem } from './zotero-item.ts'

export type ItemContext = { collections: readonly string[]; files: readonly string[] }

/**
 * An item as a reference whose key may still be open. Items have the same fields in the database, the API and an
 * export, so that the same item is the same reference wherever it is read.
 */
export function toReference(item: ZoteroItem, { collections, files }: ItemContext): Draft {
  const { fields, key, itemType, creators, tags, parsedDate } = item
  const date = parsedDate ?? fields.date
  const record = { ...fields, ...(date === undefined ? {} : { date }), key, itemType, creators, tags }
  return { ...itemToDraft(record, collections), files }
}
