import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/app/eval/seeded-random.ts'
import { serveFolder } from './serve-folder.ts'

/**
 * Ingests 500 generated pages as a folder and as a web site, with the bundled model, and reports when the first passage
 * and the last one can be found by words, and when the last vector is made. Then kills an ingest with SIGKILL when a third
 * of its vectors is made, and lets the same command finish it. Times are seconds since the start, with the processor
 * seconds that the program had used by then, which depend less on what else the machine does.
 *
 *   --pages <number>     500 by default
 *   --checkout <folder>  another checkout to run, for comparison
 */
const { values: options } = parseArgs({
  options: {
    pages: { type: 'string', default: '500' },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
  },
})
const pages = Number(options.pages)
/** USER_HZ, which is 100 on every Linux. */
const ticksPerSecond = 100
const launcher = join(options.checkout, 'bin/quire.js')

/** Seconds since the start, and processor seconds of the program. */
type Moment = { seconds: number; cpu: number }

type Times = { first: Moment | null; all: Moment | null; vectors: Moment | null; end: Moment }

type Counts = { chunks: number; vectors: number }

const folder = await mkdtemp(join(tmpdir(), 'quire-found-'))
try {
  const site = join(folder, 'site')
  await writeSite(site)
  report('folder', await measure(['ingest', site]))
  const served = await serveFolder(site, 0)
  const crawl = ['crawl', `${served.origin}/index.html`, '--max-depth', '2', '--max-pages', String(pages + 1)]
  report('crawl', await measure([...crawl, '--fetch-allow', '127.0.0.1']))
  served.close()
  await measureKill(['ingest', site])
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(command: readonly string[]): Promise<Times> {
  const home = await mkdtemp(join(folder, 'home-'))
  const times: Omit<Times, 'end'> = { first: null, all: null, vectors: null }
  const { end, counts } = await run(command, home, ({ chunks, vectors }, moment) => {
    if (chunks > 0) times.first ??= moment
    if (chunks >= pages) times.all ??= moment
    times.vectors = vectors >= pages && vectors === chunks ? (times.vectors ?? moment) : null
    return 'continue'
  })
  if (counts.vectors !== counts.chunks || counts.chunks < pages)
    throw new Error(`${counts.vectors} vectors of ${counts.chunks} chunks`)
  return { ...times, end }
}

async function measureKill(command: readonly string[]): Promise<void> {
  const home = await mkdtemp(join(folder, 'home-'))
  const isFarEnough = ({ chunks, vectors }: Counts) => chunks >= pages && vectors > chunks / 3
  const killed = await run(command, home, counts => (isFarEnough(counts) ? 'kill' : 'continue'))
  const resumed = await run(command, home, () => 'continue')
  const { chunks, vectors } = resumed.counts
  if (vectors !== chunks || chunks !== killed.counts.chunks)
    throw new Error(`${vectors} vectors of ${chunks} chunks; ${killed.counts.chunks} before the kill`)
  console.log(
    `killed after ${show(killed.end)} with ${killed.counts.chunks} passages and ${killed.counts.vectors} vectors; the same command made the other ${vectors - killed.counts.vectors} in ${show(resumed.end)}`,
  )
}

/** Runs the program and calls `look` about 20 times a second with what the store then holds. */
async function run(
  command: readonly string[],
  home: string,
  look: (counts: Counts, moment: Moment) => 'continue' | 'kill',
): Promise<{ end: Moment; counts: Counts }> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [launcher, ...command, '--home', home, '--library', 'pages'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home },
  })
  let isRunning = true
  const ended = new Promise<void>(resolve => child.once('close', () => resolve())).then(() => {
    isRunning = false
  })
  let cpu = 0
  const database = join(home, 'quire.db')
  const moment = () => ({ seconds: (performance.now() - startedAt) / 1000, cpu })
  while (isRunning) {
    cpu = Math.max(cpu, await cpuSecondsOf(child.pid))
    if (look(count(database), moment()) === 'kill') child.kill('SIGKILL')
    await Promise.race([pause(50), ended])
  }
  return { end: moment(), counts: count(database) }
}

/** Processor seconds of a process and all processes below it that have not ended; 0 where /proc does not exist. */
async function cpuSecondsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0] = [fields[11], fields[12]].map(field => Number(field) / ticksPerSecond || 0)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  let sum = user + system
  for (const child of children.trim().split(' ').filter(Boolean)) sum += await cpuSecondsOf(Number(child))
  return sum
}

function count(path: string): Counts {
  if (!existsSync(path)) return { chunks: 0, vectors: 0 }
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: 2_000 })
    const one = (table: string) => Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n)
    const counts = { chunks: one('chunks'), vectors: one('vectors') }
    database.close()
    return counts
  } catch {
    // The program is creating the file.
    return { chunks: 0, vectors: 0 }
  }
}

function report(name: string, { first, all, vectors, end }: Times): void {
  console.log(
    `${name}: first passage found after ${show(first)}, all ${pages} pages after ${show(all)}, last vector after ${show(vectors ?? end)}, end ${show(end)}`,
  )
}

function show(moment: Moment | null): string {
  return moment === null ? '–' : `${moment.seconds.toFixed(1)} s (CPU ${moment.cpu.toFixed(1)} s)`
}

/** One index with links to all pages; each page is one passage of about 250 words, drawn from the documentation. */
async function writeSite(site: string): Promise<void> {
  await mkdir(site)
  const random = seededRandom(7)
  const text = await readFile(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
  const words = [...new Set(text.toLowerCase().match(/[a-z]{3,12}/g))]
  const names = Array.from({ length: pages }, (_, number) => `page-${number}.html`)
  for (const [number, name] of names.entries()) {
    const said = Array.from({ length: 250 }, () => random.pick(words)).join(' ')
    await writeFile(join(site, name), pageOf(`Page ${number}`, `<p>Page number ${number} says: ${said}.</p>`))
  }
  const links = names.map(name => `<li><a href="${name}">${name}</a></li>`).join('\n')
  await writeFile(join(site, 'index.html'), pageOf('Index', `<ul>${links}</ul>`))
}

function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}
