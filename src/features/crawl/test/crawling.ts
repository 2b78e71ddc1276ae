import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import type { Site } from '../../../../test/support/site.ts'
import { findHits } from '../../../../test/support/stored.ts'

/** Promises about crawl_single_page and crawl_deep. */
export function testCrawling(world: () => World, site: () => Site): void {
  test('R-SINGLE-1 one page is fetched, searchable at once, and not again while it is unchanged', async () => {
    const { call, wired } = world()
    const first = await call('crawl_single_page', { url: `${site().url}/sizing`, library: 'single' })
    assert.deepEqual(
      [first.success, first.url, first.pages_crawled, first.document_ids.length, first.errors],
      [true, `${site().url}/sizing`, 1, 1, []],
    )
    assert.ok(first.chunks_created >= 1)
    const [hit] = await findHits(world(), 'gelatine sizing', 'single')
    const { title, source, metadata } = hit?.document ?? assert.fail('nothing was found')
    assert.deepEqual([title, source], ['Sizing', `${site().url}/sizing`])
    assert.deepEqual(
      [metadata.source_type, metadata.path, metadata.page_description, metadata.crawl_depth],
      ['web_crawl', '/sizing', 'About Sizing', 1],
    )
    assert.ok(Number(metadata.word_count) > 20)
    const again = await call('crawl_single_page', {
      url: `${site().url}/sizing#elsewhere`,
      library: 'single',
    })
    assert.deepEqual([again.pages_crawled, again.chunks_created], [1, 0])
    assert.deepEqual(again.document_ids, first.document_ids)
    const documents = await wired.engine.catalog.listDocuments({ collection: 'single', limit: 10, offset: 0 })
    assert.equal(documents.length, 1)
  })

  test('R-DEEP-1 a site is crawled level by level, within its domain and its robots.txt', async () => {
    const { call } = world()
    const shallow = await call('crawl_deep', { url: site().url, max_depth: 2, library: 'shallow' })
    assert.deepEqual([shallow.pages_crawled, shallow.success], [3, true])
    assert.ok(shallow.skipped.robots >= 1)
    const deep = await call('crawl_deep', { url: site().url, library: 'deep' })
    assert.equal(deep.pages_crawled, 4, 'three levels unless told otherwise')
    const titles = (await findHits(world(), 'paper', 'deep')).map(({ document }) => document.title)
    assert.deepEqual([...new Set(titles)].sort(), ['Deeper', 'Paper', 'Pulp', 'Sizing'])
    assert.ok(!site().asked.some(line => line.includes('/private/')))
  })

  test('R-DEEP-4 a preview lists the first addresses and stores nothing', async () => {
    const { url } = site()
    const preview = await world().call('crawl_deep', { url, preview: true, library: 'previewed' })
    assert.equal(preview.status, 'preview')
    assert.ok(preview.would_visit.length >= 3, JSON.stringify(preview))
    assert.equal(preview.would_visit_count, preview.would_visit.length)
    const collections = await world().wired.engine.catalog.listCollections()
    assert.ok(!collections.some(({ name }) => name === 'previewed'))
    const one = await world().call('crawl_deep', { url, preview: true, max_pages: 1 })
    assert.equal(one.would_visit_count, 1)
  })

  test('R-DEEP-2 crawled again, only what changed is written', async () => {
    const { call } = world()
    const url = site().url
    await call('crawl_deep', { url, library: 'again' })
    const before = site().pages.get('/pulp') ?? ''
    site().pages.set('/pulp', before.replace('water mills', 'wind mills and water mills'))
    const seen = site().asked.length
    const again = await call('crawl_deep', { url, library: 'again' })
    site().pages.set('/pulp', before)
    assert.deepEqual([again.pages_crawled, again.pages_unchanged], [4, 3])
    assert.ok(again.chunks_created >= 1)
    const asked = site()
      .asked.slice(seen)
      .filter(line => /GET \/(pulp|sizing|deeper)?( |$)/.test(line))
    assert.ok(
      asked.every(line => line.endsWith('if changed')),
      asked.join('\n'),
    )
    const [hit] = await findHits(world(), 'wind mills', 'again')
    assert.match(hit?.text ?? '', /wind mills/)
  })

  test('R-ERR-2 status_code is what the page’s server answered, and is left out where none answered', async () => {
    const { refuse } = world()
    for (const status of [401, 403, 404, 410, 451]) {
      site().statuses.set(`/answers-${status}`, status)
      for (const tool of ['crawl_single_page', 'crawl_deep']) {
        const { error } = await refuse(tool, { url: `${site().url}/answers-${status}`, library: 'statuses' })
        assert.deepEqual(
          [error.code, error.status_code, error.details.reason, error.details.http_status],
          ['HTTP_ERROR', status, 'NOTHING_CRAWLED', status],
        )
        assert.match(error.message, new RegExp(`HTTP ${status} fetching '.*/answers-${status}'`))
      }
    }
    const unanswered: [url: string, cause: string, says: RegExp][] = [
      ['http://127.0.0.2:9/', 'FORBIDDEN_ADDRESS', /private or local address/],
      ['http://127.0.0.1:1/', 'FETCH_FAILED', /cannot be fetched/],
    ]
    for (const [url, cause, says] of unanswered) {
      const { error } = await refuse('crawl_single_page', { url, library: 'statuses' })
      assert.deepEqual(
        [error.code, 'status_code' in error, error.details.cause, error.details.http_status],
        ['HTTP_ERROR', false, cause, null],
      )
      assert.match(error.message, says)
    }
  })

  test('R-DEEP-3 a dead link is reported with its address, its status and the page it was found on', async () => {
    const { call } = world()
    const { url, pages, statuses } = site()
    pages.set(
      '/hub',
      (pages.get('/sizing') ?? '').replace('Sizing</h1>', 'Hub</h1><a href="/was-here">W</a>'),
    )
    pages.set('/hub', `${pages.get('/hub')}<a href="/broken">B</a><a href="/pulp">P</a>`)
    statuses.set('/was-here', 410)
    statuses.set('/broken', 418)
    const found = await call('crawl_deep', { url: `${url}/hub`, library: 'hub', max_depth: 2 })
    assert.deepEqual(found.dead_links, [{ url: `${url}/was-here`, status_code: 410, found_on: `${url}/hub` }])
    assert.equal(found.skipped.not_found, 1)
    assert.equal(found.success, false)
    assert.deepEqual(
      found.errors.map((error: Value) => [error.url, error.status_code, error.found_on]),
      [[`${url}/broken`, 418, `${url}/hub`]],
    )
    pages.delete('/hub')
  })

  test('pages that need a browser are refused where there is none, with the way to get one', async () => {
    for (const tool of ['crawl_single_page', 'crawl_deep']) {
      const { error } = await world().refuse(tool, { url: site().url, library: 'rendered', render: true })
      assert.equal(error.details.reason, 'NO_BROWSER')
      assert.match(JSON.stringify(error), /there is no file \/nowhere\/chromium.*apt-get install chromium/)
    }
  })

  test('R-INPUT-1 R-ERR-1 what cannot be is refused field by field, in the contract’s envelope', async () => {
    const { refuse } = world()
    const wrong: [string, object, RegExp][] = [
      ['crawl_single_page', { url: 'ftp://example.org' }, /url: must start with http/],
      [
        'crawl_single_page',
        { url: 'http://x.example', chunk_size: 99 },
        /chunk_size: must be between 100 and 5000/,
      ],
      [
        'crawl_single_page',
        { url: 'http://x.example', chunk_overlap: 501 },
        /chunk_overlap: must be between 0 and 500/,
      ],
      [
        'crawl_single_page',
        { url: 'http://x.example', chunk_size: 100, chunk_overlap: 100 },
        /must be smaller than/,
      ],
      ['crawl_deep', { url: 'http://x.example', max_depth: 0 }, /max_depth: must be between 1 and 10/],
      ['crawl_deep', { url: 'http://x.example', max_depth: 11 }, /max_depth: must be between 1 and 10/],
    ]
    for (const [tool, input, message] of wrong) {
      const { error } = await refuse(tool, input)
      assert.deepEqual([error.code, error.status_code], ['VALIDATION_ERROR', 400])
      assert.match(error.message, message)
    }
    const { error } = await refuse('crawl_single_page', { url: `${site().url}/missing` })
    assert.equal(error.details.reason, 'NOTHING_CRAWLED')
    assert.match(error.message, /Nothing could be crawled/)
    const hidden = await refuse('crawl_single_page', { url: 'http://127.0.0.2:9/' })
    assert.match(JSON.stringify(hidden), /private|not allowed|--fetch-allow/)
  })
}
