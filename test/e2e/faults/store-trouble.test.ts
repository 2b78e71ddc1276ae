import assert from 'node:assert/strict'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryHome } from '../cli/spawn-quire.ts'
import { openMcpProcess, ToolFailure, type Value } from './mcp-process.ts'

/** One tool of each toolset that needs the store, and its toolset's error for an unusable store. */
const calls: Record<string, { input: object; fits(error: Value): boolean }> = {
  search: {
    input: { query: 'pulp' },
    fits: error => error.status === 'error' && error.error.startsWith('Search failed: '),
  },
  list_libraries: {
    input: {},
    fits: error => error.status === 'error' && error.error.startsWith('list_libraries failed: '),
  },
  list_projects: {
    input: {},
    fits: error => error.error.code === 'INDEX_UNAVAILABLE' && typeof error.correlation_id === 'string',
  },
  search_knowledge_base: {
    input: { query: 'pulp' },
    fits: error => error.error.code === 'DATABASE_ERROR' && error.error.details.reason === 'STORE_INVALID',
  },
  list_speakers: { input: {}, fits: error => String(error).startsWith('Database error. ') },
  list_jobs: { input: {}, fits: error => error.error.code === 'DATABASE_ERROR' },
}

const environment = { QUIRE_TOOLSETS: 'all' }

test('over a store that is no database every toolset answers in its own error shape, and recovers with the file', async t => {
  const home = join(await temporaryHome(t), 'home')
  await mkdir(home)
  await writeFile(join(home, 'quire.db'), 'This is a letter, not a database. '.repeat(100))
  const quire = await openMcpProcess(t, home, environment)
  for (const [tool, { input, fits }] of Object.entries(calls)) {
    const failure = await quire.call(tool, input).then(
      () => assert.fail(`${tool} answered`),
      error => error,
    )
    assert.ok(failure instanceof ToolFailure, String(failure))
    const text = failure.message.slice(tool.length + 2).split('\n')[0] ?? ''
    assert.ok(fits(text.startsWith('{') ? JSON.parse(text) : text), text)
  }
  const info = await quire.call('server_info', {})
  assert.equal(info.store_state, 'unusable')
  assert.match(info.store_problem, /is not a SQLite database/)

  await rm(join(home, 'quire.db'))
  await quire.call('ingest_content', { content: 'Wood pulp turns brown.', source: 'pulp' })
  const { results } = await quire.call('search', { query: 'pulp' })
  assert.equal(results.length, 1)
  assert.equal((await quire.call('server_info', {})).store_state, 'ready')
  assert.equal((await quire.hangUp()).exitCode, 0)
})

test('a store that is taken away while it is used fails calls until it is back; nothing is written to a lost file', async t => {
  const home = join(await temporaryHome(t), 'home')
  const quire = await openMcpProcess(t, home)
  await quire.call('ingest_content', { content: 'Wood pulp turns brown.', source: 'pulp' })
  const path = join(home, 'quire.db')

  await rename(home, `${home}.away`)
  const write = { content: 'Rags make paper that lasts.', source: 'rags' }
  await assert.rejects(quire.call('ingest_content', write), /was removed while it was in use/)
  await assert.rejects(quire.call('search', { query: 'pulp' }), /was removed while it was in use/)

  await rename(`${home}.away`, home)
  assert.equal((await quire.call('search', { query: 'pulp' })).results.length, 1)
  await quire.call('ingest_content', write)
  assert.equal((await quire.call('list_documents', {})).documents.length, 2)

  // Another file at the same path, as after restoring a backup.
  await quire.hangUp()
  const again = await openMcpProcess(t, home)
  assert.equal((await again.call('list_documents', {})).documents.length, 2)
  const bytes = await readFile(path)
  await writeFile(`${path}.restored`, bytes)
  await again.call('delete_document', {
    doc_id: (await again.call('search', { query: 'rags' })).results[0].doc_id,
  })
  assert.equal((await again.call('list_documents', {})).documents.length, 1)
  await rm(`${path}-wal`, { force: true })
  await rm(`${path}-shm`, { force: true })
  await rename(`${path}.restored`, path)
  assert.equal((await again.call('list_documents', {})).documents.length, 2)
})
