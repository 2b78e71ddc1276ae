import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { percentile } from '../../src/app/eval/metrics.ts'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import { readTexts, type Texts } from '../speed/build-library.ts'
import type { Order, Reply } from './contestant-process.ts'
import { contestants, type Question, type Race, races } from './contestants.ts'
import { measureGrowth } from './growth.ts'
import { buildHome, withQuire } from './homes.ts'
import { findNearest, readPassages, writePassages } from './passages.ts'
import { compareProducts, type ProductFigures } from './products.ts'

/**
 * `npm run measure -- race`: the same passages, vectors and questions for Quire and its peers, which are installed into a
 * temporary folder. Each runs in a process of its own; every question is asked of all of them before the next one.
 * Writes docs/growth.svg, and the tables of docs/measured.md between their marks.
 *
 *   --data <folder>      the sets nfcorpus and cranfield in BEIR layout
 *   --chunks <number>    passages in the race, 100,000 by default
 *   --questions <number> questions per set, 20 by default
 *   --work <folder>      keeps installed peers and built libraries there, for the next run
 *   --only <parts>       of race, growth, products; all by default
 *   --engines <names>    of the race, separated by commas; the table is then printed and not written
 *   --sizes <numbers>    for the growth; 10000,100000,300000,1000000 by default
 */
const root = join(import.meta.dirname, '../..')
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '../shared/data/retrieval') },
    chunks: { type: 'string', default: '100000' },
    questions: { type: 'string', default: '20' },
    work: { type: 'string' },
    only: { type: 'string', default: 'race,growth,products' },
    engines: { type: 'string' },
    sizes: { type: 'string', default: '10000,100000,300000,1000000' },
  },
})
const seed = 20261117
/** At this many passages Orama needs more memory than a machine of 8 GB has. */
const mostForOrama = 20_000

type RaceFigures = {
  buildCpuS: number
  openCpuMs: number
  firstCpuMs: number
  rssMb: number
  p50: Partial<Record<Race, number>>
  p95: Partial<Record<Race, number>>
  recallAt10: number | null
}
type Outcome = RaceFigures | { problem: string }

const found = await readTexts(options.data)
if (found === null) {
  console.error(`Skipped: ${options.data} does not hold nfcorpus and cranfield. Name the folder with --data.`)
  process.exit(0)
}
const work = options.work ?? (await mkdtemp(join(tmpdir(), 'quire-race-')))
await mkdir(work, { recursive: true })
try {
  await runParts(found)
} finally {
  if (options.work === undefined) await rm(work, { recursive: true, force: true })
}

async function runParts(texts: Texts): Promise<void> {
  const parts = options.only.split(',')
  const questions = await drawQuestions(texts)
  if (parts.includes('race')) await writeTable('race', renderRace(await race(texts, questions)))
  if (parts.includes('products')) await writeTable('products', renderProducts(await compareProducts(work)))
  if (!parts.includes('growth')) return
  const sizes = options.sizes.split(',').map(Number)
  const growth = await measureGrowth({ sizes, texts, questions, work, plot: join(root, 'docs/growth.svg') })
  await writeTable('growth', growth)
}

/** Questions that people asked, with the vectors of the default model. */
async function drawQuestions(texts: Texts): Promise<Question[]> {
  const file = join(work, 'questions.json')
  if (!existsSync(file)) {
    const random = seededRandom(seed)
    const drawn = texts.questions.flatMap(list =>
      Array.from({ length: Number(options.questions) }, () => random.pick(list)),
    )
    const rows = await withQuire(join(work, 'empty'), async ({ parts }) => {
      const { signal } = new AbortController()
      const vectors: number[][] = []
      for (const text of drawn) vectors.push([...(await parts.embedder.embedQuery(text, signal))])
      return drawn.map((text, index) => ({ text, vector: vectors[index] ?? [] }))
    })
    await writeFile(file, JSON.stringify(rows))
  }
  const rows: { text: string; vector: number[] }[] = JSON.parse(await readFile(file, 'utf8'))
  return rows.map(({ text, vector }) => ({ text, vector: Float32Array.from(vector) }))
}

async function race(texts: Texts, questions: readonly Question[]): Promise<Record<string, Outcome>> {
  const peers = installPeers()
  const chunks = Number(options.chunks)
  const home = await buildHome({ work, chunks, texts })
  const passages = join(work, `passages-${chunks}`)
  if (!existsSync(`${passages}.f32`)) await writePassages(join(home, 'quire.db'), passages)
  const nearest = findNearest(
    await readPassages(passages),
    questions.map(({ vector }) => vector),
    10,
  )
  const outcomes: Record<string, Outcome> = {}
  const running: Runner[] = []
  for (const name of Object.keys(contestants).filter(isAsked)) {
    if (name === 'orama' && chunks > mostForOrama) {
      outcomes[name] = { problem: `keeps everything in memory; run it with --chunks ${mostForOrama}` }
      continue
    }
    const folder = name === 'quire' ? home : join(work, `${folderOf(name)}-${chunks}`)
    try {
      running.push(await enter({ name, folder, peers, passages }))
    } catch (error) {
      outcomes[name] = { problem: String(error).slice(0, 200) }
    }
  }
  try {
    for (const [number, question] of questions.entries())
      for (const which of races)
        for (const runner of running) await runner.ask(which, question, nearest[number] ?? [])
  } finally {
    for (const runner of running) outcomes[runner.name] = runner.finish()
  }
  return outcomes
}

function isAsked(engine: string): boolean {
  return options.engines?.split(',').includes(engine) ?? true
}

/** LanceDB searches the same table with and without its index. */
function folderOf(name: string): string {
  return name.startsWith('lancedb') ? 'lancedb' : name.replaceAll(/\W+/g, '-')
}

function installPeers(): string {
  const peers = join(work, 'peers')
  if (existsSync(join(peers, 'node_modules'))) return peers
  const packages = ['@lancedb/lancedb', 'apache-arrow', 'sqlite-vec', 'usearch', '@orama/orama']
  spawnSync('mkdir', ['-p', peers])
  spawnSync('npm', ['init', '-y'], { cwd: peers })
  note('installing the peers')
  spawnSync('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: peers, stdio: 'ignore' })
  return peers
}

type Runner = {
  name: string
  ask(race: Race, question: Question, nearest: readonly string[]): Promise<void>
  finish(): Outcome
}

async function enter(entry: {
  name: string
  folder: string
  peers: string
  passages: string
}): Promise<Runner> {
  const { name, folder, peers } = entry
  const isInMemory = name === 'orama'
  let buildCpuS = 0
  const start = () =>
    fork('./bench/race/contestant-process.ts', {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  const mark = join(folder, 'built')
  let child = start()
  if (isInMemory || (name !== 'quire' && !existsSync(mark))) {
    note(`building ${name}`)
    buildCpuS = (await tell(child, { kind: 'build', ...entry })).cpuMs / 1_000
    await writeFile(mark, String(buildCpuS))
    if (!isInMemory) {
      child.kill()
      child = start()
    }
  } else if (name !== 'quire') buildCpuS = Number(await readFile(mark, 'utf8'))
  note(`opening ${name}`)
  const opened = isInMemory ? null : await tell(child, { kind: 'open', name, folder, peers })
  const times = new Map<Race, number[]>()
  const recalls: number[] = []
  let first: number | null = null
  let rssMb = 0
  let problem: string | null = null
  return {
    name,
    async ask(which, { text, vector }, nearest) {
      if (problem !== null) return
      const reply = await tell(child, { kind: 'run', race: which, text, vector: [...vector] }).catch(
        error => {
          problem = String(error)
          return null
        },
      )
      if (reply === null || reply.ids === null) return
      first ??= reply.cpuMs
      rssMb = reply.rssMb
      const list = times.get(which) ?? []
      list.push(reply.cpuMs)
      times.set(which, list)
      if (which !== 'dense') return
      const ids = new Set(reply.ids.slice(0, nearest.length))
      recalls.push(nearest.filter(id => ids.has(id)).length / nearest.length)
    },
    finish() {
      child.kill()
      if (problem !== null) return { problem }
      const at = (share: number) =>
        Object.fromEntries([...times].map(([which, list]) => [which, percentile(list.slice(1), share)]))
      return {
        buildCpuS,
        openCpuMs: opened?.cpuMs ?? buildCpuS * 1_000,
        firstCpuMs: first ?? 0,
        rssMb,
        p50: at(0.5),
        p95: at(0.95),
        recallAt10:
          recalls.length === 0 ? null : recalls.reduce((sum, value) => sum + value, 0) / recalls.length,
      }
    },
  }
}

async function tell(child: ChildProcess, order: Order): Promise<Exclude<Reply, { error: string }>> {
  const waiting = new AbortController()
  const answered = once(child, 'message', { signal: waiting.signal })
  const ended = once(child, 'exit', { signal: waiting.signal }).then(() => [{ error: 'The process ended.' }])
  child.send(order)
  // SAFETY: the process sends replies only.
  const [reply] = (await Promise.race([answered, ended])) as [Reply]
  for (const left of [answered, ended]) left.catch(() => {})
  waiting.abort()
  if ('error' in reply) throw new Error(reply.error)
  return reply
}

function renderRace(outcomes: Record<string, Outcome>): string {
  const head = [
    'engine',
    ...races.map(name => `${name}, p50 (p95)`),
    'recall@10',
    'opening',
    'first query',
    'memory',
    'building',
    'data',
  ]
  const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1))
  const rows = Object.entries(outcomes).map(([name, outcome]) => {
    if ('problem' in outcome)
      return [name, `not run: ${outcome.problem}`, '', '', '', '', '', '', '', '', 'generated']
    const cells = races.map(which =>
      outcome.p50[which] === undefined ? '–' : `${ms(outcome.p50[which])} (${ms(outcome.p95[which])})`,
    )
    return [
      name,
      ...cells,
      outcome.recallAt10?.toFixed(3) ?? '–',
      `${(outcome.openCpuMs / 1_000).toFixed(2)} s`,
      `${ms(outcome.firstCpuMs)}`,
      `${outcome.rssMb.toFixed(0)} MB`,
      outcome.buildCpuS === 0 ? '–' : `${outcome.buildCpuS.toFixed(0)} s`,
      'generated',
    ]
  })
  return toTable(head, rows)
}

function renderProducts(figures: readonly ProductFigures[]): string {
  return toTable(
    ['product', 'right file first', 'among the first five', 'remarks', 'data'],
    figures.map(({ product, first, five, remark }) => [
      product,
      first === null ? '–' : `${first} of 20`,
      five === null ? '–' : `${five} of 20`,
      remark,
      'seen',
    ]),
  )
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Replaces what is between the marks `<!-- name -->` and `<!-- /name -->` of docs/measured.md. */
async function writeTable(name: string, table: string): Promise<void> {
  const path = join(root, 'docs/measured.md')
  const text = await readFile(path, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const from = text.indexOf(start)
  const until = text.indexOf(end)
  console.log(table)
  if (from === -1 || until === -1 || options.engines !== undefined) return
  await writeFile(path, `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(until)}`)
}

function note(message: string): void {
  console.error(`… ${message}`)
}
