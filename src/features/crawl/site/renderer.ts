import type { Clock } from '../../../core/ports/clock.ts'
import { type Browser, openBrowser } from './browser.ts'
import { findBrowser } from './find-browser.ts'
import { hostGate } from './host-gate.ts'
import { defaultRenderLimits, type RenderLimits, type RenderWork, renderPage } from './render-page.ts'
import type { Answer } from './transport.ts'

/** The browser as long as one crawl needs it. */
export type RenderLease = {
  render(work: Omit<RenderWork, 'limits' | 'clock'>, signal: AbortSignal): Promise<Answer>
  /** The last one to leave closes the browser. */
  release(): Promise<void>
}

/** One browser for all crawls that run pages, started by the first page and gone after the last crawl. */
export type Renderer = {
  lease(): RenderLease
  close(): Promise<void>
}

/** Each page is a process of its own with all its scripts: more at once would be taken from everything else. */
const pagesAtOnce = 2

export function renderer(options: {
  /** Null looks in the usual places. */
  browserPath: string | null
  clock: Clock
  limits?: Partial<RenderLimits>
}): Renderer {
  const { clock } = options
  const limits = { ...defaultRenderLimits, ...options.limits }
  const gate = hostGate(clock, { concurrency: pagesAtOnce, delayMs: 0 })
  let opened: Promise<Browser> | null = null
  let leases = 0

  function browser(): Promise<Browser> {
    const before = opened?.catch(() => null) ?? Promise.resolve(null)
    // A browser that crashed under a page is replaced for the next one.
    opened = before.then(open => (open?.isOpen() ? open : openBrowser(findBrowser(options.browserPath))))
    return opened
  }

  async function close(): Promise<void> {
    const last = opened
    opened = null
    await last?.then(open => open.close()).catch(() => {})
  }

  return {
    lease() {
      leases++
      let isHeld = true
      return {
        async render(work, signal) {
          const leave = await gate.enter(signal)
          try {
            return await renderPage(await browser(), { ...work, limits, clock }, signal)
          } finally {
            leave()
          }
        },
        async release() {
          if (!isHeld) return
          isHeld = false
          leases--
          if (leases === 0) await close()
        },
      }
    },
    close,
  }
}
