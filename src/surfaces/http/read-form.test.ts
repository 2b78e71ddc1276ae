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
  const parsed = await parseForm(await response.bytes(), response.headers.get('content-type') ?? '')
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

test('words before the first boundary, quoted boundaries and curl’s quotes are understood', async () => {
  const body = bodyOf(
    'preamble\n--edge\nContent-Disposition: form-data; name="a\\"b"; filename=c.txt\n\n1\n--edge--\n',
  )
  const parsed = await parseForm(body, 'multipart/form-data; charset=utf-8; boundary="edge"')
  assert.ok(parsed.state === 'read')
  const [part] = parsed.parts
  assert.deepEqual([part?.name, part?.fileName, text(part?.bytes ?? new Uint8Array())], ['a"b', 'c.txt', '1'])
})

test('what is no form is malformed, whatever it is', async () => {
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
    assert.equal((await parseForm(bodyOf(body), type)).state, 'malformed', JSON.stringify(body))
  assert.equal((await parseForm(bodyOf(`${part}--edge--`), 'multipart/form-data')).state, 'malformed')
})

test('a form of more parts than people send is refused', async () => {
  const part = '--edge\nContent-Disposition: form-data; name="a"\n\n1\n'
  assert.equal((await parseForm(bodyOf(`${part.repeat(mostParts)}--edge--`), type)).state, 'read')
  assert.equal((await parseForm(bodyOf(`${part.repeat(mostParts + 1)}--edge--`), type)).state, 'too_many')
})

test('a boundary is found wherever it lies in a large body, and others have their turn meanwhile', async () => {
  const slice = 4 * 1024 * 1024
  const head = '--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
  for (const length of [slice - 5, slice - 1, slice, slice + 1, 2 * slice - 3]) {
    const content = '-'.repeat(length)
    const parsed = await parseForm(Buffer.from(`${head}${content}\r\n--edge--\r\n`), type)
    assert.ok(parsed.state === 'read')
    assert.equal(parsed.parts[0]?.bytes.length, length)
  }
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const body = Buffer.alloc(5 * slice, 'x--edge')
  assert.equal((await parseForm(body, type)).state, 'malformed')
  isOver = true
  assert.ok(turns >= 4, `others had ${turns} turns`)
})
