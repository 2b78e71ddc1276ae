import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { hashEmbedder } from '../../../src/adapters/embedders/hash.ts'
import { openStore } from '../../../src/adapters/stores/index.ts'
import { systemClock } from '../../../src/app/clock.ts'
import { writeNotes } from '../../support/ask.ts'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { type McpProcess, openMcpProcess, ToolFailure, type Value } from './mcp-process.ts'
import { readHome } from './read-home.ts'

const project = 'moving'
const documents = 200
/** Late enough that something could be lost, early enough that much is left to do. */
const wellUnderWay = 40

const oldModel = { QUIRE_EMBEDDER: 'hash:32' }
const newModel = { QUIRE_EMBEDDER: 'hash:64' }

test('C-REBUILD-1 ingest_from_source killed with kill -9 in a rebuild: the old version answers, calling again finishes', async t => {
  const home = await temporaryHome(t)
  await run(t, home, 'project', 'add', project)
  const source = await writeNotes(home, documents)
  const old = await openMcpProcess(t, home, oldModel)
  await callUntilDone(old, { project, source })
  const before = await look(old)

  const rebuild = { project, source, options: { force_rebuild: true } }
  const killed = await openMcpProcess(t, home, newModel)
  await crashDuring(killed, killed.call('ingest_from_source', rebuild), home)
  await oldStillAnswers(t, home, before)

  const second = await openMcpProcess(t, home, newModel)
  const built = await unfinished(home)
  const done = await callUntilDone(second, rebuild)
  assert.equal(done.documents_processed, documents)
  assert.deepEqual(
    [done.dense_model, done.documents.skipped >= built, done.documents.failed],
    ['hash-64', true, 0],
    'what was rebuilt before the crash is not built again',
  )
  await newAnswers(t, home, { ...before, dense_model: 'hash-64', dimensions: 64 })
})

test('C-REBUILD-1 store_chunks killed with kill -9 in a rebuild: the old version answers, calling again finishes', async t => {
  const home = await temporaryHome(t)
  await run(t, home, 'project', 'add', project)
  const old = await openMcpProcess(t, home, oldModel)
  await old.call('store_chunks', { project, items: await chunks(32) })
  const before = await look(old)

  // One new vector is sent; the server embeds the other chunks itself before the new version is used.
  const [first] = await chunks(64)
  const items = [{ ...first, metadata: { embed_model: 'hash-64' } }]
  const rebuild = { project, items, force_rebuild: true }
  const killed = await openMcpProcess(t, home, newModel)
  await crashDuring(killed, killed.call('store_chunks', rebuild), home)
  await oldStillAnswers(t, home, before)

  const second = await openMcpProcess(t, home, newModel)
  const done = await second.call('store_chunks', rebuild)
  assert.match(done.warnings.join(), /now searched with vectors of "hash-64"/)
  await newAnswers(t, home, { ...before, dense_model: 'hash-64', dimensions: 64 })
})

test('C-REBUILD-1 a rebuild that was killed and given up leaves nothing behind its project', async t => {
  const home = await temporaryHome(t)
  await run(t, home, 'project', 'add', project)
  const old = await openMcpProcess(t, home, oldModel)
  await old.call('store_chunks', { project, items: await chunks(32) })
  const [first] = await chunks(64)
  const items = [{ ...first, metadata: { embed_model: 'hash-64' } }]
  const killed = await openMcpProcess(t, home, newModel)
  await crashDuring(killed, killed.call('store_chunks', { project, items, force_rebuild: true }), home)
  await run(t, home, 'project', 'remove', project, '--yes')
  assert.deepEqual(await collections(home), [])
  await run(t, home, 'doctor')
})

/** Calls again while the ingest continues as a job, as its answer asks: a busy machine needs more than 15 seconds. */
async function callUntilDone(client: McpProcess, input: object): Promise<Value> {
  for (;;)
    try {
      return await client.call('ingest_from_source', input)
    } catch (error) {
      if (!(error instanceof ToolFailure) || !continues(error)) throw error
    }
}

function continues({ message }: ToolFailure): boolean {
  return message.includes('continues as a job')
}

/** Waits until the new version is partly built, kills the process, and checks that it had not finished. */
async function crashDuring(process: McpProcess, call: Promise<Value>, home: string): Promise<void> {
  const cutOff = assert.rejects(call, error => !(error instanceof ToolFailure) || continues(error))
  while ((await unfinished(home)) < wellUnderWay);
  await process.crash()
  await cutOff
  assert.ok((await unfinished(home)) < documents, 'the kill must come before the end')
}

/** Counts what is stored. */
async function look(client: McpProcess): Promise<Value> {
  const { collection, size, documents, dense_model, dimensions, index_counts, warnings } = await client.call(
    'inspect_collection',
    { project },
  )
  return { collection, size, documents, dense_model, dimensions, index_counts, warnings }
}

async function oldStillAnswers(t: TestContext, home: string, before: Value): Promise<void> {
  assert.match(await run(t, home, 'doctor'), /rebuild of moving for the model "hash-64" is not finished/)
  const client = await openMcpProcess(t, home, oldModel)
  assert.deepEqual(await look(client), before)
  const answer = await client.call('query', { project, text: 'what note 7 says' })
  assert.equal(answer.model, 'hash-32')
  assert.match(answer.items[0].render_text, /note 7 says/)
  const { projects } = await client.call('list_projects', {})
  assert.deepEqual(
    projects.map((row: Value) => row.id),
    [project],
  )
  await client.hangUp()
}

async function newAnswers(t: TestContext, home: string, expected: Value): Promise<void> {
  assert.doesNotMatch(await run(t, home, 'doctor'), /rebuild/)
  assert.deepEqual(await collections(home), [expected.collection], 'no unfinished version is left')
  assert.equal((await readHome(home)).size, documents)
  const client = await openMcpProcess(t, home, newModel)
  assert.deepEqual(await look(client), expected)
  const answer = await client.call('query', { project, text: 'what note 7 says' })
  assert.equal(answer.model, 'hash-64')
  assert.match(answer.items[0].render_text, /note 7 says/)
}

/** Returns the output of a command, which must not fail. */
async function run(t: TestContext, home: string, ...argv: string[]): Promise<string> {
  const quire = spawnQuire(t, argv, { home, env: oldModel })
  assert.equal((await quire.ended).exitCode, 0, quire.stdout() + quire.stderr())
  return quire.stdout().replaceAll(/\s+/g, ' ')
}

async function chunks(dimensions: number) {
  const texts = Array.from({ length: documents }, (_, index) => `What note ${index} says.`)
  const vectors = await hashEmbedder(dimensions).embedDocuments(texts, new AbortController().signal)
  return texts.map((text, index) => ({ id: `note-${index}`, text, embedding: [...(vectors[index] ?? [])] }))
}

/** Documents of the version that is being built, read from the store, which several processes share. */
async function unfinished(home: string): Promise<number> {
  return (await counted(home)).find(({ name }) => name.endsWith('~next'))?.documents ?? 0
}

async function collections(home: string): Promise<string[]> {
  return (await counted(home)).map(({ name }) => name)
}

async function counted(home: string) {
  const store = await openStore(`sqlite:${join(home, 'quire.db')}`, { clock: systemClock })
  try {
    return await store.listCollections()
  } finally {
    await store.close()
  }
}
