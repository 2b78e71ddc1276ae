import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { auditTrail } from '../../src/adapters/audit/audit-trail.ts'
import { postgresSharedParts } from '../../src/adapters/stores/postgres/shared/shared-parts.ts'
import { sha256 } from '../../src/core/model/identity.ts'
import { postgresDatabases } from '../support/postgres-databases.ts'
import { testCache } from './cache-suite.ts'
import { stillClock } from './store-fixtures.ts'

const databases = await postgresDatabases()
if ('reason' in databases) test('what servers share in PostgreSQL', { skip: databases.reason }, () => {})
else {
  const url = await databases.createStore()
  const [one, other] = [1, 2].map(() => postgresSharedParts({ url, clock: stillClock }))
  assert.ok(one && other)
  after(async () => {
    await one.close()
    await other.close()
    await databases.stop()
  })
  testCache('the cache in PostgreSQL', async () => one.cache({ seconds: 60 }))

  describe('servers that share a database', () => {
    test('an answer that has expired is not returned, and is removed', async () => {
      await one.cache({ seconds: 0 }).set('old', 'answer')
      assert.equal(await other.cache({ seconds: 60 }).get('old'), null)
      await one.cache({ seconds: 60 }).set('new', 'answer')
      assert.equal(await other.cache({ seconds: 60 }).get('new'), 'answer')
      assert.deepEqual(await databases.run('SELECT 1 FROM quire.cache WHERE expires_at <= now()', url), [])
    })

    test('an original is read by every server, of any size, and only while its document has it', async () => {
      const kept = one.originals({ isOn: true, maxBytes: 10_000_000 })
      const read = other.originals({ isOn: false, maxBytes: 1 })
      const owner = { collection: 'notes', source: 'é'.repeat(5_000) }
      const files = [new Uint8Array(0), new Uint8Array(9_000_000).fill(7), new TextEncoder().encode('small')]
      for (const bytes of files) assert.equal(await kept.keep(owner, bytes), null)
      for (const bytes of files)
        assert.deepEqual(Buffer.from((await read.read(owner, sha256(bytes))) ?? []), Buffer.from(bytes))
      assert.match(
        (await kept.keep(owner, new Uint8Array(10_000_001))) ?? '',
        /larger than originals.max_bytes/,
      )
      assert.equal(await read.keep(owner, Uint8Array.of(1)), null)
      assert.equal(await read.read(owner, sha256(Uint8Array.of(1))), null)
      const [, large = new Uint8Array(0), small = new Uint8Array(0)] = files
      await kept.forget(owner, sha256(small))
      assert.equal(await read.read(owner, sha256(large)), null)
      assert.equal((await read.read(owner, sha256(small)))?.length, small.length)
      assert.equal(await read.read({ ...owner, collection: 'other' }, sha256(small)), null)
      await read.forgetCollection('notes')
      assert.equal(await kept.read(owner, sha256(small)), null)
    })

    test('folders are remembered for the machine that saw them', async () => {
      const [here, there] = ['here', 'there'].map(host => one.folderMemory({ host }))
      const seen = { recipe: 'r', recursive: true, identity: 'i', files: {} }
      for (const folder of ['/b', '/a']) await here?.save('notes', folder, seen)
      await here?.save('notes', '/b', { ...seen, recursive: false })
      assert.deepEqual(await other.folderMemory({ host: 'here' }).load('notes', '/a'), seen)
      assert.deepEqual(await here?.list('notes'), [
        { folder: '/a', recursive: true },
        { folder: '/b', recursive: false },
      ])
      assert.equal(await there?.load('notes', '/a'), null)
      assert.deepEqual(await there?.list('notes'), [])
      assert.equal(await here?.load('other', '/a'), null)
    })

    test('vectors of texts are those of the last save of their model', async () => {
      const of = { model: 'm', dimensions: 2, texts: ['a', 'b', 'a'] }
      const [a, b] = [Float32Array.of(1, 2), Float32Array.of(0.1, -3)]
      await one.vectorMemory().save(of, [a, null, a])
      assert.deepEqual(await other.vectorMemory().load(of), [a, null, a])
      await other.vectorMemory().save({ ...of, texts: ['b'] }, [b])
      assert.deepEqual(await one.vectorMemory().load(of), [null, b, null])
      assert.deepEqual(await one.vectorMemory().load({ ...of, model: 'n' }), [null, null, null])
    })

    test('the audit keeps the lines of the newest runs', async () => {
      const problems: object[] = []
      const log = { write: (_level: string, _event: string, fields = {}) => void problems.push(fields) }
      const trail = auditTrail({ lines: one.auditLines({ keep: 2 }), keep: 2, clock: stillClock, log })
      for (const correlationId of ['first', 'second', 'third']) {
        const run = trail.begin({
          correlationId,
          kind: 'ingest_file',
          collection: 'notes',
          denseModel: 'm',
          sparseModel: null,
        })
        const chunks = { written: 1, added: 1, updated: 0, skipped: 0, filtered: 0 }
        run.open()({ source: 'a', documentId: 'd', chunks, warnings: [], errors: [] })
        await run.close()
      }
      const lines = await databases.run('SELECT run, line FROM quire.audit_lines ORDER BY key', url)
      assert.deepEqual(
        lines.map(({ run, line }) => [run, JSON.parse(line).event]),
        ['second', 'third'].flatMap(run => [
          [run, 'document'],
          [run, 'summary'],
        ]),
      )
      assert.deepEqual(problems, [])
    })
  })
}
