import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { stillClock } from '../../../../../../test/conformance/store-fixtures.ts'
import { cypherQueries } from '../../../cypher/cypher-queries.ts'
import { planUpdate } from '../../../graph/build-graph.ts'
import { repository } from '../../../graph/test/library.ts'
import type { GraphQueries } from '../../../ports/graph-queries.ts'
import type { GraphStore } from '../../../ports/graph-store.ts'
import { sqliteGraphStore } from '../../../tables/sqlite-graph-store.ts'

const root = join(import.meta.dirname, '../../../../../..')
const folder = mkdtempSync(join(tmpdir(), 'quire-cypher-'))
const path = join(folder, 'quire.db')

/** Parsed beside our own sources: multiple inheritance, and files that import each other. */
const family = `
class Animal:
    def name(self): ...
    def age(self): ...
class Pet:
    owner: str
    def call(self): ...
class Cat(Animal, Pet):
    def purr(self): ...
class Kitten(Cat):
    def name(self): ...
class Dog(Animal): ...
`
const circle = {
  'circle/one.ts': "import { two } from './two.ts'\nexport const one = () => two\n",
  'circle/two.ts': "import { one } from './one.ts'\nexport const two = () => one\n",
}

let store: GraphStore
let queries: GraphQueries
let database: DatabaseSync

before(async () => {
  const sources = globSync('src/{core/{model,ports},features/code/{model,ports,cypher}}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts', '**/test/**'],
  })
  const texts = sources.map(one => [relative('.', one), readFileSync(join(root, one), 'utf8')] as const)
  const { files, ...rest } = await repository(
    { ...Object.fromEntries(texts), ...circle, 'animals.py': family },
    'own',
  )
  store = sqliteGraphStore({ path, clock: stillClock })
  const facts = { source: root, revision: null, offers: [], needs: [], shape: 1, parsedAt: stillClock.now() }
  await store.replace(
    { repository: { ...rest, ...facts }, basedOn: null, ...planUpdate([], { files, ...rest }) },
    new AbortController().signal,
  )
  queries = cypherQueries(store)
  database = new DatabaseSync(path)
  database.exec(`
    CREATE TEMP TABLE node AS SELECT hex(id) AS id, label, name, full_name, properties AS p
      FROM graph_nodes JOIN graph_parts ON key = part_key WHERE state = 'live';
    CREATE TEMP TABLE edge AS SELECT part_key || '/' || ordinal AS id, type, hex(from_id) AS a, hex(to_id) AS b
      FROM graph_edges JOIN graph_parts ON key = part_key WHERE state = 'live';
    CREATE UNIQUE INDEX temp.node_id ON node (id);
    CREATE INDEX temp.edge_a ON edge (a);
    CREATE INDEX temp.edge_b ON edge (b)`)
})

after(async () => {
  await queries.close()
  await store.close()
  database.close()
  rmSync(folder, { recursive: true })
})

const [, ...pairs] = readFileSync(join(import.meta.dirname, 'queries.txt'), 'utf8')
  .trim()
  .split('\n\n')

test('there are at least forty queries to compare', () => assert.ok(pairs.length >= 40, String(pairs.length)))

for (const pair of pairs) {
  const [cypher = '', sql = ''] = pair.split('\n')
  test(`as SQL says: ${cypher}`, async () => {
    const { rows } = await queries.run(cypher, {
      signal: new AbortController().signal,
      maxRows: 100_000,
      timeoutMs: 600_000,
    })
    const found = rows.map(row =>
      Object.values(row).map(value => (typeof value === 'boolean' ? Number(value) : value)),
    )
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    const expected = statement.all() as unknown as unknown[][]
    assert.ok(expected.length > 0, 'the comparison needs rows')
    const isOrdered = cypher.includes('ORDER BY')
    assert.deepEqual(isOrdered ? found : inAnyOrder(found), isOrdered ? expected : inAnyOrder(expected))
  })
}

function inAnyOrder(rows: unknown[][]): string[] {
  return rows.map(row => JSON.stringify(row)).sort()
}
