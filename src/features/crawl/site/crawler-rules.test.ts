import assert from 'node:assert/strict'
import test from 'node:test'
import {
  collect,
  crawlerFor,
  describe,
  jumpingClock,
  openSite,
  page,
  requestFor,
  signal,
} from './test/crawl-fixtures.ts'

const plain = { discover: false }

test('robots.txt that is not there forbids nothing, one that cannot be read forbids everything', async context => {
  for (const [status, expected] of [
    [404, '/ page'],
    [403, '/ page'],
    [500, '/ skipped robots_unavailable'],
    [503, '/ skipped robots_unavailable'],
  ] as const) {
    const { origin } = await openSite(context, { '/robots.txt': { status }, '/': page('root') })
    const { events } = await collect(crawlerFor(context).crawl(requestFor(`${origin}/`, plain), signal))
    assert.deepEqual(events.map(describe), [expected], `${status}`)
  }
})

test('a robots.txt without end, or in place of which there is a page, is dealt with', async context => {
  const answers = {
    '/ skipped robots_unavailable': { type: 'text/plain', body: 'Disallow: /x\n'.repeat(100_000) },
    '/ page': { body: '<!DOCTYPE html><p>User-agent: *\nDisallow: /' },
  }
  for (const [expected, robots] of Object.entries(answers)) {
    const { origin } = await openSite(context, { '/robots.txt': robots, '/': page('root') })
    const { events } = await collect(crawlerFor(context).crawl(requestFor(`${origin}/`, plain), signal))
    assert.deepEqual(events.map(describe), [expected])
  }
})

test('a host that nobody answers for is a failure, said once a page and tried no more than needed', async context => {
  const resolved: string[] = []
  const visitor = crawlerFor(context, {
    resolveName: async name => {
      resolved.push(name)
      throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    },
  })
  const { events, report } = await collect(
    visitor.crawl(requestFor('http://nowhere.example/', plain), signal),
  )
  assert.deepEqual(events.map(describe), ['nowhere.example/ failed unavailable'])
  assert.deepEqual([resolved.length, report.requests, report.ended], [2, 2, 'done'])
})

test('the rules can be left aside, with robots meta elements and rel=nofollow', async context => {
  const { origin } = await openSite(context, {
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /' },
    '/': `${page('root')}<meta name="robots" content="none"><a rel="nofollow" href="/a">a</a>`,
    '/a': page('a'),
  })
  const kept = await collect(crawlerFor(context).crawl(requestFor(`${origin}/`, plain), signal))
  assert.deepEqual(kept.events.map(describe), ['/ skipped robots'])
  const left = await collect(
    crawlerFor(context).crawl(requestFor(`${origin}/`, { ...plain, respectRobots: false }), signal),
  )
  assert.deepEqual(left.events.map(describe), ['/ page', '/a page'])
})

test('Crawl-delay is kept between requests, up to a measure that is said', async context => {
  const { origin } = await openSite(context, {
    '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nCrawl-delay: 3600' },
    '/': page('root', '/a', '/b'),
    '/a': page('a'),
    '/b': page('b'),
  })
  const clock = jumpingClock()
  const visitor = crawlerFor(context, { clock, maxDelayMs: 20_000 })
  const { report } = await collect(visitor.crawl(requestFor(`${origin}/`, plain), signal))
  assert.equal(report.pages, 3)
  // One delay before each of three pages and before the probe for missing pages.
  assert.deepEqual(clock.waits, [20_000, 20_000, 20_000, 20_000])
  assert.match(report.warnings.join(), /asks for 3600 s between requests; the crawl waited 20 s/)
})

test('a delay that the caller wants is kept on any host', async context => {
  const { origin } = await openSite(context, { '/': page('root', '/a'), '/a': page('a') })
  const clock = jumpingClock()
  await collect(
    crawlerFor(context, { clock }).crawl(requestFor(`${origin}/`, { ...plain, delayMs: 500 }), signal),
  )
  assert.deepEqual(new Set(clock.waits), new Set([500]))
})

test('a busy host is asked again when it said, and less and less often when it did not', async context => {
  let asked = 0
  const { origin } = await openSite(context, {
    '/': () =>
      ++asked <= 3 ? { status: 503, headers: asked === 1 ? { 'retry-after': '7' } : {} } : page('root'),
  })
  const clock = jumpingClock()
  const visitor = crawlerFor(context, { clock, retry: { retries: 3, baseMs: 100, maxWaitMs: 10_000 } })
  const { events } = await collect(visitor.crawl(requestFor(`${origin}/`, plain), signal))
  assert.deepEqual(events.map(describe), ['/ page'])
  assert.deepEqual(clock.waits, [7_000, 200, 400])
})

test('a host that fails again and again is left alone', async context => {
  const paths = [...'abcdefghij'].map(letter => `/${letter}`)
  const { origin, asked } = await openSite(context, {
    '/': page('root', ...paths),
    ...Object.fromEntries(paths.map(path => [path, { status: 500 }])),
  })
  const visitor = crawlerFor(context, { maxHostFailures: 3, concurrency: 2 })
  const { events, report } = await collect(visitor.crawl(requestFor(`${origin}/`, plain), signal))
  const outcomes = events.slice(1).map(event => describe(event).slice(3))
  assert.deepEqual(outcomes, [
    ...Array(3).fill('failed unavailable'),
    ...Array(7).fill('skipped host_unavailable'),
  ])
  assert.ok(asked.length <= 7, `${asked}`)
  assert.match(report.warnings.join(), /failed 3 times in a row/)
})

test('limits of bytes, requests and time end a crawl with a report that says so', async context => {
  const letters = [...'abcdefghijklmnop']
  const { origin } = await openSite(context, {
    '/': page('root', ...letters.map(letter => `/${letter}`)),
    ...Object.fromEntries(letters.map(letter => [`/${letter}`, page(letter) + letter.repeat(1_000)])),
  })
  const ends = async (limit: Parameters<typeof requestFor>[1]) => {
    const { report } = await collect(
      crawlerFor(context).crawl(requestFor(`${origin}/`, { ...plain, ...limit }), signal),
    )
    assert.ok(report.waiting > 0)
    return report
  }
  const bytes = await ends({ maxBytes: 5_000, maxPageBytes: 2_000 })
  assert.ok(bytes.ended === 'max_bytes' && bytes.bytes <= 5_000 && bytes.pages >= 3, JSON.stringify(bytes))
  const requests = await ends({ maxRequests: 6 })
  assert.ok(requests.ended === 'max_requests' && requests.requests === 6, JSON.stringify(requests))
  const clock = jumpingClock()
  const visitor = crawlerFor(context, { clock })
  const { report } = await collect(visitor.crawl(requestFor(`${origin}/`, { maxMs: 1_000 }), signal))
  assert.equal(report.ended, 'max_ms')
})

test('where the start page leads elsewhere, the crawl goes along', async context => {
  const there = await openSite(context, { '/docs/': page('docs', '/docs/a'), '/docs/a': page('a') })
  const other = new URL(there.origin)
  const { origin } = await openSite(context, {
    '/': { status: 302, headers: { location: `${there.origin}/` } },
  })
  const viaRefresh = await openSite(context, {
    '/': `<meta http-equiv="refresh" content="0; URL='/docs/'">`,
    '/docs/': page('docs', 'a'),
    '/docs/a': page('a'),
  })
  const moved = await openSite(context, {
    '/': { status: 302, headers: { location: `${other.origin}/docs/` } },
  })
  const visit = async (start: string, options = {}) =>
    (
      await collect(crawlerFor(context).crawl(requestFor(start, { ...plain, ...options }), signal))
    ).events.map(describe)
  assert.deepEqual(await visit(`${moved.origin}/`), ['/ page', '/docs/a page'])
  assert.deepEqual(await visit(`${origin}/`), ['/ failed not_found'])
  assert.deepEqual(await visit(`${viaRefresh.origin}/`), [
    '/ skipped redirect',
    '/docs/ page',
    '/docs/a page',
  ])
  assert.deepEqual(await visit(`${viaRefresh.origin}/`, { scope: { kind: 'page' } }), [
    '/ skipped redirect',
    '/docs/ page',
  ])
})

test('a site that has Markdown gives Markdown, and one that refuses to choose is asked otherwise', async context => {
  const { origin } = await openSite(context, {
    '/': request =>
      request.headers.accept?.startsWith('text/markdown')
        ? { type: 'text/markdown', body: '# Root\n\n[next](next) `[no](never)`\n\n```\n[no](never)\n```\n' }
        : page('root'),
    '/next': request => (request.headers.accept === '*/*' ? page('next') : { status: 406 }),
  })
  const { events } = await collect(crawlerFor(context).crawl(requestFor(`${origin}/`, plain), signal))
  assert.deepEqual(events.map(describe), ['/ page', '/next page'])
  const [root] = events
  assert.ok(root?.kind === 'page')
  assert.deepEqual([root.page.title, root.page.raw.mediaType], ['Root', 'text/markdown'])
})

test('a crawl may start at a sitemap', async context => {
  const xml = (body: string) => ({ type: 'application/xml', body })
  const { origin } = await openSite(context, {
    '/sitemap.xml': xml('<sitemapindex><sitemap><loc>/part.xml</loc></sitemap></sitemapindex>'),
    '/part.xml': xml('<urlset><url><loc>/a</loc></url><url><loc>/data.xml</loc></url></urlset>'),
    '/a': page('a', '/empty'),
    '/data.xml': xml('<data/>'),
    '/empty': '',
  })
  const { events } = await collect(
    crawlerFor(context).crawl(requestFor(`${origin}/sitemap.xml`, plain), signal),
  )
  assert.deepEqual(events.map(describe), [
    '/sitemap.xml skipped listing',
    '/part.xml skipped listing',
    '/a page',
    '/data.xml skipped not_a_document',
    '/empty skipped not_a_document',
  ])
})

test('a page is given once, whatever its addresses', async context => {
  const words = Array.from({ length: 300 }, (_, index) => `w${(index * 37) % 211}`).join(' ')
  const print = `<link rel="canonical" href="/article"><p>${words} printed</p>`
  const { origin } = await openSite(context, {
    '/': page('root', '/article', '/print', '/lie', '/index.html', '/guide', '/guide.md', '/a/', '/a'),
    '/article': `<p>${words}</p>`,
    '/print': print,
    '/lie': `<link rel="canonical" href="/article">${page('something else entirely')}`,
    '/index.html': page(
      'root',
      '/article',
      '/print',
      '/lie',
      '/index.html',
      '/guide',
      '/guide.md',
      '/a/',
      '/a',
    ),
    '/guide': page('guide'),
    '/guide.md': { type: 'text/markdown', body: '# guide' },
    '/a/': page('a'),
    '/a': { status: 301, headers: { location: '/a/' } },
  })
  const { events } = await collect(crawlerFor(context).crawl(requestFor(`${origin}/`, plain), signal))
  assert.deepEqual(events.map(describe), [
    '/ page',
    '/article page',
    '/print skipped canonical',
    '/lie page',
    '/index.html skipped duplicate',
    '/guide page',
    '/guide.md skipped duplicate',
    '/a/ page',
  ])
})
