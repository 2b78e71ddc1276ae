import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import { openOnce } from '../../core/contract/open-once.ts'
import type { OpeningHost } from '../../core/feature.ts'
import type { Crawler, CrawlState } from '../../core/ports/crawler.ts'
import type { CrawlAccess } from '../../core/ports/offers.ts'
import { knownPage } from './page-metadata.ts'
import type { settings } from './settings.ts'

/** The shortest time between two writes of a state; a killed crawl repeats at most this much work. */
const saveEveryMs = 2_000

/** Opens the crawler once, and keeps the states of unfinished crawls as files in the home folder. */
export function crawlAccess(host: OpeningHost<typeof settings>): CrawlAccess & { close(): Promise<void> } {
  const folder = join(host.server.home, 'crawls')
  const fileOf = (key: string) => join(folder, `${key}.json`)
  const savedAt = new Map<string, number>()

  async function open(): Promise<Crawler> {
    const { crawler } = await import('./site/crawler.ts')
    return crawler({ ...host.network, clock: host.clock, browserPath: host.settings['crawl.browser'] })
  }

  const opened = openOnce(open)
  return {
    open: opened.get,
    knownPage,
    async loadState(key) {
      try {
        // SAFETY: the crawler checks the shape of a state and throws INVALID_STATE if it is wrong.
        return JSON.parse(await readFile(fileOf(key), 'utf8')) as CrawlState
      } catch {
        // No file, or an unreadable one: the crawl starts again, and pages that are stored already are skipped.
        return null
      }
    },
    async saveState(key, state) {
      const now = host.clock.elapsed()
      if (now - (savedAt.get(key) ?? -saveEveryMs) < saveEveryMs) return
      savedAt.set(key, now)
      makeFolder(folder)
      await writeFile(`${fileOf(key)}.new`, JSON.stringify(state), { mode: 0o600 })
      await rename(`${fileOf(key)}.new`, fileOf(key))
    },
    async dropState(key) {
      savedAt.delete(key)
      await rm(fileOf(key), { force: true })
    },
    close: opened.close,
  }
}
