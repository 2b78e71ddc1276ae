/**
 * Runs `quire watch` on a folder whose files are changed, renamed and deleted at random, and compares its index with that of
 * a fresh ingest; then measures the cost of watching while nothing changes.
 * Usage: npm run measure -- watch [--files 1000] [--seconds 60] [--idle 30] [--pause 15] [--seed 5]
 */

import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { differingPaths, readIndex } from '../test/e2e/read-index.ts'
import { makeFolder, shakeFolder } from '../test/e2e/shake-folder.ts'
import { untilLevel } from '../test/e2e/until-level.ts'

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    idle: { type: 'string', default: '30' },
    pause: { type: 'string', default: '15' },
    seed: { type: 'string', default: '5' },
  },
})
const launcher = fileURLToPath(new URL('../../../../bin/quire.js', import.meta.url))
const base = realpathSync(mkdtempSync(join(tmpdir(), 'quire-watch-')))
const folder = join(base, 'notes')
const homes = { watched: join(base, 'watched'), fresh: join(base, 'fresh') }

async function main(): Promise<void> {
  mkdirSync(folder)
  const files = await makeFolder(folder, Number(values.files), Number(values.seed))
  const startedAt = performance.now()
  const args = ['watch', folder, '--library', 'notes', '--every', '15', '--json']
  const child = spawn(process.execPath, [launcher, ...args], { env: environment(homes.watched) })
  const pid = child.pid ?? 0
  const counts: Record<string, number> = {}
  let isWatching = false
  child.stderr.on('data', text => (isWatching ||= String(text).includes('Watching')))
  let rest = ''
  child.stdout.on('data', text => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { event } = JSON.parse(line)
      counts[event] = (counts[event] ?? 0) + 1
    }
  })
  while (!isWatching) await pause(50)
  print('first pass', { files: files.size, ms: Math.round(performance.now() - startedAt), cpuMs: cpuOf(pid) })

  const cpuBefore = cpuOf(pid)
  const ms = 1000 * Number(values.seconds)
  const done = await shakeFolder(folder, files, {
    seed: Number(values.seed),
    ms,
    pauseMs: Number(values.pause),
  })
  const settledMs = await untilLevel(homes.watched, folder, files, { withinMs: 120_000 })
  const deeds = Object.values(done).reduce((sum, count) => sum + count, 0)
  print('shaken', { deeds, ...done })
  print('followed', { settledMs: Math.round(settledMs), cpuMs: cpuOf(pid) - cpuBefore, ...counts })

  const idleMs = 1000 * Number(values.idle)
  // Files written in the last two seconds are read once more before their state is recorded.
  await pause(20_000)
  const cpuIdle = cpuOf(pid)
  await pause(idleMs)
  print('idle', {
    seconds: idleMs / 1000,
    looks: idleMs / 15_000,
    cpuMs: cpuOf(pid) - cpuIdle,
    files: files.size,
  })
  child.kill('SIGINT')
  await new Promise(resolve => child.on('close', resolve))

  const freshAt = performance.now()
  quire(homes.fresh, 'ingest', folder, '--library', 'notes')
  const freshMs = Math.round(performance.now() - freshAt)
  const [kept, fresh] = [await readIndex(homes.watched, folder), await readIndex(homes.fresh, folder)]
  const differing = differingPaths(kept, fresh)
  print('compared', { documents: kept.size, fresh: fresh.size, differing: differing.length, freshMs })
  print('doctor', { ok: JSON.parse(quire(homes.watched, 'doctor')).ok })
  if (differing.length > 0) process.exitCode = 1
}

function quire(home: string, ...args: string[]): string {
  return execFileSync(process.execPath, [launcher, ...args, '--json'], { env: environment(home) }).toString()
}

function environment(home: string) {
  return { PATH: process.env.PATH, HOME: home, QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash' }
}

/** User and system time of a process so far, in milliseconds (Linux). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function print(what: string, facts: Record<string, unknown>): void {
  console.log(`${what.padEnd(11)} ${JSON.stringify(facts)}`)
}

await main().finally(() => rmSync(base, { recursive: true, force: true }))
