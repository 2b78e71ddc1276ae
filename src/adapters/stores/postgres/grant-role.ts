import type { Clock } from '../../../core/ports/clock.ts'
import { lazyDatabase } from './lazy-database.ts'

/**
 * Lets a role read and write everything that is stored, and nothing else: it can neither create tables nor change them.
 * Throws STORE_INVALID for a role that does not exist.
 */
export async function grantRole({ url, clock }: { url: string; clock: Clock }, role: string): Promise<void> {
  const database = lazyDatabase({ url, clock })
  const name = `"${role.replaceAll('"', '""')}"`
  try {
    await database.write(async sql => {
      await sql.run(`GRANT USAGE ON SCHEMA quire TO ${name}`)
      await sql.run(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA quire TO ${name}`)
      await sql.run(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA quire TO ${name}`)
    })
  } finally {
    await database.close()
  }
}
