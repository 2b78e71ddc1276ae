import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../../../src/adapters/stores/index.ts'
import { stillClock } from '../../conformance/store-fixtures.ts'
import { ask, writeNotes } from '../../support/ask.ts'
import { spawnQuire, temporaryHome } from './spawn-quire.ts'

const dimensions = 8
const notes = 80
const { signal } = new AbortController()

test('a program that is killed between words and vectors loses nothing, and the next one makes the rest', async t => {
  const model = await openModel()
  t.after(() => model.close())
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, notes)
  const ingest = [...['ingest', folder, '--library', 'notes'], ...model.settings]

  const first = spawnQuire(t, ingest, { home })
  await model.isHanging
  first.child.kill('SIGKILL')
  await first.ended
  const left = await countIn(home)
  assert.deepEqual([left.chunks, left.vectors + left.pending], [notes, notes])
  assert.ok(left.vectors > 0 && left.pending > 0, JSON.stringify(left))

  model.recover()
  const found = await ask(t, home, 'search', 'what note 77 says', '--library', 'notes', ...model.settings)
  assert.match(found.results[0].source, /77\.md$/)
  assert.match(
    found.warnings.join(),
    new RegExp(`${left.pending} passages of "notes" were searched by words only`),
  )

  const second = spawnQuire(t, ingest, { home })
  assert.deepEqual(await second.ended, { exitCode: 0, signal: null })
  assert.deepEqual(await countIn(home), { chunks: notes, vectors: notes, pending: 0 })
})

test('with --no-wait the program returns while vectors wait', async t => {
  const model = await openModel()
  t.after(() => model.close())
  const home = await temporaryHome(t)
  const folder = await writeNotes(home, notes)
  const quire = spawnQuire(t, ['ingest', folder, '--library', 'notes', '--no-wait', ...model.settings], {
    home,
  })
  assert.deepEqual(await quire.ended, { exitCode: 0, signal: null })
  assert.ok((await countIn(home)).pending > 0)
})

async function countIn(home: string) {
  const store = await openStore(`sqlite:${join(home, 'quire.db')}`, { clock: stillClock })
  const { chunks, vectors, pending } = await store.countIndexes('notes')
  assert.deepEqual(await store.check(signal), { ok: true, problems: [] })
  await store.close()
  return { chunks, vectors, pending }
}

/** A model that answers one request for vectors of notes, and never answers the next one until it recovers. */
async function openModel() {
  const hanging = Promise.withResolvers<void>()
  let answered = 0
  let isSound = false
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { input } = JSON.parse(Buffer.concat(parts).toString())
    const isOfNotes = input.length > 1 && input.every((text: string) => /note \d+/i.test(text))
    if (!isSound && isOfNotes && answered++ > 0) return hanging.resolve()
    const data = input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    settings: ['--embedder', 'openai:fake', '--openai-url', url, '--openai-dimensions', `${dimensions}`],
    isHanging: hanging.promise,
    recover() {
      isSound = true
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function vectorOf(text: string): number[] {
  return Array.from({ length: dimensions }, (_, place) => 1 + (text.charCodeAt(place % text.length) % 7))
}
