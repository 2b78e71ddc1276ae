import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import test from 'node:test'
import type { KnownPage } from '../../../core/ports/crawler.ts'
import {
  type Answer,
  collect,
  crawlerFor,
  describe,
  openSite,
  page,
  requestFor,
  signal,
} from './test/crawl-fixtures.ts'

/** Crawls twice; the second crawl knows the pages of the first, changed by `forget`. */
async function crawlTwice(
  context: test.TestContext,
  site: { origin: string },
  forget: (known: KnownPage) => KnownPage = known => known,
) {
  const visitor = crawlerFor(context)
  const memory = new Map<string, KnownPage>()
  const known = async (url: string) => memory.get(url) ?? null
  const first = await collect(
    visitor.crawl(requestFor(`${site.origin}/`, { known, discover: false }), signal),
  )
  for (const event of first.events)
    if (event.kind === 'page') {
      const { finalUrl, etag, raw, contentHash, fingerprint, links } = event.page
      memory.set(finalUrl, forget({ etag, lastModified: raw.lastModified, contentHash, fingerprint, links }))
    }
  const second = await collect(
    visitor.crawl(requestFor(`${site.origin}/`, { known, discover: false }), signal),
  )
  return { first: first.events.map(describe), second: second.events.map(describe), report: second.report }
}

function withEtag(body: string): (request: IncomingMessage) => Answer {
  return request =>
    request.headers['if-none-match'] === '"v1"' ? { status: 304 } : { body, headers: { etag: '"v1"' } }
}

test('pages that the server calls unchanged are not sent again, and their links are still followed', async context => {
  const site = await openSite(context, {
    '/': withEtag(page('root', '/old', '/copy')),
    '/old': { status: 301, headers: { location: '/new' } },
    '/new': withEtag(page('new', '/deep')),
    '/copy': page('new', '/deep'),
    '/deep': withEtag(page('deep')),
  })
  const { first, second, report } = await crawlTwice(context, site)
  assert.deepEqual(first, ['/ page', '/old page', '/copy skipped duplicate', '/deep page'])
  assert.deepEqual(second, ['/ unchanged', '/old unchanged', '/copy skipped duplicate', '/deep unchanged'])
  assert.ok(report.bytes < 200, `${report.bytes}`)
})

test('without remembered links a page is fetched whole, and known by its bytes', async context => {
  const site = await openSite(context, { '/': withEtag(page('root', '/a')), '/a': withEtag(page('a')) })
  const { second } = await crawlTwice(context, site, known => ({ ...known, links: null }))
  assert.deepEqual(second, ['/ unchanged', '/a unchanged'])
})

test('Last-Modified serves where there is no ETag', async context => {
  const date = 'Mon, 01 Jan 2024 00:00:00 GMT'
  const site = await openSite(context, {
    '/': request =>
      request.headers['if-modified-since'] === date
        ? { status: 304 }
        : { body: page('root'), headers: { 'last-modified': date } },
  })
  const { second } = await crawlTwice(context, site)
  assert.deepEqual(second, ['/ unchanged'])
})

test('a changed page is given again', async context => {
  let version = 0
  const site = await openSite(context, { '/': () => page(`root ${version++}`) })
  const { second } = await crawlTwice(context, site)
  assert.deepEqual(second, ['/ page'])
})
