/**
 * Measures the page in a real browser, each against the bare server in the same run:
 *   npm run measure -- page [--documents 100000] [--pages 600] [--only typing|table|pdf]
 * Prints sizes, first paint, typing against REST, scrolling of a large table, a long PDF, and the way from an empty home to
 * a marked quotation by clicks alone.
 */
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { sqliteStore } from '../../../src/adapters/stores/sqlite/sqlite-store.ts'
import { collection, never, stillClock, write } from '../../conformance/store-fixtures.ts'
import { launcher, temporaryHome } from '../cli/spawn-quire.ts'
import { closeBrowser, openBrowser, type Server, startServer, whyNoPage } from './browse.ts'
import { longPdf } from './long-pdf.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    pages: { type: 'string', default: '600' },
    only: { type: 'string' },
  },
})
const words =
  'paper fibre ink press sewing leather thread glue rag mould felt size board spine sheet gold'.split(' ')
/** Threads of Chromium that draw a page, when it has no graphics processor. */
const drawingThreads = ['Compositor', 'VizCompositorThread', 'CrGpuMain', 'ThreadPoolForegroundWorker']
const root = join(import.meta.dirname, '../../..')
const cleanups: (() => unknown)[] = []
const cleaning = { after: (cleanup: () => unknown) => cleanups.push(cleanup) }

if (whyNoPage !== null) throw new Error(whyNoPage)
try {
  printSizes()
  // With the usual model, as a person has it.
  if (isWanted('typing')) await measureTyping(await measureStart())
  if (isWanted('table')) await measureTable(await startServer(cleaning), Number(values.documents))
  if (isWanted('pdf')) await measurePdf(await startServer(cleaning), Number(values.pages))
} finally {
  await closeBrowser()
  for (const cleanup of cleanups.reverse()) await cleanup()
}

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part
}

function say(what: string, figure: string): void {
  console.log(`${what.padEnd(64)} ${figure}`)
}

function printSizes(): void {
  const folder = join(root, 'dist', 'page')
  const kB = (path: string) => statSync(join(folder, path)).size / 1000
  const first = [
    'index.html.gz',
    ...globSync('assets/{main,page}-*.gz', { cwd: folder }),
    'assets/icon.svg.gz',
  ]
  const rest = globSync('assets/*.js.gz', { cwd: folder }).filter(path => !path.includes('main-'))
  say('first load, compressed', `${first.reduce((sum, path) => sum + kB(path), 0).toFixed(1)} kB`)
  for (const path of rest) say(`  loaded when opened: ${path}`, `${kB(path).toFixed(1)} kB`)
  say(
    'views for agents, one file; compressed',
    `${kB('views.html').toFixed(0)}; ${kB('views.html.gz').toFixed(0)} kB`,
  )
}

/** From the start of the program on an empty home to the first marked quotation. Everything is clicked. */
async function measureStart(): Promise<{ url: string }> {
  // SAFETY: it uses a test's context only to clean up.
  const home = await temporaryHome(cleaning as never)
  const from = performance.now()
  const child = spawn(process.execPath, [launcher, 'start'], {
    env: { PATH: process.env.PATH, HOME: home, QUIRE_HOME: home, QUIRE_HTTP_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.on('close', () => reject(new Error(printed)))
    child.stdout.setEncoding('utf8').on('data', text => {
      printed += text
      const [, found] = /listens on (http:\S+)/.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const listening = performance.now()
  const page = await (await openBrowser()).newPage()
  await page.goto(url)
  await page.locator('.examples a').first().click()
  await page.locator('.hit').first().getByRole('link', { name: 'Open' }).click()
  await page.locator('.highlight').first().waitFor()
  const end = performance.now()
  await page.close()
  cleanups.push(() => child.kill())
  say('start on an empty home: address printed', `${((listening - from) / 1000).toFixed(1)} s`)
  say('  first quotation marked on its page, by clicks alone', `${((end - from) / 1000).toFixed(1)} s`)
  return { url }
}

/** Typing in the box until the hits are shown, and the same call without the page, in turns. */
async function measureTyping({ url }: { url: string }): Promise<void> {
  const page = await (await openBrowser()).newPage()
  await page.goto(url)
  await page.getByRole('searchbox').waitFor()
  const paints: number[] = []
  for (let round = 0; round < 5; round++) {
    const other = await (await (await openBrowser()).newContext()).newPage()
    await other.goto(url)
    await other.getByRole('searchbox').waitFor()
    paints.push(
      await other.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    )
    await other.context().close()
  }
  const [bare, shown]: [number[], number[]] = [[], []]
  for (const [at, word] of words.entries()) {
    const question = `${word} ${words[(at * 7 + 3) % words.length]}`
    // No question is asked twice: the server would answer the second from its cache.
    for (const [one, other] of [
      ['of', 'in'],
      ['to', 'as'],
      ['by', 'on'],
    ]) {
      bare.push(await page.evaluate(callBare, `${question} ${one}`))
      shown.push(await page.evaluate(typeAndWait, `${question} ${other}`))
    }
  }
  await page.close()
  say('first contentful paint, median of 5', `${median(paints).toFixed(0)} ms`)
  say(
    `typing until all twelve hits are shown, median of ${shown.length}; bare REST call; ratio`,
    `${median(shown).toFixed(0)} ms; ${median(bare).toFixed(0)} ms; ${(median(shown) / median(bare)).toFixed(2)}`,
  )
}

async function callBare(question: string): Promise<number> {
  const from = performance.now()
  const body = JSON.stringify({ query: question, top_k: 12, explain: true, library: null, since: null })
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' }
  await (await fetch('/api/v1/documents/search', { method: 'POST', headers, body })).json()
  return performance.now() - from
}

/** Types as a person: one event of the box, and then the list has changed. */
async function typeAndWait(question: string): Promise<number> {
  const box = document.querySelector<HTMLInputElement>('.search-box')
  const place = document.querySelector('.search-screen')
  if (box === null || place === null) throw new Error('no box')
  const from = performance.now()
  box.value = question
  box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await new Promise<void>(resolve => {
    const watcher = new MutationObserver(() => {
      if (place.querySelector('[data-answers]')?.getAttribute('data-answers') !== question.trim()) return
      watcher.disconnect()
      resolve()
    })
    watcher.observe(place, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  return performance.now() - from
}

/** Scrolls a table of many documents by small steps and by jumps. */
async function measureTable({ url, home }: Server, documents: number): Promise<void> {
  const store = await sqliteStore({ path: join(home, 'quire.db'), clock: stillClock })
  await store.ensureCollection(collection('large'))
  for (let from = 0; from < documents; from += 2_000)
    await store.putDocuments(
      Array.from({ length: Math.min(2_000, documents - from) }, (_, at) => {
        const name = `note-${String(((from + at) * 7919) % documents).padStart(6, '0')}`
        return write({
          collection: 'large',
          source: `${name}.md`,
          title: name,
          chunks: [{ text: `sheet ${name}` }],
        })
      }),
      never,
    )
  await store.close()
  const page = await (await openBrowser()).newPage({ viewport: { width: 1200, height: 900 } })
  await page.goto(`${url}/library/large?sort=title`)
  await page.locator('.document .cell-title').first().waitFor()
  const frames = await page.evaluate(scroll)
  const work = await traceScrolling(page)
  const floor = await (await openBrowser()).newPage({ viewport: { width: 1200, height: 900 } })
  await floor.setContent('<div style="height: 4000000px">floor</div>')
  const floorFrames = await floor.evaluate(scroll)
  const floorWork = await traceScrolling(floor)
  await floor.close()
  const long = frames.filter(ms => ms > 50)
  say(
    `table of ${documents} documents, scrolled by title: frames; longest; over 50 ms`,
    `${frames.length}; ${Math.max(...frames).toFixed(0)} ms; ${long.length}`,
  )
  say(
    '  a page with one element, the same steps: longest; over 50 ms',
    `${Math.max(...floorFrames).toFixed(0)} ms; ${floorFrames.filter(ms => ms > 50).length}`,
  )
  say(
    '  processor time: longest task of the page; a frame: page; drawing',
    `${work.longestMs.toFixed(1)} ms; ${work.pageMs.toFixed(1)} ms; ${work.drawingMs.toFixed(1)} ms`,
  )
  say(
    '  the same for the page with one element',
    `${floorWork.longestMs.toFixed(1)} ms; ${floorWork.pageMs.toFixed(1)} ms; ${floorWork.drawingMs.toFixed(1)} ms`,
  )
  for (const sort of ['newest', 'title', 'format']) {
    const body = JSON.stringify({ library: 'large', limit: 200, offset: Math.floor(documents / 2), sort })
    const headers = { 'Content-Type': 'application/json' }
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const from = performance.now()
      await (await fetch(`${url}/api/v1/documents/list_documents`, { method: 'POST', headers, body })).json()
      times.push(performance.now() - from)
    }
    say(`  200 rows from the middle, by ${sort}, median of 5`, `${median(times).toFixed(0)} ms`)
  }
  await page.close()
}

/** Processor time: the longest task of the page, and of all frames the mean in the page and in all threads that draw. */
type Work = { longestMs: number; pageMs: number; drawingMs: number }

/** Scrolls again from the top, with a trace: it counts processor time, which other work on the machine does not change. */
async function traceScrolling(page: Page): Promise<Work> {
  await page.evaluate(() => window.scrollTo(0, 0))
  const browser = await openBrowser()
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  const frames = await page.evaluate(scroll)
  return workOf((await browser.stopTracing()).toString(), frames.length)
}

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number; args?: { name?: string } }

function workOf(trace: string, frames: number): Work {
  // SAFETY: the format of Chromium's traces.
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const names = new Map(
    traceEvents
      .filter(({ name }) => name === 'thread_name')
      .map(({ pid, tid, args }) => [`${pid} ${tid}`, args?.name]),
  )
  const tasks = traceEvents
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map(({ pid, tid, tdur = 0 }) => ({ thread: names.get(`${pid} ${tid}`) ?? '', ms: tdur / 1000 }))
  const inPage = tasks.filter(({ thread }) => thread === 'CrRendererMain').map(({ ms }) => ms)
  const drawing = tasks.filter(({ thread }) => drawingThreads.includes(thread)).map(({ ms }) => ms)
  if (inPage.length === 0) throw new Error('The trace has no tasks of the page.')
  return {
    longestMs: Math.max(...inPage),
    pageMs: sum(inPage) / frames,
    drawingMs: sum(drawing) / frames,
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Time between frames while the page scrolls for some seconds. */
async function scroll(): Promise<number[]> {
  const frames: number[] = []
  let last = performance.now()
  for (let step = 0; step < 400; step++) {
    window.scrollBy(0, step % 50 === 49 ? 400_000 : 180)
    const now = await new Promise<number>(requestAnimationFrame)
    const time = performance.now()
    if (step > 1) frames.push(time - last)
    last = time
    if (now === 0) break
  }
  return frames
}

async function measurePdf({ url }: Server, pages: number): Promise<void> {
  const form = new FormData()
  form.set('library', 'long')
  form.set('file', new File([longPdf(pages)], 'long.pdf', { type: 'application/pdf' }))
  const upload = await fetch(`${url}/upload`, { method: 'POST', body: form })
  // SAFETY: as /openapi.json says.
  const { doc_id } = (await upload.json()) as { doc_id: string }
  const page = await (await openBrowser()).newPage({ viewport: { width: 1200, height: 900 } })
  const loaded = countBytes(page)
  const wanted = Math.round((pages * 2) / 3)
  const from = performance.now()
  await page.goto(`${url}/read/${doc_id}?page=${wanted}`)
  const picture = page.locator(`.page[data-page="${wanted}"] img`)
  await picture.waitFor()
  await page.waitForFunction(
    image => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
    await picture.elementHandle(),
  )
  const ms = performance.now() - from
  await page.waitForLoadState('networkidle')
  say(
    `PDF of ${pages} pages opened at page ${wanted}: picture; pages drawn; kB loaded`,
    `${ms.toFixed(0)} ms; ${loaded.pictures} of ${pages}; ${(loaded.bytes / 1000).toFixed(0)}`,
  )
  await page.close()
}

function countBytes(page: Page): { pictures: number; bytes: number } {
  const loaded = { pictures: 0, bytes: 0 }
  page.on('response', async response => {
    if (response.url().includes('.png')) loaded.pictures += 1
    loaded.bytes += (await response.body().catch(() => Buffer.alloc(0))).length
  })
  return loaded
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
