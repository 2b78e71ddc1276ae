import assert from 'node:assert/strict'
import test from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import { failure } from './test/failure.ts'
import { readerFor, serve } from './test/web-fixtures.ts'

const { signal } = new AbortController()

test('a page is read with what the server says about it', async context => {
  let agent: string | undefined
  const port = await serve(context, (request, response) => {
    agent = request.headers['user-agent']
    response.writeHead(200, {
      'content-type': 'Text/HTML; charset="ISO-8859-1"',
      'last-modified': 'Tue, 01 Jul 2025 09:00:00 GMT',
    })
    response.end('<p>hi</p>')
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  assert.deepEqual(await reader.read(` HTTP://127.0.0.1:${port}/a/b%20c.html?q=1#part`, signal), {
    source: `http://127.0.0.1:${port}/a/b%20c.html?q=1`,
    name: 'b c.html',
    bytes: Buffer.from('<p>hi</p>'),
    mediaType: 'text/html',
    charset: 'iso-8859-1',
    lastModified: 'Tue, 01 Jul 2025 09:00:00 GMT',
    fileType: null,
  })
  assert.equal(agent, 'quire-test/1')
})

test('a name comes from Content-Disposition when it gives one, never with a path', async context => {
  const port = await serve(context, (request, response) => {
    response.setHeader('content-disposition', decodeURIComponent(request.url?.slice(2) ?? ''))
    response.end('x')
  })
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  const cases: [header: string, name: string][] = [
    ['attachment; filename="re\\"port.pdf"', 're"port.pdf'],
    ['attachment; filename=plain.pdf; size=3', 'plain.pdf'],
    [`attachment; filename="x.pdf"; filename*=UTF-8''%C3%A4.pdf`, 'ä.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['inline', '127.0.0.1'],
  ]
  for (const [header, name] of cases) {
    const raw = await reader.read(`http://127.0.0.1:${port}/?${encodeURIComponent(header)}`, signal)
    assert.equal(raw.name, name)
  }
})

test('an answer that is no success is named by its status', async context => {
  const port = await serve(context, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end('no'),
  )
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  for (const [status, kind] of [
    [404, 'not_found'],
    [410, 'not_found'],
    [403, 'unavailable'],
    [500, 'unavailable'],
    [304, 'unavailable'],
  ] as const) {
    const url = `http://127.0.0.1:${port}/${status}`
    await assert.rejects(reader.read(url, signal), error => {
      assert.ok(error instanceof Failure)
      assert.equal(error.message, `HTTP ${status} fetching '${url}'`)
      return failure('FETCH_FAILED', kind)(error)
    })
  }
})

test('a host that does not answer is a network error', async context => {
  const reader = readerFor(context, { fetchAllow: ['127.0.0.1'] })
  await assert.rejects(
    reader.read('http://127.0.0.1:1/', signal),
    failure('FETCH_FAILED', 'unavailable', /^Network error fetching 'http:\/\/127\.0\.0\.1:1\/'/),
  )
})
