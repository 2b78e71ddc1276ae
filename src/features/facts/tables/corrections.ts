import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import { type Correction, type CorrectionRow, correctionOf, rowOf } from '../corrections.ts'

/** Corrections are not bound to collections or documents: they hold after these were deleted and stored again. */
export const correctionsSchema = `
CREATE TABLE fact_corrections (
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  relation TEXT NOT NULL,
  other TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (kind, name, relation, other)
) STRICT, WITHOUT ROWID;
`

const list = `SELECT kind, name, relation, other FROM fact_corrections
  ORDER BY created_at, kind, name, relation, other`
const insert = `INSERT OR IGNORE INTO fact_corrections (kind, name, relation, other, created_at)
  VALUES (?, ?, ?, ?, ?)`
const forget = 'DELETE FROM fact_corrections WHERE kind = ? AND name = ? AND relation = ? AND other = ?'

export function listCorrections(database: Database): Correction[] {
  return database.all<CorrectionRow>(list).map(correctionOf)
}

export function putCorrections(database: Database, corrections: readonly Correction[], now: string): void {
  for (const correction of corrections) database.run(insert, ...rowOf(correction), now)
}

export function deleteCorrection(database: Database, correction: Correction): void {
  database.run(forget, ...rowOf(correction))
}
