import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { invoke } from '../../../core/contract/invoke.ts'
import { senateSpeech, speech } from './speeches.ts'

const flags = ['--toolsets', 'hansard']
const caller = { surface: 'library', isLocal: true } as const

async function callWithProgress(world: World, tool: string, input: object) {
  const row = world.wired.table.find(tool)
  if (row === undefined) throw new Error(`no tool ${tool}`)
  const steps: string[] = []
  const outcome = await invoke(
    row,
    { input, caller, progress: step => steps.push(`${step.done}/${step.total}`) },
    world.wired.runtime,
  )
  return { outcome, steps }
}

test('H-PROGRESS-1 searching reports three steps, storing five', async () => {
  const world = await openWorld('library', { flags })
  try {
    const stored = await callWithProgress(world, 'ingest_speech', speech())
    assert.deepEqual(stored.steps, ['0/5', '1/5', '2/5', '3/5', '4/5', '5/5'])
    const found = await callWithProgress(world, 'search_speeches', { query: 'renewable energy' })
    assert.deepEqual(found.steps, ['0/3', '1/3', '2/3', '3/3'])
    const skipped = await callWithProgress(world, 'ingest_speech', speech())
    assert.equal(skipped.steps.at(-1), '5/5')
    const missing = await callWithProgress(world, 'get_speech', {
      speech_id: '550e8400-e29b-41d4-a716-446655440000',
    })
    assert.ok(!missing.outcome.ok)
    assert.equal(missing.outcome.failure.code, 'SPEECH_NOT_FOUND')
  } finally {
    await world.close()
  }
})

test('H-TAGS-1 the tools carry the tags and the access their contract names', async () => {
  const world = await openWorld('library', { flags })
  try {
    const rows = world.wired.table.rows.filter(row => row.toolset.name === 'hansard')
    const found = Object.fromEntries(rows.map(({ tool }) => [tool.name, [tool.access, ...(tool.tags ?? [])]]))
    assert.deepEqual(found.search_speeches, ['read', 'search', 'rag', 'stable'])
    assert.deepEqual(found.get_speech, ['read', 'retrieve', 'rag', 'stable'])
    assert.deepEqual(found.ingest_speech, ['write', 'ingest', 'write', 'stable'])
    assert.deepEqual(found.list_speakers, ['read', 'metadata', 'stable'])
  } finally {
    await world.close()
  }
})

test('H-ERR-1 an embedding endpoint that answers 429 is a rate limit', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' })
    response.end('{"error":{"message":"slow down"}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const world = await openWorld('library', {
    embedder: 'openai:text-embedding-3-small',
    flags: [...flags, '--openai-url', `http://127.0.0.1:${port}/v1`, '--openai-key', 'k'],
  })
  try {
    assert.equal(
      await world.refuse('ingest_speech', speech()),
      'Rate limit exceeded. Please try again in 60 seconds.',
    )
    assert.deepEqual((await world.call('list_speakers', {})).speakers, [], 'nothing was half written')
  } finally {
    await world.close()
    server.closeAllConnections()
    server.close()
  }
})

test('H-ERR-1 a store that cannot be read is a database error', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-broken-'))
  const before = await openWorld('library', { home, flags })
  for (let day = 10; day < 30; day += 1)
    await before.call(
      'ingest_speech',
      speech({ date: `2024-06-${day}`, full_text: `${speech().full_text} Day ${day}.` }),
    )
  await before.close()
  const world = await openWorld('library', { home, flags })
  await spoil(join(home, 'quire.db'))
  try {
    for (const [tool, input] of [
      ['search_speeches', { query: 'energy' }],
      ['ingest_speech', senateSpeech()],
      ['list_speakers', {}],
    ] as const)
      assert.match(await world.refuse(tool, input), /^Database error\. /)
  } finally {
    await world.close().catch(() => {})
    await rm(home, { recursive: true, force: true })
  }
})

test('a speech without topics may say so with null, as its contract calls it', async () => {
  const world = await openWorld('library', { flags })
  try {
    const { speech_id } = await world.call('ingest_speech', speech({ topic_tags: null }))
    assert.deepEqual((await world.call('get_speech', { speech_id })).topic_tags, [])
  } finally {
    await world.close()
  }
})

/** Keeps the pages that SQLite reads when it opens the file, and overwrites the others. */
async function spoil(path: string): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  const kept = 64 * 1024
  await file.write(Buffer.alloc(size - kept, 0xa5), 0, size - kept, kept)
  await file.close()
}

test('H-GET-2 within one sitting the order of the record counts, not the order of storing', async () => {
  const world = await openWorld('library', { flags })
  try {
    const { ingestRequestOf } = await import('../speech-record.ts')
    const { speechesPolicy } = await import('../speech-fields.ts')
    const { engine } = world.wired
    await engine.ensureCollection('hansard', { scope: 'isolated', policy: speechesPolicy })
    for (const order of [3, 1, 2]) {
      const { full_text: _, ...sent } = speech()
      const record = {
        title: `Number ${order}`,
        text: `The words of speech number ${order} on this day.`,
        speaker: String(sent.speaker),
        party: 'Labor',
        chamber: 'House of Representatives',
        electorate: 'Bass',
        state: 'TAS',
        date: '2024-06-12',
        hansardReference: 'x',
        topicTags: [],
        sourceUrl: null,
        sourceId: `record.${order}`,
        order,
        extra: {},
      }
      await engine.ingest(ingestRequestOf(record), {
        signal: new AbortController().signal,
        progress: () => {},
      })
    }
    const { results } = await world.call('search_speeches', { query: 'speech number 2' })
    const second = results.find((result: Value) => result.title === 'Number 2')
    const { context } = await world.call('get_speech', { speech_id: second.speech_id, include_context: true })
    assert.deepEqual([context.previous_speech.title, context.next_speech.title], ['Number 1', 'Number 3'])
  } finally {
    await world.close()
  }
})
