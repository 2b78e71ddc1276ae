import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { databaseReader } from './database-reader.ts'
import { intoNumber, intoText } from './rows.ts'

const selectKeys = 'SELECT libraryID, itemKey, citationKey FROM citationkey'
const findTable = "SELECT count(*) AS columns FROM pragma_table_info('citationkey') WHERE name IN (?, ?, ?)"

/**
 * The keys Better BibTeX keeps beside Zotero's database, by `libraryID:itemKey`, so that they can be had while
 * Zotero is closed. Empty when the plug-in is not installed or stores them in Zotero's own field.
 */
export async function readBetterBibtexKeys(
  zoteroDatabase: string,
  temporaryFolder: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const path = join(dirname(zoteroDatabase), 'better-bibtex.sqlite')
  if (!(await stat(path).catch(() => null))?.isFile()) return new Map()
  const reader = databaseReader(path, temporaryFolder)
  try {
    return await reader.read(database => {
      const columns = database.prepare(findTable).get('libraryID', 'itemKey', 'citationKey')?.columns
      if (columns !== 3) return new Map<string, string>()
      return new Map(
        database
          .prepare(selectKeys)
          .all()
          .map(row => [`${intoNumber(row.libraryID)}:${intoText(row.itemKey)}`, intoText(row.citationKey)]),
      )
    }, signal)
  } finally {
    await reader.close()
  }
}
