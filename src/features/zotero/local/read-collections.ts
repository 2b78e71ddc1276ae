import type { ZoteroCollection } from '../collections.ts'
import type { ZoteroLibrary } from '../zotero-item.ts'
import { intoNumber, intoText, type Row } from './rows.ts'

/** Collections without those in the trash and what lies below them. */
export function readCollections(
  rows: readonly Row[],
  libraryOf: (row: Row) => ZoteroLibrary,
): ZoteroCollection[] {
  const byId = new Map(rows.map(row => [row.collectionID, row]))
  return rows
    .filter(row => !isInTrash(row, byId))
    .map(row => {
      const library = libraryOf(row)
      const parent = byId.get(row.parentCollectionID)
      return {
        key: intoText(row.key),
        name: intoText(row.collectionName),
        parentKey: parent ? intoText(parent.key) : null,
        library: library.name,
        groupId: library.groupId,
        items: intoNumber(row.items),
      }
    })
}

function isInTrash(row: Row, byId: ReadonlyMap<unknown, Row>): boolean {
  const seen = new Set<unknown>()
  let current: Row | undefined = row
  while (current && !seen.has(current.collectionID)) {
    if (intoNumber(current.isTrashed) === 1) return true
    seen.add(current.collectionID)
    current = byId.get(current.parentCollectionID)
  }
  return false
}
