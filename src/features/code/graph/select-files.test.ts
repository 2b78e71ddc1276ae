import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CodePackage } from '../model/code-graph.ts'
import { languageOf } from '../parse/language-of.ts'
import { readManifests } from './read-package.ts'
import { selectFiles } from './select-files.ts'

function select(paths: readonly string[], packages: readonly CodePackage[] = []) {
  const files = paths.map(path => ({ path, bytes: 10 }))
  const { files: kept, unread } = selectFiles(files, packages, languageOf)
  return { kept: kept.map(({ path }) => path), unread }
}

test('what a library offers is kept; tests, set-up, examples and build folders are not', () => {
  const kept = [
    'a.py',
    'lib/b.pyi',
    'src/c.ts',
    'cmd/d.go',
    'src/main/java/E.java',
    'src/f.rs',
    'testing/g.py',
    'unittest/h.py',
  ]
  const left = [
    'setup.py',
    'conftest.py',
    'lib/test_b.py',
    'tests/x.py',
    'lib/test/x.py',
    '__tests__/x.ts',
    'src/c.test.ts',
    'src/c.spec.tsx',
    'cmd/d_test.go',
    'docs/conf.py',
    'examples/x.py',
    'benchmark/x.py',
    'build/lib/x.py',
    'dist/index.js',
    'venv/lib/x.py',
    '.github/x.py',
    'node_modules/p/i.js',
    'lib/jquery.min.js',
    'README.md',
  ]
  assert.deepEqual(select([...kept, ...left]).kept.sort(), [...kept].sort())
})

test('folders that are packages of the library itself are kept, whatever they are called', () => {
  assert.deepEqual(select(['venv/__init__.py', 'venv/__main__.py', 'env/x.py']).kept, [
    'venv/__init__.py',
    'venv/__main__.py',
  ])
  const built = readManifests([
    ['package.json', JSON.stringify({ name: 'p', types: './dist/types/index.d.ts' })],
  ])
  assert.deepEqual(select(['dist/types/index.d.ts', 'dist/other.d.ts', 'docs/x.ts'], built).kept, [
    'dist/types/index.d.ts',
    'dist/other.d.ts',
  ])
})

test('folders of sources are kept, whatever they are called, and tests only where the package offers them', () => {
  const manifests = readManifests([
    [
      'package.json',
      JSON.stringify({ name: 'p', exports: { '.': './dist/index.js', './test': './dist/test.js' } }),
    ],
  ])
  const paths = ['src/index.ts', 'src/build/plan.ts', 'src/test/index.ts', 'src/tests/x.ts', 'build/x.ts']
  assert.deepEqual(select(paths, manifests).kept, ['src/index.ts', 'src/build/plan.ts', 'src/test/index.ts'])
})

test('what is there but not read is remembered, so that it is not taken for missing', () => {
  const { kept, unread } = select([
    'pkg/__init__.py',
    'pkg/test_x.py',
    'pkg/_fast.cpython-311-x86_64-linux-gnu.so',
  ])
  assert.deepEqual([kept, unread], [['pkg/__init__.py'], ['pkg.test_x', 'pkg._fast']])
  assert.deepEqual(select(['src/a.test.ts', 'cmd/a_test.go', 'docs/b.mjs']).unread, ['src/a.test', 'docs/b'])
})

test('code that a declaration describes is left to the declaration', () => {
  assert.deepEqual(select(['a.js', 'a.d.ts', 'b.mjs', 'b.d.mts', 'c.cjs', 'd.js']).kept, [
    'a.d.ts',
    'b.d.mts',
    'c.cjs',
    'd.js',
  ])
})

test('files of 500,000 bytes and more, of TypeScript 2,500,000, are skipped, and it is said', () => {
  const files = [
    { path: 'small.py', bytes: 499_999 },
    { path: 'large.py', bytes: 500_000 },
    { path: 'documented.ts', bytes: 900_000 },
    { path: 'large.txt', bytes: 900_000 },
  ]
  const { files: kept, skipped, unread } = selectFiles(files, [], languageOf)
  assert.deepEqual(
    kept.map(({ path }) => path),
    ['small.py', 'documented.ts'],
  )
  assert.deepEqual(skipped, [{ path: 'large.py', reason: '500000 bytes, limit 500000' }])
  assert.deepEqual(unread, ['large'])
})
