import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { openHttp } from '../../../app/open-http.ts'
import { invoke } from '../../../core/contract/invoke.ts'
import { emptyReference } from '../../../core/model/reference.ts'
import { ocrLanguagesFor } from '../ingest-source.ts'
import { addProject, chunksWith, writeShelf } from './library.ts'

const caller = { surface: 'library', isLocal: true } as const

function rowOf(world: World, name: string) {
  const row = world.wired.table.find(name)
  if (row === undefined) throw new Error(`no tool ${name}`)
  return row
}

test('C-TIME-1 every tool has the limit its contract names', async () => {
  const world = await openWorld('library')
  try {
    const limits = Object.fromEntries(
      world.wired.table.rows
        .filter(row => row.toolset.name === 'citations')
        .map(row => [row.tool.name, row.tool.timeoutMs / 1000]),
    )
    assert.deepEqual(
      [
        'ingest_from_source',
        'store_chunks',
        'query',
        'find_chunks',
        'query_hybrid',
        'inspect_collection',
        'list_projects',
      ].map(name => limits[name]),
      [15, 15, 8, 8, 15, 5, 2],
    )
  } finally {
    await world.close()
  }
})

test('C-INGEST-5 an ingest beyond its limit is a TIMEOUT with a job, and the same call joins it', async () => {
  const world = await openWorld('library')
  try {
    const project = await addProject(world, 'slow')
    const { folder } = await writeShelf(world)
    const row = rowOf(world, 'ingest_from_source')
    const impatient = { ...row, tool: { ...row.tool, timeoutMs: 1 } }
    const input = { project, source: folder }
    const outcome = await invoke(impatient, { input, caller }, world.wired.runtime)
    assert.ok(!outcome.ok)
    const { error } = outcome.worded as Value
    assert.equal(error.code, 'TIMEOUT')
    assert.match(error.message, /Call again with the same arguments/)
    assert.match(error.details.job_id, /^[0-9a-f-]{36}$/)
    assert.equal(error.details.status, 'running')
    const joined = await world.call('ingest_from_source', input)
    assert.equal(joined.job_id, error.details.job_id)
    assert.deepEqual(joined.documents, { added: 3, updated: 0, skipped: 0, failed: 0 })
    const found = await world.wired.engine.jobs.get(joined.job_id, { offset: 0, limit: 1 })
    assert.equal(found?.job.state, 'done')
  } finally {
    await world.close()
  }
})

test('C-TIME-2 a write whose time is over leaves nothing behind', async () => {
  const world = await openWorld('library')
  try {
    const project = await addProject(world, 'late')
    const { runtime } = world.wired
    const over = AbortSignal.abort(new DOMException('over', 'TimeoutError'))
    const clock = { ...runtime.clock, timeout: () => ({ signal: over, dispose() {} }) }
    const input = { project, items: await chunksWith(['too late']) }
    const outcome = await invoke(rowOf(world, 'store_chunks'), { input, caller }, { ...runtime, clock })
    assert.equal((outcome as Value).worded.error.code, 'TIMEOUT')
    assert.equal((await world.call('inspect_collection', { project })).size, 0)
  } finally {
    await world.close()
  }
})

test('C-HYBRID-4 C-INSPECT-4 C-ERR-3 without its index of words a project says so, with the right status', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-noindex-'))
  const world = await openWorld('library', { home })
  const server = await openHttp(world.wired)
  try {
    const project = await addProject(world, 'wordless')
    const off = await addProject(world, 'off', { hybrid: false })
    await world.call('store_chunks', { project, items: await chunksWith(['a lost index']) })
    dropLexicalTables(join(home, 'quire.db'))
    const hybrid = await world.refuse('query_hybrid', { project, text: 'lost' })
    assert.equal(hybrid.error.code, 'INDEX_UNAVAILABLE')
    assert.equal((await world.refuse('inspect_collection', { project })).error.code, 'INDEX_UNAVAILABLE')
    assert.equal((await world.call('query', { project, text: 'lost' })).count, 1)
    const statusOf = async (tool: string, input: object) =>
      (
        await fetch(`${server.url}/api/v1/citations/${tool}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
      ).status
    const [item] = await chunksWith(['x'])
    const foreign = { ...item, metadata: { embed_model: 'another/model' } }
    assert.equal(await statusOf('query', { project: 'nope', text: 'x' }), 404)
    assert.equal(await statusOf('store_chunks', { project, items: [foreign] }), 409)
    assert.equal(await statusOf('query_hybrid', { project: off, text: 'x' }), 400)
    assert.equal(await statusOf('query_hybrid', { project, text: 'x' }), 503)
  } finally {
    await server.close()
    await world.close()
    await rm(home, { recursive: true })
  }
})

function dropLexicalTables(path: string): void {
  const database = new DatabaseSync(path)
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE name GLOB 'lexical_*' AND sql LIKE 'CREATE VIRTUAL%'")
    .all() as { name: string }[]
  for (const { name } of tables.toSorted((a, b) => b.name.length - a.name.length))
    database.exec(`DROP TABLE ${name}`)
  database.close()
}

test('C-INGEST-7 languages of scanned pages: asked for, then the item’s own, then the setting', () => {
  const defaults = ['en', 'de']
  const german = { reference: { ...emptyReference, citekey: 'k', language: 'de-AT' } }
  assert.deepEqual(ocrLanguagesFor(german, { ocr_languages: ['fr', 'fr-CA'] }, defaults), ['fr'])
  assert.deepEqual(ocrLanguagesFor(german, {}, defaults), ['de'])
  assert.deepEqual(
    ocrLanguagesFor({ reference: { ...german.reference, language: 'German' } }, {}, defaults),
    ['de'],
  )
  assert.deepEqual(ocrLanguagesFor({ reference: null }, {}, defaults), ['en', 'de'])
})

test('C-INGEST-8 C-PROJECT-1 a project cuts by its own policy and answers by its own settings', async () => {
  const world = await openWorld('library')
  try {
    const path = join(world.folder, 'long.md')
    await writeFile(
      path,
      `# Long\n\n${Array.from({ length: 400 }, (_, n) => `Sentence number ${n} is here.`).join(' ')}`,
    )
    const { projects, catalog } = world.wired.engine
    const standard = await projects.add('standard', {})
    assert.deepEqual(standard.policy, { maxTokens: 450, overlapTokens: 60, minTokens: 50, headingContext: 2 })
    await projects.add('small', {
      policy: { maxTokens: 80, overlapTokens: 10 },
      topK: 2,
      maxTopK: 3,
      maxChars: 60,
    })
    for (const project of ['standard', 'small'])
      await world.call('ingest_from_source', { project, source: path })
    const sizes = await Promise.all(
      ['proj-standard', 'proj-small'].map(async name => (await catalog.countIndexes(name)).chunks),
    )
    assert.ok((sizes[1] ?? 0) > 3 * (sizes[0] ?? 0), `${sizes}`)
    const chunks = await catalog.sampleChunks('proj-standard', 50)
    assert.ok(chunks.every(({ chunk }) => chunk.tokens <= 450))
    assert.ok((chunks[1]?.chunk.start ?? 0) < (chunks[0]?.chunk.end ?? 0), 'neighbours overlap')
    const asked = await world.call('query_hybrid', { project: 'small', text: 'sentence', top_k: 9 })
    assert.equal(asked.count, 3)
    assert.ok(asked.items.every((item: Value) => item.render_text.length <= 60))
    assert.equal((await world.call('query', { project: 'small', text: 'sentence' })).count, 2)
    await projects.set('small', { topK: 1, hybrid: false })
    assert.equal((await world.call('query', { project: 'small', text: 'sentence' })).count, 1)
    assert.equal(
      (await world.refuse('query_hybrid', { project: 'small', text: 'x' })).error.code,
      'HYBRID_NOT_SUPPORTED',
    )
    await assert.rejects(projects.set('small', { topK: 99 }), { code: 'INVALID_INPUT' })
    await assert.rejects(projects.add('small', {}), { code: 'PROJECT_EXISTS' })
  } finally {
    await world.close()
  }
})

test('C-PROJECT-1 a project may have a model of its own, and be declared in the settings file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-declared-'))
  const config = join(folder, 'quire.toml')
  await writeFile(
    config,
    '[project."lab/own"]\nembedding_model = "hash:48"\nhybrid_enabled = false\ntop_k = 4\nreferences_json = "refs.json"\n',
  )
  await writeFile(join(folder, 'refs.json'), '[]')
  const world = await openWorld('library', { flags: ['--config', config] })
  try {
    const { projects } = await world.call('list_projects', {})
    assert.deepEqual(
      projects.map((project: Value) => [project.id, project.collection, project.hybrid_enabled]),
      [['lab/own', 'proj-lab-own', false]],
    )
    const { folder: shelf } = await writeShelf(world)
    const done = await world.call('ingest_from_source', { project: 'lab/own', source: shelf })
    assert.deepEqual([done.dense_model, done.sparse_model], ['hash-48', null])
    const asked = await world.call('query', { project: 'lab/own', text: 'gelatine' })
    assert.equal(asked.model, 'hash-48')
    assert.ok(asked.count <= 4 && asked.count > 0)
    assert.equal((await world.call('inspect_collection', { project: 'lab/own' })).dimensions, 48)
  } finally {
    await world.close()
    await rm(folder, { recursive: true })
  }
})

test('C-NAME-1 two projects never share a collection', async () => {
  const world = await openWorld('library')
  try {
    const { projects } = world.wired.engine
    assert.equal((await projects.add('a/b-c', {})).collection, 'proj-a-b-c')
    await assert.rejects(projects.add('a-b/c', {}), { code: 'PROJECT_EXISTS' })
    for (const id of ['', '../x', 'a//b', 'a b', '~next', 'x'.repeat(101)])
      await assert.rejects(projects.add(id, {}), { code: 'INVALID_INPUT' }, id)
  } finally {
    await world.close()
  }
})

test('C-REBUILD-1 ingest_from_source moves a project to another model, and the old one answers till then', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-rebuild-'))
  const old = await openWorld('library', { home, embedder: 'hash:32' })
  const { folder } = await writeShelf(old)
  const project = await addProject(old, 'moving')
  await old.call('ingest_from_source', { project, source: folder })
  await old.call('store_chunks', { project, items: await chunksOf(32, ['kept by hand']) })
  const before = await old.call('inspect_collection', { project })
  const world = await openWorld('library', { home, embedder: 'hash:64' })
  try {
    const single = join(folder, 'clean.md')
    const plain = await world.refuse('ingest_from_source', { project, source: single })
    assert.equal(plain.error.code, 'EMBEDDING_MISMATCH')
    assert.match(plain.error.message, /"hash-32".*"hash-64".*force_rebuild/)
    assert.equal((await world.refuse('query', { project, text: 'x' })).error.code, 'EMBEDDING_MISMATCH')
    assert.equal((await old.call('query', { project, text: 'gelatine' })).model, 'hash-32')
    const options = { force_rebuild: true }
    const moved = await world.call('ingest_from_source', { project, source: single, options })
    assert.equal(moved.dense_model, 'hash-64')
    const after = await world.call('inspect_collection', { project })
    assert.deepEqual(
      [after.size, after.documents, after.dense_model, after.dimensions, after.collection],
      [before.size, before.documents, 'hash-64', 64, before.collection],
    )
    const { items } = await world.call('query_hybrid', { project, text: 'kept by hand' })
    assert.ok(items.some((item: Value) => item.render_text === 'kept by hand'))
    assert.deepEqual(
      (await world.call('list_projects', {})).projects.map((row: Value) => row.id),
      [project],
    )
    assert.equal((await old.refuse('query', { project, text: 'x' })).error.code, 'EMBEDDING_MISMATCH')
  } finally {
    await world.close()
    await old.close()
    await rm(home, { recursive: true })
  }
})

test('C-REBUILD-1 store_chunks moves a project once every chunk has its new vector', async () => {
  const world = await openWorld('library', { embedder: 'hash:32' })
  try {
    const project = await addProject(world, 'resent')
    const texts = ['first sheet', 'second sheet']
    await world.call('store_chunks', { project, items: await chunksOf(32, texts) })
    const renewed = (await chunksOf(16, texts)).map(item => ({
      ...item,
      metadata: { embed_model: 'mine/16' },
    }))
    const half = await world.call('store_chunks', {
      project,
      items: renewed.slice(0, 1),
      force_rebuild: true,
    })
    assert.match(half.warnings.join(), /1 chunks still have no vector of "mine\/16"/)
    const answering = await world.call('query', { project, text: 'second sheet' })
    assert.deepEqual([answering.count, answering.model], [2, 'hash-32'])
    await world.call('store_chunks', { project, items: renewed.slice(1), force_rebuild: true })
    const { size, dense_model } = await world.call('inspect_collection', { project })
    assert.deepEqual([size, dense_model], [2, 'mine/16'])
  } finally {
    await world.close()
  }
})

async function chunksOf(dimensions: number, texts: readonly string[]) {
  const { hashEmbedder } = await import('../../../adapters/embedders/hash.ts')
  const vectors = await hashEmbedder(dimensions).embedDocuments(texts, new AbortController().signal)
  return texts.map((text, index) => ({ id: `hand-${index}`, text, embedding: [...(vectors[index] ?? [])] }))
}
