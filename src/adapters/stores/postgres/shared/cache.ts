import { Failure } from '../../../../core/model/failure.ts'
import type { Cache } from '../../../../core/ports/cache.ts'
import { digest } from '../binary-values.ts'
import { describeUrl } from '../database.ts'
import type { lazyDatabase } from '../lazy-database.ts'

const find = 'SELECT value FROM quire.cache WHERE key = ?::bytea AND expires_at > now()'
const put = `INSERT INTO quire.cache (key, value, expires_at) VALUES (?::bytea, ?::bytea, now() + make_interval(secs => ?))
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`
const forget =
  'DELETE FROM quire.cache WHERE key IN (SELECT key FROM quire.cache WHERE expires_at <= now() LIMIT 100)'

/** Answers that all servers share. Times are those of the database server. */
export function postgresCache(
  { read, write }: ReturnType<typeof lazyDatabase>,
  { url, seconds }: { url: string; seconds: number },
): Cache {
  return {
    description: `${describeUrl(url)}, ${seconds} s`,
    get: key =>
      unavailable(
        async () =>
          (await read(sql => sql.get<{ value: Buffer }>(find, digest(key))))?.value.toString() ?? null,
      ),
    set: (key, value) =>
      unavailable(() =>
        write(async sql => {
          await sql.run(put, digest(key), Buffer.from(value), seconds)
          await sql.run(forget)
        }),
      ),
    async close() {},
  }
}

async function unavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Failure('unavailable', 'CACHE_UNAVAILABLE', 'The cache in the database cannot be reached.', {
      hint: 'Check the PostgreSQL server; searching continues without the cache.',
      cause: error,
    })
  }
}
