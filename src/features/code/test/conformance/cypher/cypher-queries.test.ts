import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cypherQueries } from '../../../cypher/cypher-queries.ts'
import { graphSource, shop } from '../../../cypher/test/shop.ts'
import type { GraphEdge } from '../../../model/code-graph.ts'

const source = graphSource(shop)
const queries = cypherQueries(source)
after(() => queries.close())

const options = (changes: { maxRows?: number; timeoutMs?: number; signal?: AbortSignal } = {}) => ({
  signal: new AbortController().signal,
  maxRows: 20,
  timeoutMs: 600_000,
  ...changes,
})

test('gives columns and rows', async () => {
  const answer = await queries.run('MATCH (f:File) RETURN f.name AS file ORDER BY file', options())
  assert.deepEqual(answer, {
    columns: ['file'],
    rows: [{ file: 'base.py' }, { file: 'cart.py' }],
    limited: false,
    warnings: [],
  })
})

test('an invalid query loads nothing', async () => {
  const untouched = { version: source.version, snapshot: () => assert.fail('the graph was loaded') }
  const others = cypherQueries(untouched)
  await assert.rejects(others.run('MATCH (c:Class RETURN c', options()), { code: 'CYPHER_INVALID' })
  await others.close()
})

test('only the labels and relations that a query names are loaded, and once', async () => {
  const asked: unknown[] = []
  const watched = {
    version: source.version,
    async snapshot() {
      const { nodes, edges, ...rest } = await source.snapshot()
      return {
        ...rest,
        nodes: (labels?: readonly string[] | null) => {
          asked.push(labels)
          return nodes(labels)
        },
        edges: (types?: readonly string[] | null) => {
          asked.push(types)
          return edges(types)
        },
      }
    },
  }
  const others = cypherQueries(watched)
  const query = 'MATCH (c:Class)-[:HAS_METHOD]->(m:Method) RETURN count(m) AS n'
  const first = await others.run(query, options())
  assert.deepEqual(asked, [['Class', 'Method'], ['HAS_METHOD']])
  assert.deepEqual(await others.run(query, options()), first)
  assert.equal(asked.length, 2)
  await others.run('MATCH (f:File) RETURN f.name', options())
  assert.deepEqual(asked.slice(2), [['Class', 'Method', 'File'], ['HAS_METHOD']])
  await others.close()
})

test('parameters have their values, and unknown names are warned about with the nearest', async () => {
  const { rows } = await queries.run('MATCH (f:File {name: $name}) RETURN f.name AS file', {
    ...options(),
    parameters: { name: 'cart.py' },
  })
  assert.deepEqual(rows, [{ file: 'cart.py' }])
  const { warnings } = await queries.run(
    'MATCH (c:Clas)-[:HAS_METHODS]->(m:Method) RETURN c.nam, m.name',
    options(),
  )
  assert.deepEqual(warnings, [
    'No label of the graph is called "Clas". Did you mean Class?',
    'No relation of the graph is called "HAS_METHODS". Did you mean HAS_METHOD?',
    'No property of the graph is called "nam". Did you mean name?',
  ])
})

test('says when there were more rows than asked for', async () => {
  const { rows, limited } = await queries.run('MATCH (n) RETURN n.name', options({ maxRows: 3 }))
  assert.equal(rows.length, 3)
  assert.equal(limited, true)
  const all = await queries.run('MATCH (c:Class) RETURN c.name', options({ maxRows: 4 }))
  assert.equal(all.limited, false)
})

const writes = [
  "CREATE (c:Class {name: 'x'})",
  "MATCH (c:Class) CREATE (c)-[:HAS_METHOD]->(:Method {name: 'x'})",
  "MERGE (c:Class {name: 'x'}) RETURN c",
  "MATCH (c:Class) SET c.name = 'x' RETURN c",
  'MATCH (c:Class) DELETE c',
  'MATCH (c:Class) DETACH DELETE c',
  'MATCH (c:Class) REMOVE c.name RETURN c',
  "FOREACH (x IN [1] | CREATE (:Class {name: 'x'}))",
  "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
  "load from '/etc/passwd' return *",
  'DROP INDEX names',
  "CALL apoc.load.json('http://127.0.0.1/') YIELD value RETURN value",
  'MATCH (c:Class) RETURN c; MATCH (c) DELETE c',
  'MATCH (c:Class) WITH c MERGE (:Class {name: c.name}) RETURN 1',
  'CALL { CREATE (:Class) } RETURN 1',
  'MATCH (c) WHERE EXISTS { CREATE (:Class) } RETURN c',
]

for (const write of writes)
  test(`refuses before it runs: ${write}`, () =>
    assert.rejects(queries.run(write, options()), ({ code }: { code: string }) => {
      assert.match(code, /^CYPHER_(READ_ONLY|INVALID)$/)
      return true
    }))

test('words of writing inside of texts and names are only words', async () => {
  const { rows } = await queries.run(
    "MATCH (c:Class) WHERE c.name <> 'CREATE' RETURN count(c) AS `delete`",
    options(),
  )
  assert.deepEqual(rows, [{ delete: 4 }])
})

const runaways = [
  'MATCH (a), (b), (c), (d), (e), (f), (g) RETURN count(*)',
  'UNWIND range(1, 100000) AS x UNWIND range(1, 100000) AS y RETURN sum(x * y)',
  "WITH 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' AS text RETURN text =~ '(a+)+'",
  'MATCH (a), (b), (c), (d), (e), (f) WITH a ORDER BY a.name RETURN a.name',
]

for (const runaway of runaways)
  test(`stops in time: ${runaway}`, () =>
    assert.rejects(queries.run(runaway, options({ timeoutMs: 400 })), { code: 'CYPHER_TIMEOUT' }))

test('answers again after one was stopped', async () => {
  await assert.rejects(queries.run(runaways[0] ?? '', options({ timeoutMs: 200 })), {
    code: 'CYPHER_TIMEOUT',
  })
  const { rows } = await queries.run('MATCH (n) RETURN count(*) AS n', options())
  assert.deepEqual(rows, [{ n: shop.nodes.length }])
})

test('stops what needs too much memory', async () => {
  const small = cypherQueries(source, { memoryMb: 24 })
  try {
    await assert.rejects(
      small.run(
        'UNWIND range(1, 900000) AS x UNWIND range(1, 50) AS y RETURN collect(toString(x * y))',
        options({ timeoutMs: 600_000 }),
      ),
      { code: 'CYPHER_TOO_LARGE' },
    )
  } finally {
    await small.close()
  }
})

test('stops when the caller no longer wants it', async () => {
  const caller = new AbortController()
  const running = queries.run(runaways[0] ?? '', options({ signal: caller.signal }))
  setImmediate(() => caller.abort())
  await assert.rejects(running, { code: 'CANCELLED' })
})

test('takes the graph anew when it has changed, and only then', async () => {
  const own = graphSource(shop)
  const asked = cypherQueries(own)
  const count = async () => (await asked.run('MATCH (n) RETURN count(*) AS n', options())).rows[0]?.n
  try {
    assert.equal(await count(), shop.nodes.length)
    assert.equal(await count(), shop.nodes.length)
    assert.equal(own.snapshots(), 1)
    own.replace({ nodes: shop.nodes.slice(0, 2), edges: [] })
    assert.equal(await count(), 2)
    assert.equal(own.snapshots(), 2)
  } finally {
    await asked.close()
  }
})

test('many callers at once are all answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => queries.run(`RETURN ${at} AS at`, options())),
  )
  assert.deepEqual(
    answers.map(({ rows }) => rows[0]?.at),
    Array.from({ length: 20 }, (_, at) => at),
  )
})

test('one that gives up waiting lets nobody in early', async () => {
  const slow = queries.run(runaways[0] ?? '', options({ timeoutMs: 500 }))
  const caller = new AbortController()
  const waiting = queries.run('RETURN 1', options({ signal: caller.signal }))
  const behind = queries.run('RETURN 2 AS two', options())
  caller.abort()
  await assert.rejects(waiting, { code: 'CANCELLED' })
  await assert.rejects(slow, { code: 'CYPHER_TIMEOUT' })
  assert.deepEqual((await behind).rows, [{ two: 2 }])
})

test('edges without both ends are passed over', async () => {
  const [first] = shop.edges
  const lost = { ...(first as GraphEdge), id: 'lost', to: 'nowhere' }
  const asked = cypherQueries(graphSource({ nodes: shop.nodes, edges: [lost] }))
  try {
    assert.deepEqual((await asked.run('MATCH ()-[r]->() RETURN count(r) AS n', options())).rows, [{ n: 0 }])
  } finally {
    await asked.close()
  }
})
