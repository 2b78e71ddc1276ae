import { lazyDatabase, type PostgresPlace } from '../lazy-database.ts'
import { postgresCache } from './cache.ts'
import { postgresFolderMemory } from './folder-memory.ts'
import { type OriginalsOptions, postgresOriginals } from './originals.ts'
import { postgresVectorMemory } from './vector-memory.ts'

/** What a program with a SQLite file keeps in its home, and servers on several machines keep in their database. */
export type SharedParts = ReturnType<typeof postgresSharedParts>

export function postgresSharedParts(place: PostgresPlace) {
  const database = lazyDatabase(place)
  return {
    originals: (options: OriginalsOptions) => postgresOriginals(database, options),
    auditLines: (options: AuditOptions) => postgresAuditLines(database, options),
    folderMemory: (options: { host: string }) => postgresFolderMemory(database, options),
    vectorMemory: () => postgresVectorMemory(database),
    cache: ({ seconds }: { seconds: number }) => postgresCache(database, { url: place.url, seconds }),
    close: database.close,
  }
}

/** Runs of calls are kept apart from runs of ingests: many ingests must not remove who did them. */
const ofAccess = "(run LIKE 'access/%')"

const dropOldest = `DELETE FROM quire.audit_lines WHERE ${ofAccess} = ? AND run NOT IN
  (SELECT run FROM quire.audit_lines WHERE ${ofAccess} = ? GROUP BY run ORDER BY max(key) DESC LIMIT ?)`

type AuditOptions = { keep: number; isOfAccess?: boolean }

/** The lines of audited runs, in the order in which they were written. */
function postgresAuditLines(
  { write }: ReturnType<typeof lazyDatabase>,
  { keep, isOfAccess = false }: AuditOptions,
): { prepare(): Promise<void>; append(run: string, line: string): Promise<void> } {
  return {
    async prepare() {
      await write(sql => sql.run(dropOldest, isOfAccess, isOfAccess, keep - 1))
    },
    async append(run, line) {
      const name = isOfAccess ? `access/${run}` : run
      await write(sql => sql.run('INSERT INTO quire.audit_lines (run, line) VALUES (?, ?)', name, line))
    },
  }
}
