import type { DatabaseSync } from 'node:sqlite'
import type { SchemaFacts } from './check-schema.ts'
import { selectNotes } from './queries.ts'
import { readContents } from './read-contents.ts'

/** What a library holds, without trash and feeds. */
export type LibraryCounts = {
  /** References and files that stand by themselves. */
  items: number
  attachments: number
  notes: number
  annotations: number
  collections: number
  /** Different tags on items. */
  tags: number
  libraries: number
}

export function countContents(database: DatabaseSync, schema: SchemaFacts): LibraryCounts {
  const { items, attachments, annotations, collections, libraryIds } = readContents(database, schema)
  return {
    items: items.length,
    attachments: attachments.length,
    notes: Number(database.prepare(selectNotes).get()?.count ?? 0),
    annotations: annotations.length,
    collections: collections.length,
    tags: new Set(items.flatMap(({ tags }) => tags)).size,
    libraries: libraryIds.size,
  }
}
