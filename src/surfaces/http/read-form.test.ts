import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostParts, parseForm } from './read-form.ts'

const type = 'multipart/form-data; boundary=edge'
const bodyOf = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('a form is read as the platform writes it', async () => {
  const form = new FormData()
  form.set('library', 'Überblick')
  form.set('metadata', '{"a": 1}\r\n--edge')
  form.set('file', new File(['\r\n--x\r\nbody\r\n'], 'a "b"\n.md', { type: 'text/markdown' }))
  form.append('file', new File([], 'empty.txt'))
  const response = new Response(form)
  const parsed = parseForm(await response.bytes(), response.headers.get('content-type') ?? '')
  assert.ok(parsed.state === 'read')
  assert.deepEqual(
    parsed.parts.map(part => ({ ...part, bytes: text(part.bytes) })),
    [
      { name: 'library', fileName: null, mediaType: '', bytes: 'Überblick' },
      { name: 'metadata', fileName: null, mediaType: '', bytes: '{"a": 1}\r\n--edge' },
      { name: 'file', fileName: 'a "b"\n.md', mediaType: 'text/markdown', bytes: '\r\n--x\r\nbody\r\n' },
      { name: 'file', fileName: 'empty.txt', mediaType: 'application/octet-stream', bytes: '' },
    ],
  )
})

test('words before the first boundary, quoted boundaries and curl’s quotes are understood', () => {
  const body = bodyOf(
    'preamble\n--edge\nContent-Disposition: form-data; name="a\\"b"; filename=c.txt\n\n1\n--edge--\n',
  )
  const parsed = parseForm(body, 'multipart/form-data; charset=utf-8; boundary="edge"')
  assert.ok(parsed.state === 'read')
  const [part] = parsed.parts
  assert.deepEqual([part?.name, part?.fileName, text(part?.bytes ?? new Uint8Array())], ['a"b', 'c.txt', '1'])
})

test('what is no form is malformed, whatever it is', () => {
  const part = '--edge\nContent-Disposition: form-data; name="a"\n\n1\n'
  for (const body of [
    '',
    'hello',
    '--edge',
    '--edge\n',
    part,
    `${part}--edge junk\n`,
    '--edge\n\n1\n--edge--\n',
  ])
    assert.equal(parseForm(bodyOf(body), type).state, 'malformed', JSON.stringify(body))
  assert.equal(parseForm(bodyOf(`${part}--edge--`), 'multipart/form-data').state, 'malformed')
})

test('a form of more parts than people send is refused', () => {
  const part = '--edge\nContent-Disposition: form-data; name="a"\n\n1\n'
  assert.equal(parseForm(bodyOf(`${part.repeat(mostParts)}--edge--`), type).state, 'read')
  assert.equal(parseForm(bodyOf(`${part.repeat(mostParts + 1)}--edge--`), type).state, 'too_many')
})
