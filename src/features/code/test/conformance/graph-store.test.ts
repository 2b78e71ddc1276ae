import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { never, stillClock } from '../../../../../test/conformance/store-fixtures.ts'
import { openStore, openTables } from '../../../../adapters/stores/index.ts'
import { repository } from '../../graph/test/library.ts'
import { graphTables } from '../../tables/index.ts'
import { sqliteGraphStore } from '../../tables/sqlite-graph-store.ts'
import { changeOf, testGraphStore } from './graph-store-suite.ts'

testGraphStore('sqlite', folder => `sqlite:${join(folder, 'quire.db')}`)

test('graphs lie in the file of the store, and nothing of what was replaced or given up stays there', async context => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-graph-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'quire.db')
  const store = await openStore(`sqlite:${path}`, { clock: stillClock })
  const graphs = await openTables(`sqlite:${path}`, graphTables, { clock: stillClock })
  const lib = await repository({ 'a.py': 'class A: ...\n', 'b.py': 'class B: ...\n' })
  await graphs.replace(changeOf(null, lib), never)
  const next = await repository({ 'a.py': 'class A: ...\n' })
  const change = changeOf(await graphs.loadRepository('owner/lib'), next)
  const broken = {
    ...change,
    parts: (function* () {
      yield* changeOf(null, lib).parts
      throw new Error('half-way')
    })(),
  }
  await assert.rejects(graphs.replace(broken, never))
  await graphs.replace(change, never)
  assert.deepEqual(await store.check(never), { ok: true, problems: [] })
  const database = new DatabaseSync(path)
  const count = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0])
  assert.equal(count("SELECT count(*) FROM graph_parts WHERE state <> 'live'"), 0)
  assert.equal(count('SELECT count(*) FROM graph_parts'), 2)
  assert.equal(count('SELECT count(*) FROM graph_nodes'), 3)
  assert.equal(count('SELECT count(*) FROM graph_edges'), 2)
  await graphs.remove('owner/lib')
  for (const table of ['graph_repositories', 'graph_parts', 'graph_nodes', 'graph_edges'])
    assert.equal(count(`SELECT count(*) FROM ${table}`), 0, table)
  database.close()
  await graphs.close()
  await store.close()
})

test('what a process that is gone had staged is cleared away by a later change, but not too soon', async context => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-graph-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'quire.db')
  let now = '2026-01-02T03:04:05+00:00'
  const graphs = sqliteGraphStore({ path, clock: { ...stillClock, now: () => now } })
  const lib = await repository({ 'a.py': 'class A: ...\n' })
  await graphs.version()
  const database = new DatabaseSync(path)
  database.exec(`INSERT INTO graph_parts (repository, path, counts, edges, state, stage, staged_at)
    VALUES ('gone', 'a.py', '{}', 0, 'staged', 'x', '2026-01-02T03:00:00+00:00')`)
  const staged = () =>
    database.prepare("SELECT count(*) AS count FROM graph_parts WHERE repository = 'gone'").get()?.count
  await graphs.replace(changeOf(null, lib), never)
  assert.equal(staged(), 1)
  now = '2026-01-02T05:04:05+00:00'
  await graphs.replace(changeOf(await graphs.loadRepository('owner/lib'), lib), never)
  assert.equal(staged(), 0)
  database.close()
  await graphs.close()
})

test('what SQLite throws leaves as a Failure', async context => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-graph-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const graphs = sqliteGraphStore({ path: folder, clock: stillClock })
  await assert.rejects(graphs.version(), { name: 'Failure', code: 'STORE_UNREACHABLE' })
  await assert.rejects(graphs.snapshot(), { name: 'Failure', code: 'STORE_UNREACHABLE' })
  await graphs.close()
})
