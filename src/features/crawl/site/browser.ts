import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { BrowserContext, CDPSession, Frame, Request, Route } from 'playwright-core'
import { Failure } from '../../../core/model/failure.ts'

/** A file that a page asks for. */
export type PagePart = {
  url: string
  /** Whether the page itself would be left for it. */
  isNavigation: boolean
  kind: 'document' | 'script' | 'data' | 'other'
  method: string
  accept: string
}

export type PartAnswer = { status: number; headers: Record<string, string>; body: Uint8Array }

export type BrowserPage = {
  /** Opens the address; resolves when its document is parsed. */
  open(url: string): Promise<void>
  /** How long the document is, told at a moment when no script of it is running. */
  whenIdle(): Promise<number>
  /** The document as it stands now, cut after so many characters. */
  read(maxLength: number): Promise<string>
  close(): Promise<void>
}

export type Browser = {
  /** Every file of the page is asked of `answer`; null refuses it. */
  newPage(answer: (part: PagePart) => Promise<PartAnswer | null>): Promise<BrowserPage>
  isOpen(): boolean
  close(): Promise<void>
}

/**
 * The browser has no network of its own: whatever a page gets past the interception of its requests (sockets, workers,
 * preconnections) ends at a proxy that does not exist.
 */
const withoutNetwork = [
  '--proxy-server=http://nowhere.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--no-pings',
]

/** The one door to the browser driver. */
export async function openBrowser(path: string): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const isRoot = process.getuid?.() === 0
  const browser = await chromium
    .launch({
      executablePath: path,
      headless: true,
      // Chromium refuses to start with its sandbox as root; for everyone else the sandbox stays.
      chromiumSandbox: !isRoot,
      args: [...withoutNetwork, '--mute-audio', '--disable-gpu', '--js-flags=--max-old-space-size=512'],
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: 30_000,
      // Keys in our environment are no business of a program that runs the scripts of strangers.
      ...(process.platform === 'linux' ? { env: { PATH: '/usr/bin:/bin', HOME: tmpdir() } } : {}),
    })
    .catch((error: unknown) => {
      const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      throw noBrowser(`${path} did not start (${first.slice(0, 200)})`, error)
    })
  return {
    isOpen: () => browser.isConnected(),
    close: () => browser.close(),
    async newPage(answer) {
      const context = await browser.newContext({
        serviceWorkers: 'block',
        acceptDownloads: false,
        ignoreHTTPSErrors: false,
        permissions: [],
      })
      await context.route(
        () => true,
        route => answerRoute(route, answer),
      )
      return pageOf(context)
    },
  }
}

async function pageOf(context: BrowserContext): Promise<BrowserPage> {
  const page = await context.newPage()
  context.on('page', other => void other.close().catch(() => {}))
  page.on('dialog', dialog => void dialog.dismiss().catch(() => {}))
  const session = await context.newCDPSession(page)
  return {
    async open(url) {
      // Those who wait have their own clock.
      await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 0 })
    },
    async whenIdle() {
      const length = await evaluate(session, whenIdle)
      return typeof length === 'number' ? length : 0
    },
    async read(maxLength) {
      const html = await evaluate(session, `document.documentElement.outerHTML.slice(0, ${maxLength})`)
      return typeof html === 'string' ? `<!doctype html>${html}` : ''
    },
    close: () => context.close(),
  }
}

const whenIdle = `new Promise(tell => requestIdleCallback(() => tell(document.documentElement.outerHTML.length)))`

/** In a world of its own, where the page's scripts have changed nothing. */
async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
  const { result } = await session.send('Runtime.evaluate', {
    contextId: world.executionContextId,
    expression,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value
}

const kinds: Readonly<Record<string, PagePart['kind']>> = {
  document: 'document',
  script: 'script',
  xhr: 'data',
  fetch: 'data',
}

async function answerRoute(
  route: Route,
  answer: (part: PagePart) => Promise<PartAnswer | null>,
): Promise<void> {
  const request = route.request()
  const frame = frameOf(request)
  // What has no frame yet is a window that is closed before it opens.
  if (frame === null) return route.abort('blockedbyclient').catch(() => {})
  const part: PagePart = {
    url: request.url(),
    isNavigation: request.isNavigationRequest() && frame.parentFrame() === null,
    kind: kinds[request.resourceType()] ?? 'other',
    method: request.method(),
    accept: request.headers().accept ?? '*/*',
  }
  const given = await answer(part).catch(() => null)
  // A page that was closed meanwhile has nobody left to answer.
  if (given === null) await route.abort('blockedbyclient').catch(() => {})
  else
    await route
      .fulfill({ status: given.status, headers: given.headers, body: Buffer.from(given.body) })
      .catch(() => {})
}

function frameOf(request: Request): Frame | null {
  try {
    return request.frame()
  } catch {
    return null
  }
}

/** Where Chromium and its kin are put by the usual installers. */
const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/microsoft-edge',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

/** The program to run pages in: the one that was named, else the first that is installed. */
export function findBrowser(
  named: string | null,
  places: readonly string[] = usualPlaces[process.platform] ?? [],
): string {
  const found = (named === null ? places : [named]).find(path => existsSync(path))
  if (found !== undefined) return found
  throw noBrowser(named === null ? 'none is installed' : `there is no file ${named}`)
}

function noBrowser(reason: string, cause?: unknown): Failure {
  return new Failure('unavailable', 'NO_BROWSER', `Pages cannot be run in a browser: ${reason}.`, {
    hint: 'Install Chromium (Debian and Ubuntu: apt-get install chromium) or name another with --crawl-browser (QUIRE_CRAWL_BROWSER). Without render, pages are read as they are sent.',
    cause,
  })
}
