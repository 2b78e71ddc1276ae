import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { openWorld, type World } from '../../../../test/contract/world.ts'
import { slow } from '../../../../test/support/slow.ts'
import { tinyPdf } from './ingest.ts'

/** Responses of the loopback web server, by path. */
const pages: Record<
  string,
  { status?: number; type?: string; body?: string | Buffer; headers?: Record<string, string> }
> = {
  '/page': {
    type: 'text/html; charset=utf-8',
    body: '<html><head><title>Site</title></head><body><main><h1>Papyrus</h1><p>Papyrus is laid in two layers.</p></main></body></html>',
    headers: { 'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT' },
  },
  '/report': { type: 'application/pdf', body: tinyPdf('Rolls were read column by column.') },
  '/moved': { status: 302, headers: { location: '/page' } },
  '/gone': { status: 404, body: 'no' },
}

describe('ingest_url', slow, () => {
  let web: Server
  let address: string
  let world: World
  before(async () => {
    web = createServer((request, response) => {
      const page = pages[request.url ?? ''] ?? { status: 404 }
      response.writeHead(page.status ?? 200, { 'content-type': page.type ?? 'text/plain', ...page.headers })
      response.end(page.body)
    })
    await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
    world = await openWorld('REST', {
      flags: ['--fetch-allow', '127.0.0.1', '--toolsets', 'documents'],
    })
  })
  after(async () => {
    await world.close()
    web.close()
  })

  test('D-URL-1 anything but http and https is refused', async () => {
    for (const url of ['ftp://example.org/a', 'file:///etc/passwd', 'example.org'])
      assert.match(await world.fail('ingest_url', { url }), /URL must start with http:\/\/ or https:\/\//)
  })

  test('D-URL-2 D-URL-3 a page is known by its address, with the header’s date, and skipped when unchanged', async () => {
    const first = await world.call('ingest_url', { url: `${address}/page`, library: 'web' })
    assert.equal(first.status, 'indexed')
    assert.equal(
      (await world.call('ingest_url', { url: `${address}/page`, library: 'web' })).status,
      'skipped',
    )
    assert.equal(
      (await world.call('ingest_url', { url: `${address}/page`, library: 'web2' })).status,
      'indexed',
    )
    const [hit] = (await world.call('search', { query: 'two layers', library: 'web' })).results
    assert.equal(hit.file_type, 'html')
    assert.equal(hit.last_modified, '2026-10-21T07:28:00+00:00')
    assert.equal(hit.source, `${address}/page`)
    assert.equal(hit.title, 'Papyrus')
  })

  test('D-URL-7 the ISO date of a fetched document finds it, however it is written or was stored', async () => {
    const { doc_id } = await world.call('ingest_url', { url: `${address}/page`, library: 'dated' })
    const find = async (filter: object, query = 'layers') =>
      (await world.call('search', { query, library: 'dated', filter })).results.map(
        (hit: { doc_id: string; last_modified: string }) => [hit.doc_id, hit.last_modified],
      )
    const spellings = [
      '2026-10-21T07:28:00+00:00',
      '2026-10-21T07:28:00Z',
      '2026-10-21T09:28:00+02:00',
      'Wed, 21 Oct 2026 07:28:00 GMT',
    ]
    const found = [[doc_id, '2026-10-21T07:28:00+00:00']]
    for (const last_modified of spellings) assert.deepEqual(await find({ last_modified }), found)
    assert.deepEqual(await find({ last_modified: '2026-10-21T07:28:01+00:00' }), [])

    // Only earlier versions of the SQLite store wrote dates in another form.
    if (!world.wired.engine.facts.store.startsWith('sqlite:')) return
    const file = new DatabaseSync(world.wired.engine.facts.store.replace(/^sqlite:/, ''))
    file
      .prepare('UPDATE documents SET last_modified = ? WHERE id = ?')
      .run('Wed, 21 Oct 2026 07:28:00 GMT', doc_id)
    file.close()
    // Another query, because results of the first are cached.
    for (const last_modified of spellings) assert.deepEqual(await find({ last_modified }, 'papyrus'), found)
  })

  test('D-URL-8 a fetched document has its real type, and the old filter "url" still finds it', async () => {
    const library = 'types'
    for (const path of ['/page', '/report'])
      await world.call('ingest_url', { url: `${address}${path}`, library })
    await world.call('ingest_content', { content: 'Papyrus, layers, columns.', source: 'own.md', library })
    const types = async (filter: object | null) =>
      (await world.call('search', { query: 'papyrus layers column', library, filter })).results
        .map(({ file_type }: { file_type: string }) => file_type)
        .sort()
    assert.deepEqual(await types(null), ['html', 'md', 'pdf'])
    assert.deepEqual(await types({ file_type: 'pdf' }), ['pdf'])
    assert.deepEqual(await types({ file_type: 'url' }), ['html', 'pdf'])
  })

  test('D-URL-4 errors of the web are reported as such', async () => {
    assert.match(await world.fail('ingest_url', { url: `${address}/gone` }), /HTTP 404 fetching '.*\/gone'/)
    assert.match(
      await world.fail('ingest_url', { url: 'http://127.0.0.1:1/none' }),
      /Network error fetching 'http:\/\/127\.0\.0\.1:1\/none'/,
    )
  })

  test('D-URL-5 a PDF at an address is read as a PDF', async () => {
    await world.call('ingest_url', { url: `${address}/report`, library: 'reports' })
    const [hit] = (await world.call('search', { query: 'column by column', library: 'reports' })).results
    assert.equal(hit.page, 1)
    assert.equal(hit.link, `${address}/report#page=1`)
    assert.match(hit.content, /Rolls were read/)
  })

  test('D-URL-6 redirects are followed', async () => {
    const { status, source } = await world.call('ingest_url', { url: `${address}/moved`, library: 'moved' })
    assert.equal(status, 'indexed')
    assert.equal(source, `${address}/moved`)
  })

  test("a private address that is not allowed is refused: 'FORBIDDEN_ADDRESS'", async () => {
    const error = await world.fail('ingest_url', { url: 'http://10.0.0.1/' })
    assert.match(error, /--fetch-allow/)
  })
})
