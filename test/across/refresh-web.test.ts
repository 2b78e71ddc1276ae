import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../contract/world.ts'
import { openSite, type Site } from '../support/site.ts'
import { slow } from '../support/slow.ts'

describe('refresh_source on the web', slow, () => {
  let world: World
  let site: Site
  before(async () => {
    world = await openWorld('library', { flags: ['--toolsets', 'all', '--fetch-allow', '127.0.0.1'] })
  })
  beforeEach(async () => {
    await site?.close()
    site = await openSite()
  })
  after(async () => {
    await world.close()
    await site.close()
  })

  test('D-REFRESH-4 a crawled page is asked for conditionally, replaced when it changed, removed when it is gone', async () => {
    const url = `${site.url}/pulp`
    await world.call('crawl_single_page', { url, library: 'page' })
    site.asked.length = 0
    assert.equal((await refresh(url)).unchanged, 1)
    assert.ok(site.asked.includes('GET /pulp if changed'), site.asked.join('\n'))
    site.pages.set('/pulp', (site.pages.get('/pulp') ?? '').replace('</main>', '<p>Now by steam.</p></main>'))
    assert.deepEqual(counts(await refresh(url, { dry_run: true })), { changed: 1 })
    assert.deepEqual(counts(await refresh(url)), { changed: 1 })
    const { results } = await world.call('search', { query: 'steam', library: 'page' })
    assert.match(results[0].content, /steam/)
    site.pages.delete('/pulp')
    assert.deepEqual(counts(await refresh(url, { dry_run: true })), { removed: 1 })
    assert.equal((await world.call('list_documents', { library: 'page' })).count, 1)
    assert.deepEqual(counts(await refresh(url)), { removed: 1 })
    assert.equal((await world.call('list_documents', { library: 'page' })).count, 0)
  })

  test('D-REFRESH-4 an address of ingest_url is fetched again, and removed only when it is gone', async () => {
    const url = `${site.url}/pulp`
    await world.call('ingest_url', { url, library: 'address', metadata: { shelf: 'blue' } })
    assert.deepEqual(counts(await refresh(url)), { unchanged: 1 })
    site.pages.set('/pulp', (site.pages.get('/pulp') ?? '').replace('</main>', '<p>Now by steam.</p></main>'))
    assert.deepEqual(counts(await refresh(url)), { changed: 1 })
    const [document] = (await world.call('list_documents', { library: 'address' })).documents
    assert.deepEqual(document.metadata, { shelf: 'blue' })
    site.pages.delete('/pulp')
    assert.deepEqual(counts(await refresh('address')), { removed: 1 })
  })

  test('D-REFRESH-4 a server that does not answer loses no page', async () => {
    const { url } = site
    await world.call('crawl_single_page', { url: `${url}/pulp`, library: 'silent' })
    await world.call('ingest_url', { url: `${url}/sizing`, library: 'silent' })
    await site.close()
    const answer = await refresh('silent')
    site = await openSite()
    assert.deepEqual(counts(answer), { failed: 2 })
    assert.equal((await world.call('list_documents', { library: 'silent' })).count, 2)
  })

  test('D-REFRESH-5 a crawled site is crawled again as it was: new, changed, unchanged and gone pages', async () => {
    const crawl = { url: `${site.url}/`, library: 'site', exclude: ['/deeper*'] }
    const { pages_crawled } = await world.call('crawl_deep', crawl)
    site.asked.length = 0
    assert.deepEqual(counts(await refresh(`${site.url}/`)), { unchanged: pages_crawled })
    const start = site.pages.get('/') ?? ''
    const added = start.replace('<h1>Paper</h1>', '<h1>Mills</h1>').replaceAll('Sheets', 'Mills')
    site.pages.set('/mills', added)
    site.pages.set('/', start.replace('</main>', '<a href="/mills">Mills</a></main>'))
    site.pages.delete('/sizing')
    const answer = await refresh(`${site.url}/`)
    assert.equal(answer.kind, 'site')
    assert.deepEqual(
      answer.results.map((row: Value) => [row.outcome, row.source.slice(site.url.length)]),
      [
        ['changed', '/'],
        ['added', '/mills'],
        ['removed', '/sizing'],
      ],
    )
    assert.ok(!site.asked.some(line => line.includes('/deeper')), 'what was excluded was asked for')
  })

  function counts(answer: Value): Record<string, number> {
    const names = 'added changed moved removed unchanged failed waiting unreachable'.split(' ')
    return Object.fromEntries(names.filter(name => answer[name] > 0).map(name => [name, answer[name]]))
  }

  async function refresh(source: string, more: object = {}): Promise<Value> {
    return world.call('refresh_source', { source, ...more })
  }
})
