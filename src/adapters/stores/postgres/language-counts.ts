import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'

/** Documents of each language, and their words: kept in the row of the collection, because every search needs them. */
export type LanguageCounts = Map<string, { documents: number; words: number }>

/** `languages` is right at `languages_version`. An older program that writes leaves it behind; then documents are counted. */
export const languagesSchema = `
ALTER TABLE quire.collections ADD COLUMN languages text;
ALTER TABLE quire.collections ADD COLUMN languages_version bigint
`

const count = `SELECT language, count(*) AS documents, sum(words) AS words FROM quire.documents
  WHERE collection = ? GROUP BY language`

type Row = Pick<CollectionRow, 'key' | 'version' | 'languages' | 'languages_version'>

/** Null when they must be counted. */
export function knownLanguages({ version, languages, languages_version: at }: Row): LanguageCounts | null {
  return languages !== null && at === version ? new Map(Object.entries(JSON.parse(languages))) : null
}

/** Inside a transaction. */
export async function countLanguages(sql: Sql, collection: Row): Promise<LanguageCounts> {
  const known = knownLanguages(collection)
  if (known !== null) return known
  const rows = await sql.all<{ language: string; documents: number; words: string }>(count, collection.key)
  return new Map(
    rows.map(({ language, documents, words }) => [language, { documents, words: Number(words) }]),
  )
}

type Counted = { language: string; words: number }

/** With some documents more or fewer, as they are stored. */
export function writeLanguages(
  counts: LanguageCounts,
  { added = [], removed = [] }: { added?: readonly Counted[]; removed?: readonly Counted[] },
): string {
  const changed = new Map(counts)
  const add = ({ language, words }: Counted, sign: 1 | -1) => {
    const now = changed.get(language) ?? { documents: 0, words: 0 }
    changed.set(language, { documents: now.documents + sign, words: now.words + sign * words })
  }
  for (const document of added) add(document, 1)
  for (const document of removed) add(document, -1)
  return JSON.stringify(Object.fromEntries([...changed].filter(([, { documents }]) => documents > 0)))
}
