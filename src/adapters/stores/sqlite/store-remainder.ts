import type { SourceCorrection, StoreRemainder } from '../../../core/ports/store-remainder.ts'
import { type CorrectionRow, toCorrection } from '../common/correction-row.ts'
import { findCollection } from './collections.ts'
import { findCorrection, saveCorrection } from './corrections.ts'
import type { Database } from './database.ts'
import { type SideOptions, sideConnection } from './side-connection.ts'
import { putTrash } from './trash.ts'

const listAll =
  'SELECT source, title, labels, reference FROM corrections WHERE collection_key = ? ORDER BY source'

/** A second connection to the database of the store. */
export function sqliteStoreRemainder(options: SideOptions): StoreRemainder {
  const { read, write, close } = sideConnection(options)
  return {
    listCorrections: collection => read(database => listCorrections(database, collection)),
    putCorrections: (collection, corrections) =>
      write(database => {
        const key = findCollection(database, collection)?.key
        if (key === undefined) return
        for (const { source, correction } of corrections)
          if (findCorrection(database, key, source) === null)
            saveCorrection(database, { key, source }, correction)
      }),
    putTrash: trash => write(database => putTrash(database, trash)),
    close,
  }
}

function listCorrections(database: Database, collection: string): SourceCorrection[] {
  const key = findCollection(database, collection)?.key
  if (key === undefined) return []
  return database
    .all<CorrectionRow & { source: string }>(listAll, key)
    .map(({ source, ...row }) => ({ source, correction: toCorrection(row) }))
}
