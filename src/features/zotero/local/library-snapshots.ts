import { checkSchema } from './check-schema.ts'
import { type DatabaseReader, databaseReader } from './database-reader.ts'
import { type DatabaseContents, readContents } from './read-contents.ts'

/** The contents of the database, read again only when its files were written. */
export type LibrarySnapshots = {
  contents(signal: AbortSignal): Promise<DatabaseContents>
  reader: DatabaseReader
}

export function librarySnapshots(
  databasePath: string,
  options: { temporaryFolder?: string | undefined; warn: (warning: string) => void },
): LibrarySnapshots {
  const reader = databaseReader(databasePath, options.temporaryFolder)
  let last: { mark: string; contents: DatabaseContents } | null = null
  return {
    reader,
    async contents(signal) {
      // Asked before reading: what is written meanwhile shows up as a new mark next time.
      const { mark } = await reader.facts()
      if (last?.mark === mark) return last.contents
      const contents = await reader.read(
        database => readContents(database, checkSchema(database, databasePath)),
        signal,
      )
      const copied = reader.copiedBecause()
      if (copied !== null) options.warn(copied)
      last = { mark, contents }
      return contents
    },
  }
}
