import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Outcome } from '../../../src/core/contract/invoke.ts'
import type { UploadedFile, UploadFields } from '../../../src/core/contract/upload.ts'
import { Failure } from '../../../src/core/model/failure.ts'
import { fixtureApp, jsonOf, voice } from './fixture.ts'

/** An upload handler that returns its arguments, or fails as the file's name says. */
const { request } = fixtureApp({
  maxUploadBytes: 1_000,
  upload: {
    toolset: voice,
    async receive(file: UploadedFile, fields: UploadFields, call): Promise<Outcome> {
      const correlationId = call.correlationId ?? ''
      const kind = (['unsupported', 'invalid', 'internal'] as const).find(name => file.name.startsWith(name))
      if (kind === undefined) {
        const text = new TextDecoder().decode(file.bytes)
        return { ok: true, value: { name: file.name, type: file.mediaType, text, ...fields }, correlationId }
      }
      const failure = new Failure(kind, 'NO', `${file.name} cannot be used.`)
      const worded = voice.wordFailure(failure, { tool: 'upload', correlationId })
      return { ok: false, failure, worded, correlationId }
    },
  },
})

function form(fields: Record<string, string | File>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { method: 'POST', body }
}

const note = new File(['Straße'], 'note.md', { type: 'text/markdown' })

test('a file arrives with its name, type, library and metadata, at both addresses', async () => {
  for (const path of ['/upload', '/api/v1/voice/upload']) {
    const response = await request(path, form({ file: note, library: 'books', metadata: '{"year": 2024}' }))
    assert.equal(response.status, 200)
    assert.ok(response.headers.get('x-correlation-id'))
    const expected = { name: 'note.md', type: 'text/markdown', text: 'Straße', library: 'books' }
    const unset = { password: null, ocrLanguages: null }
    assert.deepEqual(await jsonOf(response), { ...expected, ...unset, metadata: { year: 2024 } })
  }
})

test('a password and the languages of a scan arrive with the file', async () => {
  const fields = { file: note, password: 'päss, word', ocr_languages: 'en, de' }
  const { password, ocrLanguages } = await jsonOf(await request('/upload', form(fields)))
  assert.equal(password, 'päss, word')
  assert.deepEqual(ocrLanguages, ['en', 'de'])
})

test('with text/event-stream the answer is a stream that ends with the result', async () => {
  const streamed = { ...form({ file: note }), headers: { accept: 'text/event-stream' } }
  const text = await (await request('/upload', streamed)).text()
  assert.match(text, /^event: result\ndata: .*note\.md.*\n\n$/)
})

test('library and metadata may be left out', async () => {
  const { library, metadata } = await jsonOf(await request('/upload', form({ file: note })))
  assert.equal(library, null)
  assert.deepEqual(metadata, {})
})

const wrongForms: Record<string, RequestInit> = {
  'no file': form({ library: 'books' }),
  'text in place of the file': form({ file: 'just text' }),
  'metadata that is not JSON': form({ file: note, metadata: '{year' }),
  'metadata that is not an object': form({ file: note, metadata: '[1]' }),
}

for (const [what, init] of Object.entries(wrongForms))
  test(`${what} is 400 in the shape of the toolset`, async () => {
    const response = await request('/upload', init as RequestInit & { headers?: Record<string, string> })
    assert.equal(response.status, 400)
    const { error, tool } = await jsonOf(response)
    assert.equal(error.code, 'INVALID_INPUT')
    assert.equal(tool, 'upload')
  })

test('a file over the limit is 413', async () => {
  const big = new File(['x'.repeat(1_001)], 'big.txt')
  assert.equal((await request('/upload', form({ file: big }))).status, 413)
  const declared = { ...form({ file: note }), headers: { 'content-length': '99999999' } }
  assert.equal((await request('/upload', declared)).status, 413)
})

test('a file that cannot be used is 422, a fault of the server 500', async () => {
  const statuses = await Promise.all(
    ['unsupported.xyz', 'invalid.pdf', 'internal.pdf'].map(
      async name => (await request('/upload', form({ file: new File(['x'], name) }))).status,
    ),
  )
  assert.deepEqual(statuses, [422, 422, 500])
})

test('without a handler there is no upload', async () => {
  assert.equal((await fixtureApp().request('/upload', form({ file: note }))).status, 404)
})

test('a body that is no form is 415 in the shape of the toolset', async () => {
  const response = await request('/upload', { method: 'POST', body: 'hello' })
  assert.equal(response.status, 415)
  assert.equal((await jsonOf(response)).error.code, 'UNSUPPORTED_MEDIA_TYPE')
})
