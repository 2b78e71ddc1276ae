/**
 * Many callers on two servers over one PostgreSQL, with a cache in Redis: searches, listings, writes and deletions. Then,
 * under the same load, a server is killed, PostgreSQL is stopped and started, and Redis is cut. Every answer must be a
 * success or an error that can be repeated, and nothing that was acknowledged may be lost. Exit code 1 when it is.
 *   npm run measure -- load [--minutes 5] [--callers 50] [--pause 200] [--qdrant]
 * With --qdrant, vectors are in Qdrant too, and it is cut as well.
 * Vectors come from the `hash` embedder: what is measured is servers and database, not the model.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../../src/adapters/stores/index.ts'
import { systemClock } from '../../src/app/clock.ts'
import { percentile } from '../../src/app/eval/metrics.ts'
import { freePort, loadedServer, loadServices, postgresControl } from '../../test/support/loaded-servers.ts'
import { runSql } from '../../test/support/run-sql.ts'
import { kinds, type Load, library, type Outcome, startCallers } from './callers.ts'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    callers: { type: 'string', default: '50' },
    pause: { type: 'string', default: '200' },
    qdrant: { type: 'boolean', default: false },
  },
})
const steadyMs = Number(options.minutes) * 60_000
/** How long the load goes on after each fault. */
const afterFaultMs = Math.min(30_000, Math.max(10_000, steadyMs / 5))
const problems: string[] = []

const { postgres, redis, qdrant } = await loadServices({ withQdrant: options.qdrant })
const folder = await mkdtemp(join(tmpdir(), 'quire-load-'))
const missing = [postgres, redis, qdrant].find(service => service !== undefined && 'reason' in service)
if (missing !== undefined || 'reason' in postgres || 'reason' in redis || (qdrant && 'reason' in qdrant))
  console.error(`Skipped: ${missing && 'reason' in missing ? missing.reason : ''}`)
else
  try {
    await measure(postgres.url, { cache: redis, vectors: qdrant ?? null })
  } finally {
    await postgres.stop()
    await redis.stop()
    await qdrant?.stop()
    await rm(folder, { recursive: true, force: true })
  }

type Cut = { url: string; pid: number; key?: string }

async function measure(
  administration: string,
  { cache, vectors }: { cache: Cut; vectors: Cut | null },
): Promise<void> {
  await runSql(administration, 'CREATE DATABASE load')
  const store = new URL('load', administration).href
  const [row] = await runSql(administration, 'SHOW data_directory')
  const control = await postgresControl(String(row?.data_directory))
  const servers = await Promise.all(
    ['one', 'two'].map(async name =>
      loadedServer({ home: join(folder, name), port: await freePort(), store, cache: cache.url, vectors }),
    ),
  )
  const [first] = servers
  try {
    for (const server of servers) await server.start()
    await makeLibrary(first?.url ?? '')
    const calling = { callers: Number(options.callers), pauseMs: Number(options.pause) }
    const load = startCallers(
      servers.map(({ url }) => url),
      calling,
    )
    const phase = phases(load)
    await pause(steadyMs / 2)
    const middle = servers.map(server => server.memoryMb())
    await pause(steadyMs / 2)
    phase('without faults', { mayFail: false })
    const memory = servers.map((server, at) => `${middle[at]?.toFixed(0)} → ${server.memoryMb().toFixed(0)}`)
    console.log(`memory of the servers, half-way and at the end: ${memory.join(', ')} MB`)

    await first?.kill()
    await pause(afterFaultMs / 2)
    await first?.start()
    await pause(afterFaultMs / 2)
    phase('a server is killed, and started again after half of the time', { mayFail: true, mayCut: true })

    await control.stop()
    await pause(3_000)
    await control.start()
    await pause(afterFaultMs)
    phase('PostgreSQL is stopped, and started again after 3 s', { mayFail: true })

    kill(cache.pid, 'SIGKILL')
    await pause(afterFaultMs)
    phase('Redis is cut', { mayFail: false })

    if (vectors !== null) {
      kill(vectors.pid, 'SIGKILL')
      await pause(afterFaultMs)
      phase('Qdrant is cut', { mayFail: false })
    }
    await load.stop()
    await compare(load, store)
  } finally {
    for (const server of servers) await server.stop()
    await control.stop().catch(() => {})
  }
  for (const problem of problems) console.log(`PROBLEM ${problem}`)
  console.log(problems.length === 0 ? 'verdict: passed' : `verdict: failed (${problems.length})`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

/** Callers that search before anybody has written would be told that there is no library. */
async function makeLibrary(url: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/documents/ingest_content`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'The first note.', source: 'first.md', library }),
  })
  if (!response.ok) throw new Error(`The library cannot be made: ${await response.text()}`)
}

/** Prints what happened since the last call. */
function phases({ outcomes }: Load) {
  let from = 0
  let startedAt = performance.now()
  return (name: string, { mayFail, mayCut = false }: { mayFail: boolean; mayCut?: boolean }) => {
    const part = outcomes.slice(from)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(
      `\n${name}: ${part.length} calls in ${seconds.toFixed(0)} s [load ${loadavg()[0]?.toFixed(1)}]`,
    )
    for (const kind of kinds) console.log(`  ${kind}: ${describe(part.filter(one => one.kind === kind))}`)
    const failed = part.filter(({ state }) => state !== 'ok')
    const last = Math.max(...failed.map(({ at, ms }) => at + ms))
    if (failed.length > 0)
      console.log(`  last failed call ${((last - startedAt) / 1000).toFixed(1)} s after its begin`)
    for (const [says, count] of countBy(failed)) console.log(`  ${count} × ${says}`)
    const bad = failed.filter(({ state }) => state === 'wrong' || !mayFail || (state === 'cut' && !mayCut))
    if (bad.length > 0)
      problems.push(`${name}: ${bad.length} calls failed that may not, such as ${bad[0]?.says}`)
    from = outcomes.length
    startedAt = performance.now()
  }
}

function describe(part: readonly Outcome[]): string {
  const count = (state: Outcome['state']) => part.filter(one => one.state === state).length
  const ms = part.filter(({ state }) => state === 'ok').map(one => one.ms)
  const times =
    ms.length === 0 ? '' : `, p50 ${percentile(ms, 0.5).toFixed(0)} p95 ${percentile(ms, 0.95).toFixed(0)} ms`
  return `${count('ok')} ok, ${count('retriable')} retriable, ${count('cut')} cut, ${count('wrong')} wrong${times}`
}

function countBy(failed: readonly Outcome[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { state, says } of failed)
    counts.set(`${state}: ${says}`, (counts.get(`${state}: ${says}`) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1]).slice(0, 8)
}

/** Whether the store holds exactly what was acknowledged, and is sound. */
async function compare({ acknowledged, unsure }: Load, url: string): Promise<void> {
  const store = await openStore(url, { clock: systemClock })
  try {
    let compared = 0
    for (const [source, content] of acknowledged) {
      if (unsure.has(source)) continue
      compared++
      const found = await store.findDocument(library, source)
      if (content === null && found !== null) problems.push(`${source} was deleted and is there`)
      if (content === null) continue
      const document = found === null ? null : await store.readDocument(found.id)
      if (document?.markdown.trim() !== content) problems.push(`${source} was acknowledged and is not there`)
    }
    const [row] = await runSql(url, 'SELECT count(*) - count(DISTINCT source) AS twice FROM quire.documents')
    if (Number(row?.twice) > 0) problems.push(`${row?.twice} documents are there twice`)
    const check = await store.check(new AbortController().signal)
    problems.push(...check.problems)
    console.log(
      `\ncompared with the store: ${compared} acknowledged sources; ${unsure.size} without an answer; sound: ${check.ok}`,
    )
  } finally {
    await store.close()
  }
}
