import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { openModelShelf } from '../../../src/app/open-model-shelf.ts'
import { wire } from '../../../src/app/wire.ts'
import { invoke } from '../../../src/core/contract/invoke.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { openCli } from '../../contract/cli/run-cli.ts'
import { testProcess } from '../../contract/world.ts'
import { type ModelFiles, smallEmbedder, smallReranker, writeModel } from '../../support/small-models.ts'

test('a model is used by all libraries, by new ones, and by the next process', async t => {
  const home = await makeHome(t, { 'lab/old': small(1, 16), 'lab/new': small(2, 24) })
  await inUse(home, 'lab/old')
  const running = await start(t, home)
  await running.call('ingest_content', { content: 'Alpha words about rivers.', source: 'a', library: 'one' })
  await running.call('ingest_content', { content: 'Beta words about bridges.', source: 'b', library: 'two' })
  assert.deepEqual(await running.call('use_model', { model: 'lab/new' }), {
    status: 'done',
    model: 'lab/new',
    kind: 'embedding',
    libraries: ['one', 'two'],
    chunks: 2,
    warnings: [],
  })
  await running.call('ingest_content', { content: 'Gamma words about roads.', source: 'c', library: 'three' })
  const found = await running.call('search', { query: 'roads', explain: true })
  assert.deepEqual([found.results.length, found.warnings ?? []], [3, []])

  const next = await start(t, home)
  const collections = await next.wired.parts.store.describeCollections()
  assert.deepEqual(new Set(collections.map(({ model }) => model)), new Set([next.wired.parts.embedder.id]))
  assert.match(next.wired.parts.embedder.id, /^onnx:new@/)
  const { origins } = next.wired.config
  assert.deepEqual(origins['embedder.model'], { from: 'home', name: 'quire model use' })
  assert.deepEqual((await next.call('search', { query: 'bridges' })).results.length, 3)
})

test('one library can have a model of its own', async t => {
  const home = await makeHome(t, { 'lab/old': small(1, 16), 'lab/new': small(2, 24) })
  await inUse(home, 'lab/old')
  const { call, wired } = await start(t, home)
  await call('ingest_content', { content: 'Alpha words about rivers.', source: 'a', library: 'one' })
  await call('ingest_content', { content: 'Beta words about bridges.', source: 'b', library: 'two' })
  await call('use_model', { model: 'lab/new', library: 'two' })
  await call('ingest_content', { content: 'Delta words about bridges.', source: 'd', library: 'two' })
  const models = (await wired.parts.store.describeCollections()).map(({ name, model }) => [
    name,
    model.replace(/@.*/, ''),
  ])
  assert.deepEqual(models, [
    ['one', 'onnx:old'],
    ['two', 'onnx:new'],
  ])
  assert.deepEqual((await call('search', { query: 'bridges', library: 'two' })).results.length, 2)
  assert.deepEqual((await call('search', { query: 'words' })).results.length, 3)
})

test('a model that is not there, or not what was added, is refused and changes nothing', async t => {
  const home = await makeHome(t, { 'lab/old': small(1, 16), 'lab/new': small(2, 24) })
  await inUse(home, 'lab/old')
  const { call, refuse, wired } = await start(t, home)
  await call('ingest_content', { content: 'Alpha words about rivers.', source: 'a', library: 'one' })
  const missing = await refuse('use_model', { model: 'lab/none' })
  assert.deepEqual(
    [missing.code, missing.hint],
    ['MODEL_NOT_ADDED', 'Fetch it with: quire model add lab/none'],
  )
  assert.equal(
    (await refuse('use_model', { model: 'lab/new', library: 'none' })).code,
    'COLLECTION_NOT_FOUND',
  )

  const folder = (await readdir(join(home, 'models'))).find(name => name.startsWith('lab--new@')) ?? ''
  const record = join(home, 'models', folder, 'quire-model.json')
  const text = await readFile(record, 'utf8')
  await writeFile(record, text.replace('"dimensions": 24', '"dimensions": 32'))
  const wrong = await refuse('use_model', { model: 'lab/new' })
  assert.equal(wrong.code, 'MODEL_DAMAGED')
  assert.match(wrong.message, /added with 32 dimensions, but its files say 24/)
  assert.deepEqual(
    (await wired.parts.store.describeCollections()).map(({ name }) => name),
    ['one'],
  )
})

test('a switch continues as a job, excludes another one, and is undone when it is cancelled', async t => {
  const home = await makeHome(t, { 'lab/old': small(1, 16), 'lab/new': small(2, 24) })
  await inUse(home, 'lab/old')
  const { call, refuse, wired } = await start(t, home)
  for (let number = 1; number <= 40; number++)
    await call('ingest_content', { content: `Words of page ${number}.`, source: `page-${number}` })
  const { status, job_id } = await call('use_model', { model: 'lab/new' }, { patienceMs: 0 })
  assert.equal(status, 'running')
  assert.equal((await refuse('use_model', { model: 'gte-small' })).code, 'MODEL_SWITCHING')
  assert.equal((await call('cancel_job', { job_id })).state, 'cancelled')
  assert.equal((await openModelShelf({ home }).inUse()).next, null)
  assert.deepEqual(
    (await wired.parts.store.describeCollections()).map(({ model }) => model),
    [wired.parts.embedder.id],
  )
})

test('a project whose settings name a model keeps it', async t => {
  const home = await makeHome(t, { 'lab/new': small(2, 24) })
  const { refuse, wired } = await start(t, home, ['--embedder', 'hash'])
  await wired.engine.projects.add('lab/own', { embedder: 'hash:16' })
  const refused = await refuse('use_model', { model: 'lab/new', library: 'lab/own' })
  assert.deepEqual([refused.code, refused.kind], ['CONFLICT', 'conflict'])
})

test('a reranker is used by the next process until it is turned off', async t => {
  const home = await makeHome(t, { 'lab/cross': smallReranker({ seed: 3, dimensions: 8 }) })
  const shelf = openModelShelf({ home })
  const { call } = await start(t, home, ['--embedder', 'hash'])
  assert.equal((await call('use_model', { model: 'lab/cross' })).kind, 'reranker')
  assert.match((await shelf.inUse()).reranker?.choice ?? '', /^hub:lab\/cross@/)
  const next = await start(t, home, ['--embedder', 'hash'])
  assert.match(next.wired.config.values['reranker.model'], /^hub:lab\/cross@/)
  for (const content of ['Rivers flow to the sea.', 'A bridge of stone.', 'Stone by stone it grows.'])
    await next.call('ingest_content', { content, source: content })
  const found = await next.call('search', { query: 'bridge of stone', explain: true })
  assert.equal(found.results[0]?.content, 'A bridge of stone.')
  assert.match(found.explanation.fusion.method, /, reranked by onnx:cross@/)
  await call('use_model', { model: 'none' })
  assert.equal((await shelf.inUse()).reranker, null)
})

function small(seed: number, dimensions: number): ModelFiles {
  return smallEmbedder({ seed, dimensions })
}

async function makeHome(t: TestContext, models: Record<string, ModelFiles>): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'quire-use-'))
  t.after(() => rm(home, { recursive: true }))
  const cli = await openCli(t)
  for (const [name, files] of Object.entries(models)) {
    const folder = writeModel(join(home, 'given', name), files)
    const added = await cli.run('model', 'add', folder, '--name', name, '--home', home)
    assert.equal(added.exitCode, 0, added.stderr)
  }
  return home
}

async function inUse(home: string, name: string): Promise<void> {
  const shelf = openModelShelf({ home })
  const found = await shelf.find(name)
  assert.ok(found)
  await shelf.use({ embedder: { choice: found.choice, id: found.id } })
}

async function start(t: TestContext, home: string, flags: readonly string[] = []) {
  const process = testProcess(home, ['--home', home, '--toolsets', 'all', ...flags])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  t.after(() => wired.close())
  const table = toolTable(await wired.toolsets())
  async function send(tool: string, input: object, more: { patienceMs?: number } = {}) {
    const row = table.find(tool)
    assert.ok(row)
    return invoke(row, { input, caller: { surface: 'library', isLocal: true }, ...more }, wired.runtime)
  }
  return {
    wired,
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
    async call(tool: string, input: object, more: { patienceMs?: number } = {}): Promise<any> {
      const outcome = await send(tool, input, more)
      if (outcome.ok) return outcome.value
      throw outcome.failure
    },
    async refuse(tool: string, input: object) {
      const outcome = await send(tool, input)
      assert.ok(!outcome.ok)
      return outcome.failure
    },
  }
}
