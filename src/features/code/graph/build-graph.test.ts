import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildGraph, planUpdate } from './build-graph.ts'
import { moduleNameOf } from './import-names.ts'
import { repository } from './test/library.ts'

const texts = {
  'lib/pkg/__init__.py': 'from .base import Base\n',
  'lib/pkg/base.py': 'class Base:\n    x: int = 1\n    def run(self, a, *, b: str = "c") -> int: ...\n',
  'lib/pkg/child.py':
    'from pkg.base import Base\nclass Child(Base):\n    def __init__(self): ...\ndef make() -> Child: ...\n',
}

test('a repository becomes nodes and edges with the labels and relations of the contract', async () => {
  const { nodes, edges } = buildGraph(await repository(texts))
  const find = (label: string, name: string) =>
    nodes.find(node => node.label === label && node.properties.name === name)
  const relations = edges.map(({ from, type, to }) => {
    const name = (id: string) => nodes.find(node => node.id === id)?.properties.name
    return `${name(from)} ${type} ${name(to)}`
  })
  assert.equal(find('File', 'base.py')?.properties.module_name, 'pkg.base')
  assert.equal(find('Class', 'Child')?.properties.full_name, 'pkg.child.Child')
  assert.deepEqual(find('Method', 'run')?.properties.params_list, [
    'self:Any',
    'a:Any',
    '[keyword_only] b:str="c"',
  ])
  assert.equal(find('Method', 'run')?.properties.return_type, 'int')
  for (const relation of [
    'owner/lib CONTAINS base.py',
    'base.py DEFINES Base',
    'Base HAS_METHOD run',
    'Base HAS_ATTRIBUTE x',
    'run HAS_PARAMETER b',
    'child.py DEFINES make',
    'Child HAS_METHOD __init__',
    'Child EXTENDS Base',
    'child.py IMPORTS base.py',
    '__init__.py IMPORTS base.py',
  ])
    assert.ok(relations.includes(relation), relation)
})

test('ids are the same for the same source, and different for every node', async () => {
  const [first, second] = [buildGraph(await repository(texts)), buildGraph(await repository(texts))]
  assert.deepEqual(first, second)
  assert.equal(new Set(first.nodes.map(({ id }) => id)).size, first.nodes.length)
  assert.equal(new Set(first.edges.map(({ id }) => id)).size, first.edges.length)
})

test('repositories of different owners never share an id', async () => {
  const [mine, yours] = [
    buildGraph(await repository(texts, 'a/lib')),
    buildGraph(await repository(texts, 'b/lib')),
  ]
  const ids = new Set(mine.nodes.map(({ id }) => id))
  assert.ok(yours.nodes.every(({ id }) => !ids.has(id)))
})

test('an update replaces what changed and drops what is gone, and nothing else', async () => {
  const before = await repository(texts)
  const { 'lib/pkg/child.py': _, ...rest } = texts
  const after = await repository({ ...rest, 'lib/pkg/base.py': 'class Base:\n    y: int = 1\n' })
  const update = planUpdate(before.files, after)
  assert.deepEqual(update.keep, ['lib/pkg/__init__.py'])
  assert.deepEqual(
    [...update.parts].map(({ file, nodes }) => [file.path, nodes.map(({ properties }) => properties.name)]),
    [['lib/pkg/base.py', ['base.py', 'Base', 'y']]],
  )
  assert.deepEqual(
    update.shared.nodes.map(({ label }) => label),
    ['Repository'],
  )
  assert.deepEqual(
    update.shared.edges.map(({ type }) => type),
    ['IMPORTS'],
  )
  const same = planUpdate(before.files, before)
  assert.deepEqual([same.keep, [...same.parts]], [before.files.map(({ path }) => path), []])
})

test('modules are named as other files name them', () => {
  const isPackage = (folder: string) => ['lib/pkg', 'lib/pkg/sub'].includes(folder)
  const cases: [string, 'python' | 'typescript' | 'go' | 'java', string][] = [
    ['lib/pkg/sub/a.py', 'python', 'pkg.sub.a'],
    ['lib/pkg/__init__.py', 'python', 'pkg'],
    ['src/tool.py', 'python', 'tool'],
    ['src/a/b.d.ts', 'typescript', 'src/a/b'],
    ['cmd/server/main.go', 'go', 'cmd.server'],
    ['src/main/java/a/B.java', 'java', 'a.B'],
  ]
  for (const [path, language, expected] of cases)
    assert.equal(moduleNameOf(path, language, isPackage), expected)
})
