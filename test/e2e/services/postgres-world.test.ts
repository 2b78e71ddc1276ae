import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { runProgram } from '../../../src/app/run-program.ts'
import { openWorld, testProcess } from '../../contract/world.ts'
import { postgresDatabases } from '../../support/postgres-databases.ts'

const databases = await postgresDatabases()

describe('the program on PostgreSQL', { skip: 'reason' in databases && databases.reason }, () => {
  if ('reason' in databases) return
  after(() => databases.stop())

  test('two servers share what is ingested, found, deleted and restored', async () => {
    const flags = ['--store', await databases.createStore()]
    const one = await openWorld('library', { flags })
    const other = await openWorld('library', { flags })
    try {
      await one.call('ingest_content', { content: 'Iron gall ink is made from oak galls.', source: 'a.md' })
      await other.call('ingest_content', { content: 'Paper is made of fibres.', source: 'b.md' })
      for (const world of [one, other]) {
        const { results, warnings } = await world.call('search', { query: 'oak galls' })
        assert.match(results[0].content, /Iron gall ink/)
        assert.deepEqual(warnings, [])
      }
      const { results } = await one.call('search', { query: 'oak galls' })
      await other.call('delete_document', { doc_id: results[0].doc_id })
      const left = await one.call('search', { query: 'oak galls' })
      assert.ok(left.results.every((hit: { doc_id: string }) => hit.doc_id !== results[0].doc_id))
      await one.call('restore_document', { doc_id: results[0].doc_id })
      assert.match((await other.call('search', { query: 'oak galls' })).results[0].content, /Iron gall ink/)
    } finally {
      await other.close()
      await one.close()
    }
  })

  test('servers can run as a role that may read and write and nothing else, when another one has migrated', async () => {
    const owner = await databases.createEmpty()
    await databases.run("CREATE ROLE quire_app LOGIN PASSWORD 'app'", owner)
    const notes: string[] = []
    const streams = { onOutput: () => {}, onNote: (line: string) => void notes.push(line) }
    const home = await mkdtemp(join(tmpdir(), 'quire-migrate-'))
    const argv = ['migrate', '--grant', 'quire_app', '--store', owner, '--home', home]
    assert.equal(await runProgram(testProcess(home, argv, streams)), 0, notes.join(''))
    await rm(home, { recursive: true })
    const app = new URL(owner)
    app.username = 'quire_app'
    app.password = 'app'
    const flags = ['--store', app.href, '--toolsets', 'all', '--graph-facts']
    const world = await openWorld('library', { flags })
    try {
      const content = 'Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014.'
      await world.call('ingest_content', { content, source: 'a.md' })
      assert.equal((await world.call('search', { query: 'chief executive' })).results.length, 1)
      assert.ok((await world.call('search_graphiti', { query: 'chief executive of Acme' })).count > 0)
    } finally {
      await world.close()
    }
    await assert.rejects(databases.run('CREATE TABLE quire.more (id int)', app.href), { code: '42501' })
  })

  test('every toolset words a server that cannot be reached as its contract demands, without the address', async () => {
    const store = new URL(databases.url)
    store.port = '1'
    const world = await openWorld('library', { flags: ['--store', store.href, '--toolsets', 'all'] })
    try {
      const answers: Record<string, [input: object, says: RegExp]> = {
        search: [{ query: 'ink' }, /^{"status":"error","error":"Search failed: The PostgreSQL server cannot/],
        list_projects: [{}, /"code":"INDEX_UNAVAILABLE".*"reason":"STORE_UNREACHABLE"/],
        search_knowledge_base: [
          { query: 'ink' },
          /"code":"DATABASE_ERROR".*"reason":"STORE_UNREACHABLE".*"status_code":503/,
        ],
        list_jobs: [{}, /"code":"DATABASE_ERROR"/],
        list_speakers: [{}, /^"?Database error\. The PostgreSQL server cannot be reached/],
      }
      for (const [tool, [input, says]] of Object.entries(answers)) {
        const error = JSON.stringify(await world.refuse(tool, input))
        assert.match(error, says)
        assert.equal(error.includes(store.password) || error.includes(store.host), false, error)
      }
    } finally {
      await world.close().catch(() => {})
    }
  })

  test('doctor finds the store sound, and says when the index of vectors is of a version with errors', async () => {
    const store = await databases.createStore()
    const [row] = await databases.run("SELECT extversion FROM pg_extension WHERE extname = 'vector'", store)
    const world = await openWorld('library', { flags: ['--store', store, '--toolsets', 'all'] })
    try {
      const { findings } = await world.call('check_server', {})
      const says = JSON.stringify(findings)
      assert.match(says, /postgres:\/\/.*sound/)
      assert.equal(
        says.includes(`pgvector ${row?.extversion}`),
        /^0\.([0-7]|8\.[0-2])\b/.test(row?.extversion),
      )
      assert.doesNotMatch(says, /quire:/)
    } finally {
      await world.close()
    }
  })

  test('the contract tests of the toolsets that have tables of their own pass', async () => {
    const files = ['src/features/code/test/graph.test.ts', 'src/features/facts/test/search-graphiti.test.ts']
    const { QUIRE_TEST_SURFACES: _, NODE_TEST_CONTEXT: _context, ...environment } = process.env
    const tests = spawn(process.execPath, ['--test', ...files], {
      env: { ...environment, QUIRE_TEST_POSTGRES: databases.url, QUIRE_TEST_SURFACES: 'library' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, [exitCode]] = await Promise.all([text(tests.stdout), once(tests, 'close')])
    assert.equal(exitCode, 0, output)
    assert.match(output, /^\S+ fail 0$/m)
  })
})
