import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { BrowserContext, CDPSession, Frame, Request, Route } from 'playwright-core'
import { Failure } from '../../../core/model/failure.ts'

/** A file that a page requests. */
export type PagePart = {
  url: string
  /** Whether the main frame would navigate to it. */
  isNavigation: boolean
  kind: 'document' | 'script' | 'data' | 'other'
  method: string
  accept: string
}

export type PartAnswer = { status: number; headers: Record<string, string>; body: Uint8Array }

export type BrowserPage = {
  /** Opens the address; resolves once the document is parsed. */
  open(url: string): Promise<void>
  /** Returns the length of the document, measured while no script of it is running. */
  whenIdle(): Promise<number>
  /** Returns the current document, cut after `maxLength` characters. */
  read(maxLength: number): Promise<string>
  close(): Promise<void>
}

export type Browser = {
  /** Calls `answer` for every file that the page requests; null blocks the request. */
  newPage(answer: (part: PagePart) => Promise<PartAnswer | null>): Promise<BrowserPage>
  isOpen(): boolean
  close(): Promise<void>
}

/**
 * The browser has no network access: requests that bypass the interception (sockets, workers, preconnections) go to a
 * proxy that does not exist.
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

/** Starts the browser at `path`. Throws NO_BROWSER if it does not start. */
export async function openBrowser(path: string): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const isRoot = process.getuid?.() === 0
  const browser = await chromium
    .launch({
      executablePath: path,
      headless: true,
      // Chromium does not start with its sandbox as root.
      chromiumSandbox: !isRoot,
      args: [...withoutNetwork, '--mute-audio', '--disable-gpu', '--js-flags=--max-old-space-size=512'],
      handleSIGHUP: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      timeout: 30_000,
      // Our environment may hold keys, and the browser runs untrusted scripts.
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
      // The caller has its own timeout.
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

/** Evaluates in an isolated world, where the page's scripts cannot have changed built-in functions. */
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
  // A request without a frame belongs to a new window, which is closed at once.
  if (frame === null) return route.abort('blockedbyclient').catch(() => {})
  const part: PagePart = {
    url: request.url(),
    isNavigation: request.isNavigationRequest() && frame.parentFrame() === null,
    kind: kinds[request.resourceType()] ?? 'other',
    method: request.method(),
    accept: request.headers().accept ?? '*/*',
  }
  const given = await answer(part).catch(() => null)
  // Both calls fail if the page was closed meanwhile.
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

/** Where the usual installers put Chromium, Chrome and Edge. */
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

/**
 * Returns the path of the named browser, else of the first one that is installed. Throws NO_BROWSER if there is none.
 */
export function findBrowser(
  named: string | null,
  places: readonly string[] = usualPlaces[process.platform] ?? [],
): string {
  const found = (named === null ? places : [named]).find(path => existsSync(path))
  if (found !== undefined) return found
  throw noBrowser(named === null ? 'none is installed' : `there is no file ${named}`)
}

function noBrowser(reason: string, cause?: unknown): Failure {
  return new Failure('unavailable', 'NO_BROWSER', `Pages cannot be rendered in a browser: ${reason}.`, {
    hint: 'Install Chromium (Debian and Ubuntu: apt-get install chromium) or set the path of another browser with --crawl-browser (QUIRE_CRAWL_BROWSER). Without render, pages are read without running their scripts.',
    cause,
  })
}
