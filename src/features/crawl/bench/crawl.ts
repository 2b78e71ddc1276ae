/**
 * Serves a folder of HTML pages on loopback, crawls it twice without ingesting, and prints speed, size and the outcome of
 * every address; the second crawl uses what the first one recorded.
 * Usage: npm run measure -- crawl [folder] [--start index.html] [--pages 2000] [--show]
 */

import { existsSync, globSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serveFolder } from '../../../../bench/serve-folder.ts'
import { systemClock } from '../../../app/clock.ts'
import type { Crawler, CrawlReport, KnownPage } from '../../../core/ports/crawler.ts'
import { crawler } from '../site/crawler.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    start: { type: 'string', default: 'index.html' },
    pages: { type: 'string', default: '2000' },
    show: { type: 'boolean' },
  },
})
const folder = resolve(positionals[0] ?? '/usr/share/doc/python3-doc/html')

async function main(): Promise<void> {
  if (!existsSync(folder)) return console.log(`skipped: there is no folder ${folder}`)
  const files = globSync('**/*.html', { cwd: folder }).length
  const site = await serveFolder(await realpath(folder), 0)
  const visitor = crawler({
    fetchAllow: [new URL(site.origin).host],
    userAgent: 'quire-survey/1',
    clock: systemClock,
  })
  const known = new Map<string, KnownPage>()
  const start = `${site.origin}/${values.start}`
  console.log(`${folder}: ${files} HTML files`)
  for (const round of ['first', 'again']) {
    const before = process.cpuUsage()
    const report = await crawlOnce(visitor, start, known)
    const { user, system } = process.cpuUsage(before)
    const { heapUsed, rss } = process.memoryUsage()
    const seconds = report.ms / 1_000
    const visited = report.pages + report.unchanged
    console.log(
      `${round}: ${visited} pages in ${seconds.toFixed(1)} s, ${(visited / seconds).toFixed(0)} pages/s, ${(visited / ((user + system) / 1e6)).toFixed(0)} per CPU-second (server included), ${report.requests} requests, ${(report.bytes / 1e6).toFixed(1)} MB, heap ${mb(heapUsed)}, resident ${mb(rss)}`,
    )
    console.log(JSON.stringify({ ...report, ms: Math.round(report.ms) }))
  }
  await visitor.close()
  site.close()
}

async function crawlOnce(
  visitor: Crawler,
  start: string,
  known: Map<string, KnownPage>,
): Promise<CrawlReport> {
  const crawl = visitor.crawl(
    {
      start,
      scope: { kind: 'host' },
      maxDepth: 10,
      maxPages: Number(values.pages),
      maxBytes: 1e9,
      include: [],
      exclude: [],
      respectRobots: true,
      delayMs: null,
      discover: true,
      known: async url => known.get(url) ?? null,
    },
    new AbortController().signal,
  )
  for await (const event of crawl) {
    if (event.kind === 'report') {
      const started = performance.now()
      const state = JSON.stringify(crawl.state())
      const ms = (performance.now() - started).toFixed(1)
      console.log(`state: ${(state.length / 1e3).toFixed(0)} kB, written in ${ms} ms`)
      return event.report
    }
    if (event.kind === 'page') {
      const { finalUrl, etag, raw, contentHash, fingerprint, links } = event.page
      known.set(finalUrl, { etag, lastModified: raw.lastModified, contentHash, fingerprint, links })
    } else if (values.show === true && event.kind !== 'unchanged') console.log(JSON.stringify(event))
  }
  throw new Error('the crawl ended without a report')
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

await main()
