import type { CollectionSummary } from '../../../core/model/collection.ts'
import { type Database, openDatabase, type Sql } from './database.ts'

/** A replica that failed or cannot be reached is not asked again for this long. */
const restMs = 5_000

const busyTimeoutMs = 60_000

type Read = <T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal) => Promise<T>

type Seen = Pick<CollectionSummary, 'name' | 'version'>

/**
 * Reads that a replica may answer. Every search first asks the main server for the versions of the collections (`note`):
 * a replica that has not got so far is not asked, so that every caller finds what anybody had written before, in whichever
 * process. When the replica fails, the main server answers.
 */
export type NearReads = {
  read: Read
  /** Remembers the versions of all collections, as the main server returned them. */
  note<Rows extends readonly Seen[]>(rows: Rows): Rows
  close(): Promise<void>
}

export function nearReads(readUrl: string | null, main: Read): NearReads {
  if (readUrl === null) return { read: main, note: rows => rows, close: async () => {} }
  let seen: ReadonlyMap<number, number> = new Map()
  let opening: Promise<Database> | null = null
  let restUntil = 0

  async function ask<T>(work: (sql: Sql) => Promise<T>, signal?: AbortSignal): Promise<T | typeof behind> {
    opening ??= openDatabase({ url: readUrl ?? '', busyTimeoutMs })
    const database = await opening
    return database.read(async sql => ((await isBehind(sql, seen)) ? behind : work(sql)), signal)
  }

  return {
    async read(work, signal) {
      if (performance.now() < restUntil) return main(work, signal)
      try {
        const answer = await ask(work, signal)
        if (answer !== behind) return answer
      } catch (error) {
        if (signal?.aborted) throw error
        restUntil = performance.now() + restMs
      }
      return main(work, signal)
    },
    note(rows) {
      const versions = rows.map(({ version }): [number, number] => {
        const [key = 0, number = 0] = version.split('.').map(Number)
        // An answer may arrive after a later one.
        return [key, Math.max(number, seen.get(key) ?? 0)]
      })
      // What is not among them was deleted.
      seen = new Map(versions)
      return rows
    },
    async close() {
      await opening?.then(
        database => database.close(),
        () => {},
      )
    },
  }
}

const behind = Symbol('behind')

async function isBehind(sql: Sql, seen: ReadonlyMap<number, number>): Promise<boolean> {
  const rows = await sql.all<{ key: number; version: number }>('SELECT key, version FROM quire.collections')
  const there = new Map(rows.map(({ key, version }) => [key, version]))
  for (const [key, version] of seen) if ((there.get(key) ?? -1) < version) return true
  return false
}
