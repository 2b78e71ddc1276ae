import { workerPool } from '../../threads/worker-pool.ts'
import type { Database } from './database.ts'
import type { VacuumData } from './vacuum-worker.ts'

/** Writing the whole file again is worth it when this much of it, and this share, is empty. */
const leastBytes = 4_000_000
const leastShare = 0.2

/**
 * Gives the empty part of the file back to the disk, on a thread of its own: other processes and threads read meanwhile,
 * and writers wait.
 */
export async function compactStore(
  database: Database,
  busyTimeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  if (database.isReadOnly || database.path === ':memory:' || !isWorthIt(database)) return
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const pool = workerPool<null, null>({
    script: new URL(`./vacuum-worker${extension}`, import.meta.url),
    data: { path: database.path, busyTimeoutMs } satisfies VacuumData,
    size: 1,
    idleMs: null,
    owner: { code: 'STORE', name: 'the store' },
  })
  await pool.run(() => null, signal).finally(() => pool.close())
}

function isWorthIt(database: Database): boolean {
  const number = (pragma: string) =>
    Number(Object.values(database.get<Record<string, number>>(`PRAGMA ${pragma}`) ?? {})[0] ?? 0)
  const [empty, pages] = [number('freelist_count'), number('page_count')]
  return empty * number('page_size') >= leastBytes && empty / pages >= leastShare
}
