import { randomBytes } from 'node:crypto'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { OuterIndexState, RankQuery } from '../../../core/ports/store.ts'
import type { OuterIndex } from '../common/outer-index.ts'
import type { Proposals, Proposed } from './check-proposed.ts'
import type { Database, Sql } from './database.ts'
import { toFacts } from './dense-facts.ts'
import { feedNext } from './feed-index.ts'
import { beginFeed, measureOutbox, readFeed } from './outbox.ts'

/** An index that failed is not asked again for this long. */
const restMs = 5_000
const longestRestMs = 60_000
/** More than is wanted, for ties and rounding. */
const spare = 64
/** How many candidates are asked for when the index cannot apply the whole filter. */
const mostCandidates = 1_000

type Seen = { key: number; name: string; version: number; dimensions: number; chunks: number; isFed: boolean }

const countVectors = 'SELECT count(*) AS n FROM quire.vectors WHERE collection = ?'
const readSeen = `SELECT key, name, version, dimensions, chunks,
  NOT EXISTS (SELECT FROM quire.dense_outbox WHERE collection = collections.key) AS "isFed" FROM quire.collections`

/**
 * Searches that an index outside the database may answer, and the feeding of it. Every search first asks the database for
 * the versions of the collections (`learn`), and then also whether changes of them wait to be fed. The index is asked only
 * for collections of which none did, and its answer is used only if the collection still has that version when the search
 * reads the database: then the index had exactly its vectors.
 */
export type OuterReads = {
  /** From how many chunks on a collection is searched in it. */
  readonly from: number
  /** Inside a transaction that reads the collections. */
  learn(sql: Sql): Promise<void>
  /** Candidates of each collection that may be asked for; none of those that must be ranked in the database. */
  propose(query: RankQuery, signal: AbortSignal): Promise<Proposals>
  /** Feeds what waits, in the background. */
  kick(): void
  state(): Promise<OuterIndexState>
  /** Counts the vectors of every collection in the index, and says where they are not those of the database. */
  check(signal: AbortSignal): Promise<string[]>
  /** Begins anew with an empty index, and feeds it to the end. */
  rebuild(report: (waiting: number) => void, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

type Doors = {
  open(): Promise<Database>
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>
}

export function outerReads(index: OuterIndex, { open, read, write }: Doors): OuterReads {
  const closing = new AbortController()
  let feed: string | null = null
  let seen: ReadonlyMap<string, Seen> = new Map()
  /** Collections whose vectors were counted in the index by this process, since it last failed. */
  const counted = new Set<number>()
  let counting = false
  let feeding: Promise<void> | null = null
  let isAskedAgain = false
  let retry: NodeJS.Timeout | null = null
  let failures = 0
  let restUntil = 0
  let problem: string | null = null
  let used = 0
  const onUsed = () => {
    used += 1
  }

  function rest(error: unknown): void {
    if (closing.signal.aborted) return
    problem = error instanceof Error ? error.message : String(error)
    restUntil = performance.now() + restMs
    counted.clear()
  }

  async function feedAll(signal: AbortSignal): Promise<void> {
    const database = await open()
    if ((await database.read(readFeed)) === null) await write(sql => beginFeed(sql, null, newId()))
    while (await feedNext(database, index, signal)) {
      failures = 0
      problem = null
    }
  }

  function kick(): void {
    if (closing.signal.aborted || retry !== null) return
    if (feeding !== null) {
      isAskedAgain = true
      return
    }
    isAskedAgain = false
    feeding = feedAll(closing.signal)
      .catch(error => {
        rest(error)
        isAskedAgain = false
        retryLater()
      })
      .finally(() => {
        feeding = null
        if (isAskedAgain) kick()
      })
  }

  function retryLater(): void {
    if (closing.signal.aborted) return
    const inMs = Math.min(longestRestMs, restMs * 2 ** failures)
    failures += 1
    retry = setTimeout(() => {
      retry = null
      kick()
    }, inMs)
    retry.unref()
  }

  /**
   * Compares how many vectors the index has of a collection with how many there are, once: it may have lost what it had
   * acknowledged, or have been emptied. Then it is built anew.
   */
  async function count(collection: Seen, of: string): Promise<void> {
    const vectors = await countBoth(collection, of, closing.signal)
    if (vectors === null) return
    if (vectors.there >= vectors.here) {
      counted.add(collection.key)
      problem = null
    } else await beginAgain(of)
  }

  /** Null when the collection has changed meanwhile, or changes of it wait. */
  async function countBoth(
    { key, version, dimensions }: Seen,
    of: string,
    signal: AbortSignal,
  ): Promise<{ here: number; there: number } | null> {
    const there = await index.count({ feed: of, dimensions }, key, signal)
    return read(async sql => {
      const now = await sql.get<Seen>(`${readSeen} WHERE key = ?`, key)
      const row = await sql.get<{ n: number }>(countVectors, key)
      return now?.version === version && now.isFed && row !== undefined ? { here: row.n, there } : null
    })
  }

  async function beginAgain(former: string): Promise<void> {
    await write(sql => beginFeed(sql, former, newId()))
    counted.clear()
    seen = new Map()
    kick()
    await index.drop(former, closing.signal)
  }

  function countSoon(collection: Seen): void {
    if (counting || feed === null || closing.signal.aborted) return
    counting = true
    void count(collection, feed)
      .catch(rest)
      .finally(() => {
        counting = false
      })
  }

  async function ask(collection: Seen, query: RankQuery, signal: AbortSignal): Promise<Proposed | null> {
    const { dense, filter, limit } = query
    const wanted = toFacts(filter)
    if (dense === null || feed === null || wanted === null) return null
    const asked = wanted.isWhole ? limit + spare : Math.max(limit + spare, mostCandidates)
    if (asked > mostCandidates) return null
    const { key, dimensions, version } = collection
    const space = { feed, dimensions }
    const question = { collection: key, vector: dense.vector, facts: wanted.facts, limit: asked }
    return { version, onUsed, ...(await index.search(space, question, signal)) }
  }

  return {
    from: index.from,
    async learn(sql) {
      const rows = await sql.all<Seen>(readSeen)
      feed = await readFeed(sql)
      seen = new Map(rows.map(row => [row.name, row]))
      if (feed === null || rows.some(({ isFed }) => !isFed)) kick()
    },
    async propose(query, signal) {
      throwIfAborted(signal)
      const { dense, limit } = query
      if (dense === null || limit <= 0 || performance.now() < restUntil) return none
      const names = new Set(dense.collections)
      const large = query.collections.flatMap(name => {
        const known = names.has(name) ? seen.get(name) : undefined
        const isUsable =
          known?.isFed === true && known.chunks >= index.from && known.dimensions === dense.vector.length
        return isUsable ? [known] : []
      })
      for (const collection of large) if (!counted.has(collection.key)) countSoon(collection)
      try {
        const chosen = large.filter(({ key }) => counted.has(key))
        const proposals = await Promise.all(
          chosen.map(async one => [one.key, await ask(one, query, signal)] as const),
        )
        if (chosen.length > 0) problem = null
        return new Map(proposals.flatMap(([key, one]) => (one === null ? [] : [[key, one] as const])))
      } catch (error) {
        throwIfAborted(signal)
        rest(error)
        return none
      }
    },
    kick,
    async state() {
      const waiting = await read(measureOutbox)
      return { description: index.description, ...waiting, used, problem }
    },
    async check(signal) {
      const [of, rows] = await read(
        async sql => [await readFeed(sql), await sql.all<Seen>(readSeen)] as const,
      )
      const problems: string[] = []
      try {
        for (const row of rows) {
          const vectors = of === null ? null : await countBoth(row, of, signal)
          if (vectors !== null && vectors.here !== vectors.there)
            problems.push(`it has ${vectors.there} vectors of "${row.name}", which has ${vectors.here}`)
        }
        if (rows.length === 0) await index.count({ feed: of ?? '', dimensions: 1 }, 0, signal)
      } catch (error) {
        throwIfAborted(signal)
        problems.push(error instanceof Error ? error.message : String(error))
      }
      return problems
    },
    async rebuild(report, signal) {
      const former = await read(readFeed)
      await write(sql => beginFeed(sql, former, newId()))
      counted.clear()
      seen = new Map()
      if (former !== null) await index.drop(former, signal)
      const database = await open()
      for (;;) {
        throwIfAborted(signal)
        if (await feedNext(database, index, signal)) {
          report((await read(measureOutbox)).chunks)
          continue
        }
        // Another process may be feeding the rest.
        const { changes, chunks } = await read(measureOutbox)
        if (changes === 0) break
        report(chunks)
        await new Promise(resolve => setTimeout(resolve, 500))
      }
      restUntil = 0
      problem = null
    },
    async close() {
      closing.abort()
      if (retry !== null) clearTimeout(retry)
      await feeding
      await index.close()
    },
  }
}

const none: Proposals = new Map()

/** Identifies a feed in the index: several stores may use one server. */
function newId(): string {
  return randomBytes(8).toString('hex')
}
