import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'

const root = join(import.meta.dirname, '../../..')

/** Where Debian and others install Chromium. */
const places = [
  process.env.QUIRE_CRAWL_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const browserPath = places.find(path => path !== undefined && existsSync(path))
const isBuilt = existsSync(join(root, 'dist', 'page', 'index.html'))

/** Why the tests of the page cannot run here; null when they can. */
export const whyNoPage: string | null =
  browserPath === undefined
    ? 'no Chromium is installed (Debian: apt-get install chromium)'
    : isBuilt
      ? null
      : 'the page is not built (npm install or node scripts/build-page.ts builds it)'

let shared: Browser | null = null

/** One browser for all tests of a file; every test gets a window of its own. */
export async function openBrowser(): Promise<Browser> {
  shared ??= await chromium.launch({
    ...(browserPath === undefined ? {} : { executablePath: browserPath }),
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
    ],
  })
  return shared
}

export async function closeBrowser(): Promise<void> {
  await shared?.close()
  shared = null
}

/** Calls a tool as the page does. */
export async function callTool<Value>(url: string, tool: string, input: object): Promise<Value> {
  const body = JSON.stringify(input)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v1/${tool}`, { method: 'POST', headers, body })
  assert.equal(response.status, 200, await response.clone().text())
  // SAFETY: the caller names the type that the tool returns.
  return (await response.json()) as Value
}

/** `shelf` is an empty folder that the server may read. */
export type Server = { url: string; home: string; shelf: string }

/** Where a server's processes and files are removed. */
type Cleaning = { after(cleanup: () => unknown): void }

const samples = join(root, 'samples')

let sampled: Promise<string> | null = null

/** A home with the sample library, which is read once for all servers of a file. */
async function sampleHome(t: TestContext): Promise<string> {
  const home = await temporaryHome(t)
  await spawnQuire(t, ['ingest', samples, '--library', 'samples'], { home, cwd: root }).ended
  return home
}

/** A server with the sample library, as `npm start` leaves it. */
export async function startServer(cleaning: Cleaning, env: Record<string, string> = {}): Promise<Server> {
  // SAFETY: the helpers use a test's context only to clean up after it.
  const t = cleaning as unknown as TestContext
  const home = await temporaryHome(t)
  // The first server is open until the last test has ended, and so is the home that it asked for.
  sampled ??= sampleHome(t)
  await cp(await sampled, home, { recursive: true })
  const shelf = await temporaryHome(t)
  const graphs = { USE_KNOWLEDGE_GRAPH: 'true', USE_GRAPHITI: 'true' }
  const quire = spawnQuire(
    t,
    ['serve', '--port', '0', '--root', samples, '--root', shelf, '--fetch-allow', '127.0.0.1'],
    {
      home,
      env: { ...graphs, ...env },
    },
  )
  const [, url = ''] = await quire.until(/listens on (http:\S+)/)
  return { url, home, shelf }
}

/** A window, with what went wrong in it: errors of scripts, breaches of the content policy, requests to other hosts. */
export async function openWindow(
  t: TestContext,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; troubles: string[] }> {
  const context = await (await openBrowser()).newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  const page = await context.newPage()
  // A guard against waiting forever; a busy machine may need a minute.
  page.setDefaultTimeout(180_000)
  const troubles: string[] = []
  page.on('pageerror', error => troubles.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !/status of (401|40\d)/.test(message.text()))
      troubles.push(message.text())
  })
  page.on('request', request => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url()))
      troubles.push(`asked for ${request.url()}`)
  })
  t.after(() => context.close())
  return { page, troubles }
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
let axeSource: Promise<string> | null = null

type Axe = {
  run(place: Document, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Fails when axe finds a violation on the page as it is now, light or dark. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  // The content policy forbids scripts that are written into the page, so axe runs in a world of its own.
  if (!(await page.evaluate(() => 'axe' in window))) {
    axeSource ??= readFile(axePath, 'utf8')
    await page.evaluate(await axeSource)
  }
  assert.deepEqual(await violations(page, {}), [], what)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' })
  // The themes differ in their colours alone.
  const colours = { runOnly: ['color-contrast'] }
  assert.deepEqual(await violations(page, colours), [], `${what}, ${isDark ? 'light' : 'dark'}`)
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
}

function violations(page: Page, options: object): Promise<string[]> {
  return page.evaluate(async given => {
    // SAFETY: the script before has added axe to the window.
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...given })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(node => node.html)}`)
  }, options)
}
