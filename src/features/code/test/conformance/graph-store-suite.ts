import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { never, stillClock, type UrlIn } from '../../../../../test/conformance/store-fixtures.ts'
import { openTables } from '../../../../adapters/stores/index.ts'
import { uuidOf } from '../../../../core/model/identity.ts'
import { buildGraph, planUpdate } from '../../graph/build-graph.ts'
import { repository } from '../../graph/test/library.ts'
import type { CodeRepository, GraphEdge, GraphNode } from '../../model/code-graph.ts'
import type { GraphChange, GraphStore, RepositoryFacts, SnapshotEdge } from '../../ports/graph-store.ts'
import { graphTables } from '../../tables/index.ts'

const texts = {
  'pkg/__init__.py': 'from .base import Base\n',
  'pkg/base.py':
    'class Base:\n    """The first."""\n    x: int = 1\n    def run(self, a, *, b: str = "c") -> int: ...\n',
  'pkg/child.py':
    'from pkg.base import Base\nclass Child(Base):\n    def run(self): ...\ndef make() -> Child: ...\n',
}

export function factsOf({ name, packages, nativeModules }: CodeRepository): RepositoryFacts {
  return {
    name,
    source: `https://example.org/${name}`,
    revision: 'abc',
    packages,
    nativeModules,
    offers: ['pkg'],
    needs: ['os'],
    shape: 1,
    parsedAt: '2026-01-02T03:04:05+00:00',
  }
}

/** The change from one version of a repository to the next. */
export function changeOf(
  before: (CodeRepository & { version: number }) | null,
  after: CodeRepository,
): GraphChange {
  return {
    repository: factsOf(after),
    basedOn: before?.version ?? null,
    ...planUpdate(before?.files ?? [], after),
  }
}

async function place(context: TestContext, urlIn: UrlIn) {
  const folder = await mkdtemp(join(tmpdir(), 'quire-graph-'))
  const opened: GraphStore[] = []
  context.after(async () => {
    for (const store of opened) await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const url = await urlIn(folder)
  return async () => {
    const store = await openTables(url, graphTables, { clock: stillClock })
    opened.push(store)
    return store
  }
}

async function contents(
  store: GraphStore,
): Promise<{ nodes: GraphNode[]; edges: SnapshotEdge[]; version: number }> {
  const snapshot = await store.snapshot()
  const [nodes, edges] = [await collect(snapshot.nodes()), await collectEdges(snapshot.edges())]
  await snapshot.close()
  return { nodes, edges, version: snapshot.version }
}

async function collect<T extends { id: string }>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for await (const page of pages) found.push(...page)
  return byId(found)
}

/** In the order of the ids that the edges would have. */
async function collectEdges(pages: AsyncIterable<readonly SnapshotEdge[]>): Promise<SnapshotEdge[]> {
  const found: GraphEdge[] = []
  for await (const page of pages)
    found.push(...page.map(edge => ({ id: uuidOf('code', edge.from, edge.type, edge.to), ...edge })))
  return byId(found).map(({ id: _, ...edge }) => edge)
}

function byId<T extends { id: string }>(things: readonly T[]): T[] {
  return things.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function assertHolds(store: GraphStore, repositories: readonly CodeRepository[]): Promise<void> {
  const graphs = repositories.map(buildGraph)
  const { nodes, edges } = await contents(store)
  assert.deepEqual(nodes, byId(graphs.flatMap(graph => graph.nodes)))
  const expected = byId(graphs.flatMap(graph => graph.edges)).map(({ id: _, ...edge }) => edge)
  assert.deepEqual(edges, expected)
}

/** Tests of the GraphStore port, for every store. */
export function testGraphStore(name: string, urlIn: UrlIn): void {
  describe(`${name} is a store of graphs`, () => {
    test('a graph comes back as it was put, with the files it was made of', async context => {
      const store = await (await place(context, urlIn))()
      const lib = await repository(texts)
      assert.deepEqual([await store.version(), await store.listRepositories()], [0, []])
      assert.equal(await store.loadRepository('owner/lib'), null)
      const record = await store.replace(changeOf(null, lib), never)
      assert.deepEqual(record, {
        ...factsOf(lib),
        version: 1,
        counts: { Repository: 1, File: 3, Class: 2, Method: 2, Function: 1, Attribute: 1, Parameter: 4 },
        edges: buildGraph(lib).edges.length,
      })
      assert.deepEqual(await store.listRepositories(), [record])
      assert.deepEqual(await store.loadRepository('owner/lib'), { ...lib, version: 1, shape: 1 })
      await assertHolds(store, [lib])
    })

    test('a new state replaces what changed, drops what is gone, and keeps the rest', async context => {
      const store = await (await place(context, urlIn))()
      await store.replace(changeOf(null, await repository(texts)), never)
      const { 'pkg/child.py': _, ...rest } = texts
      const next = await repository({
        ...rest,
        'pkg/base.py': 'class Base:\n    y: int = 1\n',
        'pkg/new.py': 'z = 1\n',
      })
      const change = changeOf(await store.loadRepository('owner/lib'), next)
      assert.deepEqual(change.keep, ['pkg/__init__.py'])
      const record = await store.replace(change, never)
      assert.deepEqual([record.version, record.counts.File, record.counts.Method], [2, 3, undefined])
      await assertHolds(store, [next])
      assert.deepEqual(
        (await store.loadRepository('owner/lib'))?.files.map(({ path }) => path),
        ['pkg/__init__.py', 'pkg/base.py', 'pkg/new.py'],
      )
    })

    test('repositories are kept apart, and one can be removed', async context => {
      const store = await (await place(context, urlIn))()
      const [mine, yours] = [await repository(texts, 'a/lib'), await repository(texts, 'b/lib')]
      await store.replace(changeOf(null, yours), never)
      await store.replace(changeOf(null, mine), never)
      assert.deepEqual(
        (await store.listRepositories()).map(one => one.name),
        ['a/lib', 'b/lib'],
      )
      await assertHolds(store, [mine, yours])
      assert.equal(await store.remove('a/lib'), true)
      assert.equal(await store.remove('a/lib'), false)
      await assertHolds(store, [yours])
      assert.equal(await store.version(), 3)
    })

    test('the old graph answers until the new one is complete, also when that is never', async context => {
      const open = await place(context, urlIn)
      const [store, other] = [await open(), await open()]
      const lib = await repository(texts)
      await store.replace(changeOf(null, lib), never)
      const next = await repository({ ...texts, 'pkg/base.py': 'class Base: ...\n' })
      const change = changeOf(await store.loadRepository('owner/lib'), next)
      const seen: number[] = []
      const watched = {
        ...change,
        parts: (function* () {
          yield* change.parts
          throw new Error('half-way')
        })(),
      }
      await assert.rejects(store.replace(watched, never), { message: 'half-way' })
      await assertHolds(other, [lib])
      const cancelled = new AbortController()
      const aborting = {
        ...change,
        parts: (function* () {
          cancelled.abort()
          yield* change.parts
        })(),
      }
      await assert.rejects(store.replace(aborting, cancelled.signal), { code: 'CANCELLED' })
      await assertHolds(other, [lib])
      seen.push(await other.version())
      await store.replace(change, never)
      seen.push(await other.version())
      assert.deepEqual(seen, [1, 2])
      await assertHolds(other, [next])
    })

    test('a change that is based on a state that is gone is refused and leaves nothing', async context => {
      const open = await place(context, urlIn)
      const [one, two] = [await open(), await open()]
      const lib = await repository(texts)
      await one.replace(changeOf(null, lib), never)
      const next = await repository({ ...texts, 'pkg/base.py': 'class Base: ...\n' })
      const late = changeOf(await two.loadRepository('owner/lib'), next)
      await one.replace(changeOf(await one.loadRepository('owner/lib'), lib), never)
      await assert.rejects(two.replace(late, never), { code: 'GRAPH_CHANGED', kind: 'conflict' })
      await assert.rejects(two.replace(changeOf(null, next), never), { code: 'GRAPH_CHANGED' })
      await assertHolds(two, [lib])
      await two.replace(changeOf(await two.loadRepository('owner/lib'), next), never)
      await assertHolds(one, [next])
    })

    test('a snapshot stays as it was, whatever is swapped in meanwhile', async context => {
      const open = await place(context, urlIn)
      const [one, two] = [await open(), await open()]
      const lib = await repository(texts)
      await one.replace(changeOf(null, lib), never)
      const snapshot = await one.snapshot()
      await two.remove('owner/lib')
      await two.replace(changeOf(null, await repository({ 'a.py': 'x = 1\n' }, 'other')), never)
      assert.equal(snapshot.version, 1)
      assert.deepEqual(await collect(snapshot.nodes()), byId(buildGraph(lib).nodes))
      await snapshot.close()
      assert.equal((await contents(one)).version, 3)
    })

    test('nodes are found by label, repository, name and full name, in order', async context => {
      const store = await (await place(context, urlIn))()
      await store.replace(changeOf(null, await repository(texts, 'b/lib')), never)
      await store.replace(changeOf(null, await repository(texts, 'a/lib')), never)
      const find = async (query: Parameters<GraphStore['findNodes']>[0]) =>
        (await store.findNodes(query)).map(
          one => `${one.repository} ${one.properties.full_name ?? one.properties.name}`,
        )
      const classes = [
        'a/lib pkg.base.Base',
        'a/lib pkg.child.Child',
        'b/lib pkg.base.Base',
        'b/lib pkg.child.Child',
      ]
      assert.deepEqual(await find({ labels: ['Class', 'Enum'], limit: 9 }), classes)
      assert.deepEqual(await find({ labels: ['Class'], limit: 3 }), classes.slice(0, 3))
      assert.equal(await store.countNodes({ labels: ['Class'] }), 4)
      assert.deepEqual(await find({ labels: ['Class'], repository: 'b/lib', limit: 9 }), classes.slice(2))
      assert.deepEqual(await find({ labels: ['Class'], repository: 'lib', limit: 9 }), [])
      assert.deepEqual(await find({ labels: ['Class', 'Method'], called: 'Child', limit: 9 }), [
        classes[1],
        classes[3],
      ])
      assert.deepEqual(
        await find({ labels: ['Method'], called: 'pkg.base.Base.run', repository: 'a/lib', limit: 9 }),
        ['a/lib pkg.base.Base.run'],
      )
      assert.deepEqual(await find({ labels: ['File'], called: 'pkg.child', repository: 'a/lib', limit: 9 }), [
        'a/lib child.py',
      ])
      assert.deepEqual(await find({ labels: ['Repository'], called: 'a/lib', limit: 9 }), ['a/lib a/lib'])
      assert.deepEqual(await find({ labels: ['Class'], called: "x' OR 1=1 --", limit: 9 }), [])
    })

    test('edges lead from node to node, both ways', async context => {
      const store = await (await place(context, urlIn))()
      await store.replace(changeOf(null, await repository(texts)), never)
      const [base] = await store.findNodes({ labels: ['Class'], called: 'Base', limit: 1 })
      assert.ok(base)
      const around = async (types: GraphEdge['type'][], direction: 'from' | 'to') => {
        const edges = await store.findEdges({ types, nodes: [base.id], direction })
        const ends = await store.readNodes(edges.map(edge => (direction === 'from' ? edge.to : edge.from)))
        return ends.map(({ label, properties }) => `${label} ${properties.name}`)
      }
      assert.deepEqual(await around(['HAS_METHOD', 'HAS_ATTRIBUTE'], 'from'), ['Attribute x', 'Method run'])
      assert.deepEqual(await around(['EXTENDS'], 'to'), ['Class Child'])
      assert.deepEqual(await around(['EXTENDS'], 'from'), [])
      assert.deepEqual(await store.readNodes(['00000000-0000-5000-8000-000000000000', base.id]), [base])
    })

    test('many who change one repository at once all end with one whole graph', async context => {
      const open = await place(context, urlIn)
      const stores = await Promise.all([open(), open(), open()])
      const states = await Promise.all(
        stores.map((_, at) => repository({ ...texts, 'pkg/base.py': `class Base${at}: ...\n` })),
      )
      const change = async (store: GraphStore, state: CodeRepository): Promise<void> => {
        try {
          await store.replace(changeOf(await store.loadRepository('owner/lib'), state), never)
        } catch (error) {
          assert.equal(Reflect.get(Object(error), 'code'), 'GRAPH_CHANGED')
          await change(store, state)
        }
      }
      await Promise.all(stores.map((store, at) => change(store, states[at] as CodeRepository)))
      const last = (await contents(stores[0])).nodes.find(
        ({ label, file }) => label === 'Class' && file === 'pkg/base.py',
      )
      const winner = states.find(({ files }) =>
        files.some(({ classes }) => classes.some(one => one.name === last?.properties.name)),
      )
      assert.ok(winner)
      await assertHolds(stores[0], [winner])
    })
  })
}
