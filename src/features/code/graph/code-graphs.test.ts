import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { stillClock } from '../../../../test/conformance/store-fixtures.ts'
import { slow } from '../../../../test/support/slow.ts'
import { openTables } from '../../../adapters/stores/index.ts'
import { silent } from '../../../core/model/progress.ts'
import { codeParser } from '../parse/code-parser.ts'
import type { GraphQueries } from '../ports/graph-queries.ts'
import type { RepositoryReader } from '../ports/repository-reader.ts'
import { graphTables } from '../tables/index.ts'
import { codeWork } from '../work/code-work.ts'
import { type CodeGraphs, codeGraphs } from './code-graphs.ts'

const access = { roots: null, isLocal: true }
const context = { signal: new AbortController().signal, progress: silent }
const noQueries: GraphQueries = {
  run: async () => ({ columns: [], rows: [], limited: false, warnings: [] }),
  close: async () => {},
}

type Served = { names: readonly string[]; files: Record<string, string> }

/** A repository reader over files in memory, by address. */
function served(repositories: Map<string, Served>): RepositoryReader {
  const find = (address: string) => repositories.get(address) ?? assert.fail(address)
  return {
    identify: async address => ({ source: address, names: find(address).names }),
    async open(address) {
      const { files } = find(address)
      return {
        revision: null,
        files: Object.entries(files).map(([path, text]) => ({ path, bytes: text.length })),
        async *read(paths) {
          for (const path of paths) yield { path, text: files[path] ?? null }
        },
        async close() {},
      }
    },
  }
}

async function open(t: TestContext, repositories: Map<string, Served>): Promise<CodeGraphs> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-graphs-'))
  const store = await openTables(`sqlite:${join(folder, 'quire.db')}`, graphTables, { clock: stillClock })
  t.after(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  return codeGraphs({
    store,
    work: codeWork({ store, parser: codeParser(), model: null }),
    repositories: served(repositories),
    queries: noQueries,
    clock: stillClock,
  })
}

const check = async (graphs: CodeGraphs, text: string) => {
  const { hallucinations, summary } = await graphs.check(
    { path: 's.py', language: 'python', text },
    context.signal,
  )
  return { wrong: hallucinations.map(({ line, type }) => `${line} ${type}`), known: summary.totalValidations }
}

test('a name that another source has is qualified further, and stays with its source', async t => {
  const files = { 'a.py': 'x = 1\n' }
  const graphs = await open(
    t,
    new Map([
      ['https://one.example/o/n', { names: ['o/n', 'one.example/o/n'], files }],
      ['https://two.example/o/n', { names: ['o/n', 'two.example/o/n'], files }],
    ]),
  )
  const parse = async (address: string) => (await graphs.parse(address, access, context)).record.name
  assert.equal(await parse('https://one.example/o/n'), 'o/n')
  assert.equal(await parse('https://two.example/o/n'), 'two.example/o/n')
  assert.equal(await parse('https://one.example/o/n'), 'o/n')
  assert.equal(await parse('https://two.example/o/n'), 'two.example/o/n')
  assert.equal((await graphs.findRepository('o/n')).source, 'https://one.example/o/n')
})

test('a script is checked with what it imports and what that is made of', slow, async t => {
  const graphs = await open(
    t,
    new Map([
      ['base', { names: ['base'], files: { 'base/__init__.py': 'class Base:\n    def go(self): ...\n' } }],
      ['top', { names: ['top'], files: { 'top.py': 'from base import Base\nclass Top(Base): ...\n' } }],
      ['far', { names: ['far'], files: { 'far.py': 'x = 1\n' } }],
    ]),
  )
  await graphs.parse('top', access, context)
  const script = 'from top import Top\nTop().go()\nTop().stop()\n'
  assert.deepEqual((await check(graphs, script)).wrong, [], 'a base that is not known may have any member')
  await graphs.parse('far', access, context)
  await graphs.parse('base', access, context)
  assert.deepEqual((await check(graphs, script)).wrong, ['3 METHOD_NOT_FOUND'])
})

test('files of an npm package that were left out are not called missing', slow, async t => {
  const files = {
    'package.json': JSON.stringify({ name: 'lib', main: './index.js' }),
    'index.js': 'export const x = 1\n',
    'examples/run.js': 'export const y = 1\n',
    'docs/index.ts': 'export const z = 1\n',
  }
  const graphs = await open(t, new Map([['lib', { names: ['lib'], files }]]))
  await graphs.parse('lib', access, context)
  const lines = ['lib', 'lib/examples/run', 'lib/examples/run.js', 'lib/docs', 'lib/nowhere'].map(
    (module, at) => `import * as m${at} from '${module}'`,
  )
  const source = { path: 's.ts', language: 'typescript', text: lines.join('\n') } as const
  const { hallucinations } = await graphs.check(source, context.signal)
  assert.deepEqual(
    hallucinations.map(({ line, type }) => `${line} ${type}`),
    ['5 IMPORT_NOT_FOUND'],
  )
})

test('a new graph is what the next check goes by', slow, async t => {
  const library: Served = { names: ['lib'], files: { 'lib.py': 'def one(): ...\n' } }
  const graphs = await open(t, new Map([['lib', library]]))
  await graphs.parse('lib', access, context)
  assert.deepEqual((await check(graphs, 'import lib\nlib.two()\n')).wrong, ['2 FUNCTION_NOT_FOUND'])
  library.files['lib.py'] = 'def two(): ...\n'
  await graphs.parse('lib', access, context)
  assert.deepEqual((await check(graphs, 'import lib\nlib.two()\n')).wrong, [])
})

test('work that is cancelled while the graph is linked or written changes nothing', async t => {
  const graphs = await open(
    t,
    new Map([['lib', { names: ['lib'], files: { 'lib.py': 'x = 1\n', 'b.py': '' } }]]),
  )
  const cancelled = new AbortController()
  const progress = ({ message }: { message: string }) => {
    if (message === 'Writing the graph') cancelled.abort()
  }
  await assert.rejects(graphs.parse('lib', access, { signal: cancelled.signal, progress }), {
    code: 'CANCELLED',
  })
  assert.deepEqual(await graphs.listRepositories(), [])
})

test('a picture shows the nearest first and says when there is more', async t => {
  const methods = Array.from({ length: 9 }, (_, at) => `    def m${at}(self, a): ...\n`).join('')
  const graphs = await open(
    t,
    new Map([
      ['lib', { names: ['o/lib'], files: { 'lib.py': `class Lib:\n${methods}class Sub(Lib): ...\n` } }],
    ]),
  )
  await graphs.parse('lib', access, context)
  const names = (nodes: readonly { label: string; properties: { name?: unknown } }[]) =>
    nodes.map(({ label, properties }) => `${label} ${properties.name}`)
  const whole = await graphs.picture('Lib', 50)
  assert.deepEqual(names(whole.nodes).slice(0, 4), ['Class Lib', 'File lib.py', 'Class Sub', 'Method m0'])
  assert.deepEqual([whole.limited, whole.nodes.length], [false, 12])
  const part = await graphs.picture('lib.Lib', 5)
  assert.deepEqual([part.limited, part.nodes.length], [true, 5])
  assert.equal((await graphs.picture('lib', 2)).center.label, 'Repository')
  assert.equal((await graphs.picture('O/LIB', 2)).center.label, 'Repository')
})

test('a graph that was made in another shape is made anew, from what was parsed then', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-graphs-'))
  const path = join(folder, 'quire.db')
  const store = await openTables(`sqlite:${path}`, graphTables, { clock: stillClock })
  t.after(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const repositories = served(new Map([['lib', { names: ['lib'], files: { 'lib.py': 'class A: ...\n' } }]]))
  const parts = {
    store,
    work: codeWork({ store, parser: codeParser(), model: null }),
    repositories,
    queries: noQueries,
    clock: stillClock,
  }
  const graphs = codeGraphs(parts)
  await graphs.parse('lib', access, context)
  const database = new DatabaseSync(path)
  database.exec(`UPDATE graph_repositories SET facts = json_set(facts, '$.shape', 0)`)
  database.exec(`UPDATE graph_nodes SET name = 'Old', full_name = 'lib.Old' WHERE label = 'Class'`)
  database.close()
  assert.deepEqual((await store.findNodes({ labels: ['Class'], called: 'A', limit: 1 })).length, 0)
  const { files } = await graphs.parse('lib', access, context)
  assert.deepEqual([files.changed, files.unchanged], [0, 1])
  assert.equal((await store.findNodes({ labels: ['Class'], called: 'A', limit: 1 })).length, 1)
})
