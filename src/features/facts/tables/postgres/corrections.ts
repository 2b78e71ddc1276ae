import type { Sql } from '../../../../adapters/stores/postgres/door.ts'
import { type Correction, type CorrectionRow, correctionOf, rowOf } from '../../corrections.ts'

/** As in SQLite: corrections are not bound to collections or documents. */
export const correctionsSchema = `
CREATE TABLE quire.fact_corrections (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  relation text COLLATE "C" NOT NULL,
  other text COLLATE "C" NOT NULL,
  created_at text COLLATE "C" NOT NULL
);
`

const list = `SELECT kind, name, relation, other FROM quire.fact_corrections
  ORDER BY created_at, kind, name, relation, other`
const insert = `INSERT INTO quire.fact_corrections (kind, name, relation, other, created_at) VALUES (?, ?, ?, ?, ?)`
const forget = 'DELETE FROM quire.fact_corrections WHERE kind = ? AND name = ? AND relation = ? AND other = ?'

export async function listCorrections(sql: Sql): Promise<Correction[]> {
  return (await sql.all<CorrectionRow>(list)).map(correctionOf)
}

/** A correction that is stored already is stored anew: names may be too long for an index. */
export async function putCorrections(
  sql: Sql,
  corrections: readonly Correction[],
  now: string,
): Promise<void> {
  for (const correction of corrections) {
    await deleteCorrection(sql, correction)
    await sql.run(insert, ...rowOf(correction), now)
  }
}

export async function deleteCorrection(sql: Sql, correction: Correction): Promise<void> {
  await sql.run(forget, ...rowOf(correction))
}
