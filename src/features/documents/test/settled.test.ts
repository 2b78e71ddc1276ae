import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../test/contract/world.ts'
import { documentsPolicy } from '../../../core/model/collection.ts'

const never = new AbortController().signal

test('S-SCOPE-1 searching everything never reaches into an isolated collection', async () => {
  const world = await openWorld('REST')
  try {
    const { store, embedder } = world.wired.parts
    await store.ensureCollection({
      name: 'sealed',
      scope: 'isolated',
      model: embedder.id,
      dimensions: embedder.dimensions,
      policy: documentsPolicy,
      project: null,
      createdAt: '2026-01-01T00:00:00+00:00',
    })
    await world.call('ingest_content', { content: 'The sealed letter.', source: 'a.md', library: 'sealed' })
    await world.call('ingest_content', { content: 'The open letter.', source: 'a.md', library: 'open' })
    const { results } = await world.call('search', { query: 'letter', top_k: 100 })
    assert.deepEqual(
      results.map((result: { library: string }) => result.library),
      ['open'],
    )
    const listed = await world.call('list_documents', {})
    assert.deepEqual(
      listed.documents.map((document: { library: string }) => document.library),
      ['open'],
    )
    const { libraries } = await world.call('list_libraries', {})
    assert.deepEqual(
      libraries.map((row: { library: string }) => row.library),
      ['open'],
    )
    const named = await world.call('search', { query: 'letter', library: 'sealed' })
    assert.equal(named.results.length, 1)
    assert.ok(!(await world.fail('search', { query: 'x', library: 'nope' })).includes('sealed'))
    await assert.rejects(world.wired.engine.catalog.deleteCollection('nope'), {
      code: 'COLLECTION_NOT_FOUND',
    })
  } finally {
    await world.close()
  }
})

test('S-ROOT-1 over HTTP a file outside the roots is refused alike whether it exists or not', async () => {
  const world = await openWorld('MCP 2026-07-28')
  const outside = await mkdtemp(join(tmpdir(), 'quire-outside-'))
  try {
    await writeFile(join(outside, 'there.md'), 'secret')
    const there = await world.fail('ingest_file', { path: join(outside, 'there.md') })
    const missing = await world.fail('ingest_file', { path: join(outside, 'missing.md') })
    assert.equal(there.replaceAll('there.md', 'X'), missing.replaceAll('missing.md', 'X'))
    assert.match(there, /^Ingestion failed: /)
    assert.match(await world.fail('ingest_folder', { folder: outside }), /^Ingestion failed: /)
    const { files } = await world.wired.runtime.services({})
    await assert.rejects(files.resolve(outside, [world.folder]), {
      code: 'FORBIDDEN_PATH',
    })
  } finally {
    await world.close()
    await rm(outside, { recursive: true })
  }
})

test('S-MODEL-1 a library bound to another model answers with both ways out, and keeps what it holds', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-models-'))
  const before = await openWorld('library', { home, embedder: 'hash:32' })
  await before.call('ingest_content', { content: 'Bound in calf.', source: 'a.md', library: 'bound' })
  await before.close()
  const world = await openWorld('library', { home, embedder: 'hash:64' })
  try {
    const onSearch = await world.fail('search', { query: 'calf', library: 'bound' })
    const onWrite = await world.fail('ingest_content', { content: 'More.', source: 'b.md', library: 'bound' })
    for (const error of [onSearch, onWrite]) {
      assert.match(error, /"hash-32".*"hash-64"/)
      assert.match(error, /--embedder.*or delete/)
    }
    const everywhere = await world.call('search', { query: 'calf' })
    assert.equal(everywhere.results[0].content, 'Bound in calf.')
    assert.match(everywhere.warnings[0], /searched by words only/)
    const mismatch = world.wired.engine.search(
      { collections: ['bound'], text: 'calf', limit: 1, mode: 'hybrid', filter: [], sort: 'relevance' },
      never,
    )
    await assert.rejects(mismatch, { code: 'EMBEDDING_MISMATCH' })
  } finally {
    await world.close()
    await rm(home, { recursive: true })
  }
})

test('D-ERR-2 over MCP a failure is isError with its envelope as text and nothing structured', async () => {
  for (const surface of ['MCP 2026-07-28', 'MCP 2025-11-25'] as const) {
    const world = await openWorld(surface)
    try {
      // The test world rejects a failure with structuredContent.
      assert.match(
        await world.fail('search', { query: 'x', library: 'none' }),
        /^Search failed: There is no library/,
      )
    } finally {
      await world.close()
    }
  }
})

test('D-UPLOAD-1 D-UPLOAD-2 an upload is ingested like a file; wrong forms are refused with their status', async () => {
  const world = await openWorld('library')
  const { openHttp } = await import('../../../app/open-http.ts')
  const server = await openHttp(world.wired)
  const send = (path: string, form: FormData) => fetch(`${server.url}${path}`, { method: 'POST', body: form })
  const file = new File(['Goldbeater’s skin repairs vellum.'], 'repair.md', { type: 'text/markdown' })
  try {
    for (const path of ['/upload', '/api/v1/documents/upload']) {
      const form = new FormData()
      form.set('file', file)
      form.set('library', `from ${path}`)
      form.set('metadata', '{"shelf":"C"}')
      const response = await send(path, form)
      const value = (await response.json()) as { status: string }
      assert.equal(response.status, 200, JSON.stringify(value))
      assert.equal(value.status, 'indexed')
      const { results } = await world.call('search', { query: 'goldbeater', library: `from ${path}` })
      assert.deepEqual(results[0].metadata, { shelf: 'C' })
      assert.equal(results[0].source, 'repair.md')
    }
    assert.equal((await send('/upload', new FormData())).status, 400)
    const badMetadata = new FormData()
    badMetadata.set('file', file)
    badMetadata.set('metadata', '[1]')
    const refused = await send('/upload', badMetadata)
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys((await refused.json()) as object), ['status', 'error'])
    const unreadable = new FormData()
    unreadable.set('file', new File([new Uint8Array([0, 1, 2, 0, 255, 254])], 'data.bin'))
    assert.equal((await send('/upload', unreadable)).status, 422)
  } finally {
    await server.close()
    await world.close()
  }
})

test('D-UPLOAD-2 an upload over the limit is 413', async () => {
  const world = await openWorld('library', { flags: ['--http-max-upload-bytes', '100'] })
  const { openHttp } = await import('../../../app/open-http.ts')
  const server = await openHttp(world.wired)
  try {
    const form = new FormData()
    form.set('file', new File(['x'.repeat(1000)], 'big.md'))
    assert.equal((await fetch(`${server.url}/upload`, { method: 'POST', body: form })).status, 413)
  } finally {
    await server.close()
    await world.close()
  }
})
