import assert from 'node:assert/strict'
import test from 'node:test'
import type { CrawledPage } from '../../../../core/ports/crawler.ts'
import { collect, crawlerFor, describe, requestFor, signal } from '../../site/test/crawl-fixtures.ts'
import { siteName } from './hostile-pages.ts'
import { openHostileSite } from './hostile-site.ts'

const limits = { maxDepth: 6, maxPages: 200, maxBytes: 15_000_000, maxPageBytes: 400_000, maxRequests: 600 }

test('a crawl of a hostile site ends inside its limits with a report, and reaches nothing that is forbidden', async context => {
  const site = await openHostileSite(context)
  const visitor = crawlerFor(context, {
    fetchAllow: [`${siteName}:${site.port}`],
    resolveName: site.resolve,
    requestTimeoutMs: 2_500,
    traps: { dates: 3, numbers: 50, filters: 20 },
  })
  const scope = { kind: 'domain', domains: [], subdomains: [] } as const
  const request = requestFor(`${site.origin}/`, { ...limits, scope })
  const { events, report } = await collect(visitor.crawl(request, signal))
  const outcomes = new Set(events.map(describe))
  const pages = new Map(
    events.flatMap(event =>
      event.kind === 'page' ? [[new URL(event.page.url).pathname, event.page]] : [],
    ) as [string, CrawledPage][],
  )

  assert.equal(site.trespasses(), 0, 'a forbidden address was connected to')
  await fetch(`http://127.0.0.2:${site.port}/`)
  assert.equal(site.trespasses(), 1, 'and would have been counted')
  assert.equal([...site.asked.keys()].filter(path => path.startsWith('/secret')).length, 0)
  assert.ok(
    report.pages <= limits.maxPages &&
      report.requests <= limits.maxRequests &&
      report.bytes <= limits.maxBytes,
  )
  assert.equal(report.ended, 'max_pages')
  assert.equal([...site.asked.values()].reduce((sum, count) => sum + count, 0) <= limits.maxRequests, true)

  const expected = [
    '/loop/a page',
    '/loop/b page',
    '/redirect/self failed unavailable',
    '/redirect/file failed unavailable',
    '/redirect/forbidden failed forbidden',
    '/redirect/decimal failed forbidden',
    '/redirect/mapped failed forbidden',
    '/redirect/localhost failed forbidden',
    '/redirect/metadata failed forbidden',
    '/redirect/secret skipped robots',
    '/redirect/elsewhere skipped out_of_scope',
    '/refresh/forbidden skipped redirect',
    '/redirect/neighbour failed forbidden',
    '/redirect/rebinding failed forbidden',
    'rebind.site.test/ failed forbidden',
    'rebind.site.test/again failed forbidden',
    '/links page',
    '/charset/says-utf8 page',
    '/bomb skipped too_large',
    '/broken-gzip failed unavailable',
    '/drip failed timeout',
    '/huge skipped too_large',
    '/endless skipped too_large',
    '/reset failed unavailable',
    '/busy page',
    '/never failed rate_limited',
    '/nesting page',
    '/canonical/a page',
    '/canonical/b page',
    '/noindex skipped noindex',
    '/behind-noindex page',
    '/nofollow page',
    '/tag skipped noindex',
    '/based/leaf page',
    '/paper.pdf page',
    '/picture skipped not_a_document',
    '/secret/linked skipped robots',
    '/leaf/a skipped robots',
    '/gone/one skipped soft_404',
    '/gone/two skipped soft_404',
    '/chain/x failed unavailable',
    '/only-in-llms.md page',
    '/only-in-sitemap page',
    '/from-markdown page',
  ]
  const missing = expected.filter(line => !outcomes.has(line))
  assert.deepEqual(missing, [], [...outcomes].join('\n'))
  for (const never of ['/behind-nofollow', '/llms-full.txt page'])
    assert.ok(![...outcomes].some(line => line.startsWith(never)))

  const visits = (pattern: RegExp) => [...site.asked.keys()].filter(path => pattern.test(path)).length
  assert.equal(site.asked.get('/calendar'), 3, 'the calendar was cut off')
  assert.equal(report.skipped.trap, 2, 'the calendar and the folders that repeat')
  assert.equal(site.asked.get('/shop'), 1, 'one page, however many session ids')
  assert.ok(visits(/^\/deeper/) <= 3 && visits(/^\/same/) <= 2, 'loops were left')
  assert.equal(report.skipped.too_many_links, 5_000)
  assert.deepEqual(
    report.discovered.sitemaps.map(url => new URL(url).pathname),
    ['/index-of-sitemaps.xml', '/sitemap.xml.gz'],
  )
  assert.equal(new URL(report.discovered.llmsFullTxt ?? '').pathname, '/llms-full.txt')

  assert.equal(pages.get('/charset/says-utf8')?.title, 'Café crème')
  assert.equal(pages.get('/charset/says-latin1')?.title, 'Grüße')
  assert.equal(pages.get('/charset/says-latin1')?.raw.charset, 'utf-8')
  assert.equal(pages.get('/paper.pdf')?.raw.mediaType, 'application/pdf')
  assert.equal(pages.get('/busy')?.status, 200)
})
