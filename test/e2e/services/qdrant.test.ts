import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startQdrant } from '../../../scripts/services/start-qdrant.ts'
import { openDatabase } from '../../../src/adapters/stores/postgres/database.ts'
import { runProgram } from '../../../src/app/run-program.ts'
import { openWorld, testProcess } from '../../contract/world.ts'
import { postgresDatabases } from '../../support/postgres-databases.ts'

const qdrant = await startQdrant(line => process.stderr.write(`${line}\n`)).catch((error: Error) => error)
const databases = qdrant instanceof Error ? { reason: qdrant.message } : await postgresDatabases()

describe('the program with Qdrant', { skip: 'reason' in databases && databases.reason }, () => {
  if ('reason' in databases || qdrant instanceof Error) return
  const { url, key } = qdrant
  after(async () => {
    await databases.stop()
    await qdrant.stop()
  })

  async function homeWithKey(): Promise<{ home: string; keyFile: string }> {
    const home = await mkdtemp(join(tmpdir(), 'quire-qdrant-home-'))
    const keyFile = join(home, 'key')
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 })
    return { home, keyFile }
  }

  async function run(home: string, argv: string[]): Promise<{ code: number; text: string }> {
    let text = ''
    const add = (part: string) => {
      text += part
    }
    const world = testProcess(home, [...argv, '--home', home], { onOutput: add, onNote: add })
    return { code: await runProgram(world), text }
  }

  test('a server answers from Qdrant, and its metrics, its doctor and its settings tell of it without its key', async () => {
    const { home, keyFile } = await homeWithKey()
    const store = await databases.createStore()
    const vectors = ['--vectors', url, '--vectors-key-file', keyFile, '--vectors-from', '1']
    const flags = ['--store', store, ...vectors]
    const world = await openWorld('library', { flags })
    try {
      for (const number of [1, 2, 3])
        await world.call('ingest_content', {
          content: `Iron gall ink, part ${number}.`,
          source: `${number}.md`,
        })
      const state = async () => world.wired.parts.store.outerIndex?.()
      for (let tries = 0; ((await state())?.used ?? 0) === 0; tries++) {
        assert.ok(tries < 200, JSON.stringify(await state()))
        const { results, warnings } = await world.call('search', { query: `gall ink ${tries}` })
        assert.equal(results.length, 3)
        assert.deepEqual(warnings, [])
      }
      const shelf = async () => (await world.call('list_libraries', {})).libraries[0]
      for (let tries = 0; (await state())?.changes !== 0; tries++) {
        assert.ok(tries < 200, JSON.stringify(await state()))
        await world.call('search', { query: 'ink' })
      }
      assert.equal((await shelf()).index_waiting, undefined)
      const database = await openDatabase({ url: store, busyTimeoutMs: 1_000 })
      try {
        await database.write(async sql => {
          // No process can feed meanwhile.
          await sql.run('LOCK TABLE quire.dense_feed IN EXCLUSIVE MODE')
          await world.call('ingest_content', { content: 'Iron gall ink, part 4.', source: '4.md' })
          assert.equal((await shelf()).index_waiting, 1)
        })
      } finally {
        await database.close()
      }
    } finally {
      await world.close()
    }
    const doctor = await run(home, ['doctor', '--repair', '--embedder', 'hash', ...flags])
    assert.match(doctor.text, /built anew/)
    assert.match(doctor.text, /vectors +qdrant:\/\/127\.0\.0\.1:\d+: it has everything/)
    const shown = await run(home, ['config', 'show', ...flags])
    assert.match(shown.text, /vectors\.key/)
    for (const { text } of [doctor, shown]) assert.ok(!text.includes(key))
    await rm(home, { recursive: true })
  })

  test('with a SQLite file the setting is refused, and a bad address is too', async () => {
    const { home } = await homeWithKey()
    const beside = await run(home, ['libraries', '--vectors', url])
    assert.match(beside.text, /vectors\.url needs a store in PostgreSQL/)
    assert.notEqual(beside.code, 0)
    const store = await databases.createStore()
    const bad = await run(home, ['libraries', '--store', store, '--vectors', 'http://127.0.0.1:6333'])
    assert.match(bad.text, /must be qdrant:\/\/host:port/)
    await rm(home, { recursive: true })
  })
})
