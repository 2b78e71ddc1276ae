import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../src/app/eval/seeded-random.ts'
import { serveFolder } from './serve-folder.ts'

/**
 * Ingests 500 generated pages as a folder and as a web site, with the bundled model, and reports when the first passage
 * and the last one can be found by words, and when the last vector is made.
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
const launcher = join(options.checkout, 'bin/quire.js')

type Times = { first: number; all: number; vectors: number; end: number }

const folder = await mkdtemp(join(tmpdir(), 'quire-found-'))
try {
  const site = join(folder, 'site')
  await writeSite(site)
  report('folder', await measure(['ingest', site]))
  const served = await serveFolder(site, 0)
  const crawl = ['crawl', `${served.origin}/index.html`, '--max-depth', '2', '--max-pages', String(pages + 1)]
  report('crawl', await measure([...crawl, '--fetch-allow', '127.0.0.1']))
  served.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function measure(command: readonly string[]): Promise<Times> {
  const home = await mkdtemp(join(folder, 'home-'))
  const startedAt = performance.now()
  const times = { first: Number.NaN, all: Number.NaN, vectors: Number.NaN }
  const child = spawn(process.execPath, [launcher, ...command, '--home', home, '--library', 'pages'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home },
  })
  let isRunning = true
  const ended = new Promise<void>(resolve => child.once('close', () => resolve())).then(() => {
    isRunning = false
  })
  while (isRunning) {
    const { chunks, vectors } = count(join(home, 'quire.db'))
    const now = performance.now() - startedAt
    if (chunks > 0 && Number.isNaN(times.first)) times.first = now
    if (chunks >= pages && Number.isNaN(times.all)) times.all = now
    if (vectors >= pages && vectors === chunks)
      times.vectors = Number.isNaN(times.vectors) ? now : times.vectors
    else times.vectors = Number.NaN
    await Promise.race([pause(50), ended])
  }
  const { chunks, vectors } = count(join(home, 'quire.db'))
  const end = performance.now() - startedAt
  if (vectors !== chunks || chunks < pages) throw new Error(`${vectors} vectors of ${chunks} chunks`)
  return { ...times, vectors: Number.isNaN(times.vectors) ? end : times.vectors, end }
}

function count(path: string): { chunks: number; vectors: number } {
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
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  console.log(
    `${name}: first passage found after ${seconds(first)}, all ${pages} pages after ${seconds(all)}, last vector after ${seconds(vectors)}, end ${seconds(end)}`,
  )
}

/** One index with links to all pages; each page is one passage of about 250 words. */
async function writeSite(site: string): Promise<void> {
  await mkdir(site)
  const random = seededRandom(7)
  const words = Array.from({ length: 3_000 }, (_, index) => `w${index.toString(36)}${'aeiou'[index % 5]}n`)
  const names = Array.from({ length: pages }, (_, number) => `page-${number}.html`)
  for (const [number, name] of names.entries()) {
    const text = Array.from({ length: 250 }, () => random.pick(words)).join(' ')
    await writeFile(join(site, name), pageOf(`Page ${number}`, `<p>Page number ${number} says: ${text}.</p>`))
  }
  const links = names.map(name => `<li><a href="${name}">${name}</a></li>`).join('\n')
  await writeFile(join(site, 'index.html'), pageOf('Index', `<ul>${links}</ul>`))
}

function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`
}
