import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Crawler, CrawlState } from '../../core/ports/crawler.ts'
import type { CrawlAccess } from '../services.ts'
import type { SettingValues } from '../../app/config/settings.ts'
import { httpOptions } from '../../app/http-options.ts'
import { openOnce } from '../../core/contract/open-once.ts'

/** A state is written at most so often: of a killed crawl, no more than this is visited again. */
const saveEveryMs = 2_000

/** The crawler of this program; states of crawls lie in the home until they have ended. */
export function crawlAccess(
  values: SettingValues,
  context: { version: string; clock: Clock },
): CrawlAccess & { close(): Promise<void> } {
  const folder = join(values.home, 'crawls')
  const fileOf = (key: string) => join(folder, `${key}.json`)
  const savedAt = new Map<string, number>()

  async function open(): Promise<Crawler> {
    const { crawler } = await import('./site/crawler.ts')
    const { proxy, extraCaFile } = httpOptions(values)
    return crawler({
      fetchAllow: values['fetch.allow'],
      userAgent: values['fetch.user_agent'] ?? `quire-mcp/${context.version}`,
      clock: context.clock,
      browserPath: values['crawl.browser'],
      ...(proxy === undefined ? {} : { proxy }),
      ...(extraCaFile === undefined ? {} : { extraCaFile }),
    })
  }

  const opened = openOnce(open)
  return {
    open: opened.get,
    async loadState(key) {
      try {
        // SAFETY: the crawler refuses a state that is not its own.
        return JSON.parse(await readFile(fileOf(key), 'utf8')) as CrawlState
      } catch {
        // None, or one that was cut off while it was written: the crawl begins anew, and what is stored is skipped.
        return null
      }
    },
    async saveState(key, state) {
      const now = context.clock.elapsed()
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
