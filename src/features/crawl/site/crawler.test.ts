import assert from 'node:assert/strict'
import test from 'node:test'
import { failure } from '../../../adapters/sources/test/failure.ts'
import { serve } from '../../../adapters/sources/test/web-fixtures.ts'
import { systemClock } from '../../../app/clock.ts'
import type { CrawlEvent, CrawlState } from '../../../core/ports/crawler.ts'
import { collect, crawlerFor, describe, openSite, page, requestFor, signal } from './test/crawl-fixtures.ts'

const tree = {
  '/': page('root', '/a', '/b', '/c'),
  '/a': page('a', '/a/one', '/a/two', '/'),
  '/b': page('b', '/b/one', '/a'),
  '/c': page('c', '/missing'),
  '/a/one': page('a one', '/b/one'),
  '/a/two': page('a two', '/deep'),
  '/b/one': page('b one'),
  '/deep': page('deep'),
}
const inOrder = ['/', '/a', '/b', '/c', '/a/one', '/a/two', '/b/one', '/missing', '/deep']

test('pages come breadth first and in the same order however many requests run side by side', async context => {
  const { origin } = await openSite(context, tree)
  for (const concurrency of [1, 3, 10]) {
    const visitor = crawlerFor(context, { concurrency, concurrencyPerHost: concurrency })
    const { events, report } = await collect(visitor.crawl(requestFor(`${origin}/`), signal))
    assert.deepEqual(
      events.map(describe),
      inOrder.map(path => `${path} ${path === '/missing' ? 'skipped not_found' : 'page'}`),
    )
    assert.equal(report.ended, 'done')
    assert.deepEqual([report.pages, report.failed, report.skipped], [8, 0, { not_found: 1 }])
  }
})

test('a page tells where it came from and what it is', async context => {
  const head =
    '<html lang="en"><title> A  title </title><meta name="description" content="About."><meta property="og:site_name" content="Site"><meta name="keywords" content="x, y"><script type="application/ld+json">{"a":1}</script>'
  const { origin } = await openSite(context, {
    '/': page('root', '/p'),
    '/p': {
      body: `${head}<img src="i.png" alt="An image"><a href="https://other.example/">o</a>`,
      headers: { etag: '"1"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' },
    },
  })
  const { events } = await collect(crawlerFor(context).crawl(requestFor(`${origin}/#top`), signal))
  const found = events[1]
  assert.ok(found?.kind === 'page')
  const { raw, crawledAt, contentHash, fingerprint, ...rest } = found.page
  assert.deepEqual(rest, {
    url: `${origin}/p`,
    finalUrl: `${origin}/p`,
    canonicalUrl: `${origin}/p`,
    depth: 2,
    parentUrl: `${origin}/`,
    title: 'A title',
    etag: '"1"',
    status: 200,
    links: ['https://other.example/'],
    facts: {
      description: 'About.',
      language: 'en',
      keywords: ['x', 'y'],
      author: null,
      openGraph: { 'og:site_name': 'Site' },
      images: [{ url: `${origin}/i.png`, alt: 'An image' }],
      imageCount: 1,
      media: [],
      structuredData: ['{"a":1}'],
      linkCounts: { internal: 0, external: 1, total: 1 },
    },
  })
  assert.deepEqual(
    [raw.source, raw.mediaType, raw.lastModified],
    [`${origin}/p`, 'text/html', 'Mon, 01 Jan 2024 00:00:00 GMT'],
  )
  assert.match(contentHash, /^[\da-f]{64}$/)
  assert.ok(crawledAt !== '' && fingerprint !== '')
})

test('depth 1 and the scope of a page are the start page alone, without discovery', async context => {
  for (const limit of [{ maxDepth: 1 }, { scope: { kind: 'page' } as const }]) {
    const { origin, asked } = await openSite(context, tree)
    const { events } = await collect(crawlerFor(context).crawl(requestFor(`${origin}/`, limit), signal))
    assert.deepEqual(events.map(describe), ['/ page'])
    assert.deepEqual(asked, ['/robots.txt', '/'])
  }
})

test('limits of depth and pages are kept to the page', async context => {
  const { origin, asked } = await openSite(context, tree)
  const visitor = crawlerFor(context)
  const shallow = await collect(visitor.crawl(requestFor(`${origin}/`, { maxDepth: 2 }), signal))
  assert.deepEqual(shallow.events.map(describe), ['/ page', '/a page', '/b page', '/c page'])
  asked.length = 0
  const few = await collect(visitor.crawl(requestFor(`${origin}/`, { maxPages: 3, discover: false }), signal))
  assert.deepEqual([few.report.pages, few.report.ended], [3, 'max_pages'])
  assert.deepEqual(asked.filter(path => path in tree).toSorted(), ['/', '/a', '/b'])
})

test('patterns choose among links, but never against the start', async context => {
  const { origin } = await openSite(context, tree)
  const request = requestFor(`${origin}/`, { include: ['/a*', '/deep'], exclude: ['*/two'] })
  const { events, report } = await collect(crawlerFor(context).crawl(request, signal))
  assert.deepEqual(events.map(describe), ['/ page', '/a page', '/a/one page'])
  assert.equal(report.skipped.excluded, 4)
})

test('a crawl that was stopped goes on from its state, and nothing is lost or given twice', async context => {
  const { origin } = await openSite(context, tree)
  for (let stopAfter = 1; stopAfter < inOrder.length; stopAfter++) {
    const events: CrawlEvent[] = []
    const crawl = crawlerFor(context).crawl(requestFor(`${origin}/`), signal)
    let state: CrawlState | undefined
    for await (const event of crawl) {
      events.push(event)
      state = JSON.parse(JSON.stringify(crawl.state()))
      if (events.length === stopAfter) break
    }
    assert.ok(state)
    const rest = await collect(
      crawlerFor(context).crawl(requestFor(`${origin}/`, { resumeFrom: state }), signal),
    )
    assert.deepEqual(
      [...events, ...rest.events].map(event => describe(event).split(' ')[0]),
      inOrder,
      `stopped after ${stopAfter}`,
    )
    assert.equal(rest.report.pages, 8)
  }
})

test('who does not ask for more stops the crawl', async context => {
  const many = Array.from(
    { length: 200 },
    (_, index) => `/x${'abcdefghij'[index % 10]}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(index / 10)]}`,
  )
  const { origin, asked } = await openSite(context, {
    '/': page('root', ...many),
    ...Object.fromEntries(many.map(path => [path, page(path)])),
  })
  const crawl = crawlerFor(context, { concurrency: 4 }).crawl(
    requestFor(`${origin}/`, { discover: false }),
    signal,
  )
  let taken = 0
  for await (const _ of crawl) if (++taken === 10) break
  // robots.txt, the probe for missing pages, and as many pages ahead as may run in parallel.
  assert.ok(asked.length <= 10 + 4 + 2, `${asked.length}`)
})

test('an aborted signal ends the crawl at once with its Failure, and the state still answers', async context => {
  const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<void>()
  const port = await serve(context, (request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(page('root', '/stuck'))
    else if (request.url === '/stuck') tellAsked()
    else response.writeHead(404).end()
  })
  const controller = new AbortController()
  const crawl = crawlerFor(context).crawl(requestFor(`http://127.0.0.1:${port}/`), controller.signal)
  const events = crawl[Symbol.asyncIterator]()
  await events.next()
  const next = events.next()
  await isAsked
  controller.abort()
  await assert.rejects(next, failure('CANCELLED', 'cancelled'))
  assert.deepEqual(
    crawl.state().queue.map(({ url }) => new URL(url).pathname),
    ['/stuck'],
  )
})

test('what cannot be a start or a state is refused in words', async context => {
  const visitor = crawlerFor(context)
  for (const start of ['ftp://example.org/', 'example.org', '', 'http://user:secret@example.org/'])
    assert.throws(
      () => visitor.crawl(requestFor(start), signal),
      (error: Error) => {
        assert.ok(!error.message.includes('secret'))
        return failure('INVALID_URL', 'invalid')(error)
      },
    )
  const resumeFrom = { version: 2 } as unknown as CrawlState
  assert.throws(
    () => visitor.crawl(requestFor('http://example.org/', { resumeFrom }), signal),
    failure('INVALID_STATE', 'invalid'),
  )
})

test('a private start is a failure like any other, and nothing is sent', async context => {
  let connections = 0
  const port = await serve(context, () => void connections++)
  const visitor = crawlerFor(context, { fetchAllow: [], clock: systemClock })
  const { events, report } = await collect(visitor.crawl(requestFor(`http://127.0.0.1:${port}/`), signal))
  assert.deepEqual(events.map(describe), ['/ failed forbidden'])
  assert.deepEqual([report.pages, report.failed, connections], [0, 1, 0])
})
