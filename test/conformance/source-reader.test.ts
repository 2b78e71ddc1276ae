import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileReader } from '../../src/adapters/sources/file-reader.ts'
import { urlReader } from '../../src/adapters/sources/url-reader.ts'
import type { RawSource } from '../../src/core/model/source.ts'

const { signal } = new AbortController()
const text = 'The same words, however they come in: ünï.'

/** Every reader returns a source that ingest can use without knowing the reader. */
function assertRawSource(raw: RawSource): void {
  assert.equal(new TextDecoder().decode(raw.bytes), text)
  assert.ok(raw.bytes instanceof Uint8Array)
  assert.ok(raw.source.length > 0)
  assert.match(raw.name, /^[^/\\]+\.(txt|md)$/)
  assert.ok(raw.mediaType === null || /^[^;\s]+\/[^;\s]+$/.test(raw.mediaType))
}

test('a file', async context => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'quire-source-')))
  context.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'note.txt'), text)
  const files = fileReader({ maxBytes: 1000, home: folder, workingDirectory: folder })
  assertRawSource(await files.read('note.txt', [folder], signal))
})

test('an address', async context => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const urls = urlReader({ fetchAllow: ['127.0.0.1'], userAgent: 'quire-test/1', maxBytes: 1000 })
  context.after(async () => {
    await urls.close()
    server.close()
  })
  // SAFETY: the server listens on a TCP port.
  const { port } = server.address() as AddressInfo
  assertRawSource(await urls.read(`http://127.0.0.1:${port}/note.txt`, signal))
})
