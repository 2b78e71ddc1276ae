import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { HttpClient } from '../../../adapters/net/http.ts'
import { apiServer } from '../test/corpus/api-server.ts'
import { book, everything, file, idle, start } from './test/api-fixtures.ts'
import { zoteroApi } from './zotero-api.ts'

test('a file is fetched where the server sends us, and no other host ever gets the key', async context => {
  const storage = await apiServer({ version: 0, items: [], collections: [] })
  context.after(() => storage.close())
  storage.script.push(() => ({ status: 200, headers: { 'Last-Modified': 'yesterday' }, body: '%PDF-1.4' }))
  const { api } = await start(context, {
    items: [book('BOOK0001'), file('FILE0001', 'BOOK0001')],
    files: { FILE0001: { status: 302, headers: { Location: `${storage.url}/bucket/x.pdf?signature=1` } } },
  })
  const [item] = await api.listItems(everything, idle)
  const [attachment] = item?.attachments ?? []
  assert.ok(attachment)
  const read = await api.readAttachment(attachment, idle)
  assert.equal(Buffer.from(read.bytes).toString(), '%PDF-1.4')
  assert.deepEqual([read.origin, read.name, read.source], ['web', 'FILE0001.pdf', attachment.uri])
  assert.equal(storage.seen.length, 1)
  assert.equal(storage.seen[0]?.headers['zotero-api-key'], undefined)
})

test('a file the server does not have, and one it sends to this computer’s disk, are refused', async context => {
  const { api } = await start(context, {
    items: [book('BOOK0001'), file('FILE0001', 'BOOK0001')],
    files: { FILE0001: { status: 302, headers: { Location: 'file:///etc/passwd' } } },
  })
  const [item] = await api.listItems(everything, idle)
  const [attachment] = item?.attachments ?? []
  assert.ok(attachment)
  await assert.rejects(api.readAttachment(attachment, idle), { code: 'ATTACHMENT_NOT_FOUND' })
  const unknown = { ...attachment, key: 'FILE0009' }
  await assert.rejects(api.readAttachment(unknown, idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    message: /FILE0001\.pdf/,
  })
})

test('the running Zotero points to its files, which are read from the disk', async context => {
  const place = mkdtempSync(join(tmpdir(), 'quire-zotero-api-'))
  context.after(() => rmSync(place, { recursive: true, force: true }))
  writeFileSync(join(place, 'ä b.pdf'), 'local bytes')
  const location = pathToFileURL(join(place, 'ä b.pdf')).href
  const { api, clock } = await start(
    context,
    {
      items: [book('BOOK0001'), file('FILE0001', 'BOOK0001', {}, { links: {} } as never)],
      files: { FILE0001: { status: 302, headers: { Location: location } } },
    },
    { kind: 'local', apiKey: null },
  )
  const [item] = await api.listItems(everything, idle)
  const [attachment] = item?.attachments ?? []
  assert.ok(attachment)
  assert.equal(attachment.missing, null)
  const read = await api.readAttachment(attachment, idle)
  assert.deepEqual([Buffer.from(read.bytes).toString(), read.origin], ['local bytes', 'local'])
  assert.deepEqual(clock.pauses, [], 'nothing needs to be spared on this computer')
})

test('the running Zotero cannot tell its version, and is asked one thing at a time', async context => {
  const { connection } = await start(context, {})
  let open = 0
  let most = 0
  const http: HttpClient = {
    ...connection.http,
    async request(url, request, signal) {
      most = Math.max(most, ++open)
      const answer = await connection.http.request(url, request, signal)
      open -= 1
      return answer
    },
  }
  const api = zoteroApi({ ...connection, http, kind: 'local', apiKey: null })
  const answers = await Promise.all([api.version(idle), api.listCollections(idle), api.version(idle)])
  assert.deepEqual(answers, [null, [], null])
  assert.equal(most, 1)
  assert.equal(await api.changesSince(1, idle), null)
})

test('a Zotero that speaks HTTP/1.0 and closes every connection is understood', async context => {
  const server = createServer(socket => {
    socket.once('data', () => {
      socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nTotal-Results: 0\r\n\r\n[]`)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { connection } = await start(context, {})
  context.after(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const api = zoteroApi({ ...connection, baseUrl, kind: 'local', apiKey: null, libraryId: 0 })
  assert.deepEqual(await Promise.all([api.listCollections(idle), api.listCollections(idle)]), [[], []])
})

test('a request that fails does not hold up those behind it', async context => {
  const { api, server } = await start(context, {})
  server.script.push(() => ({ status: 403 }))
  const [refused, answered] = await Promise.allSettled([api.listCollections(idle), api.version(idle)])
  assert.deepEqual([refused.status, answered.status], ['rejected', 'fulfilled'])
})
