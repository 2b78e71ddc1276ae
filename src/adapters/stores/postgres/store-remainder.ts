import type { SourceCorrection, StoreRemainder } from '../../../core/ports/store-remainder.ts'
import { type CorrectionRow, toCorrection } from '../common/correction-row.ts'
import { findCollection, lockCollections } from './collections.ts'
import { findCorrection, saveCorrection } from './corrections.ts'
import type { Sql } from './database.ts'
import { lazyDatabase, type PostgresPlace } from './lazy-database.ts'
import { putTrash } from './trash.ts'

const listAll =
  'SELECT source, title, labels, reference FROM quire.corrections WHERE collection = ? ORDER BY source'

export function postgresStoreRemainder(place: PostgresPlace): StoreRemainder {
  const { read, write, close } = lazyDatabase(place)
  return {
    listCorrections: collection => read(sql => listCorrections(sql, collection)),
    putCorrections: (collection, corrections) =>
      write(async sql => {
        const key = (await lockCollections(sql, [collection])).get(collection)?.key
        if (key === undefined) return
        for (const { source, correction } of corrections)
          if ((await findCorrection(sql, key, source)) === null)
            await saveCorrection(sql, { key, source }, correction)
      }),
    putTrash: trash => write(sql => putTrash(sql, trash)),
    close,
  }
}

async function listCorrections(sql: Sql, collection: string): Promise<SourceCorrection[]> {
  const found = await findCollection(sql, collection)
  if (found === undefined) return []
  const rows = await sql.all<CorrectionRow & { source: string }>(listAll, found.key)
  return rows.map(({ source, ...row }) => ({ source, correction: toCorrection(row) }))
}
