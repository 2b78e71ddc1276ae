import assert from 'node:assert/strict'
import { test } from 'node:test'
import { graphView, type ModuleFound } from './graph-view.ts'
import { repository } from './test/library.ts'

/** The path that an import leads to in a repository of these files, or why it leads nowhere. */
async function find(
  files: readonly string[],
  written: string,
  { manifests, from = null }: { manifests: Readonly<Record<string, unknown>>; from?: string | null },
): Promise<string> {
  const texts = Object.entries(manifests).map(([path, one]): [string, string] => [
    path,
    typeof one === 'string' ? one : JSON.stringify(one),
  ])
  const code = files.map((path): [string, string] => [path, 'export const made = 1\n'])
  const lib = await repository(Object.fromEntries([...texts, ...code]))
  const script = (await repository({ 'script.ts': '' })).files[0] ?? null
  const importer = from === null ? script : (lib.files.find(({ path }) => path === from) ?? null)
  const found: ModuleFound = graphView([lib]).findModule(written, importer)
  return found.kind === 'found' ? (found.files[0]?.path ?? '') : found.kind
}

const layouts: readonly {
  layout: string
  manifest: object
  files: readonly string[]
  finds: Readonly<Record<string, string>>
}[] = [
  {
    layout: 'built beside the sources: index.js of src/index.ts',
    manifest: { exports: { '.': './index.js', './part.js': { types: './part.d.ts', default: './part.js' } } },
    files: ['src/index.ts', 'src/part.ts'],
    finds: { p: 'src/index.ts', 'p/part.js': 'src/part.ts' },
  },
  {
    layout: 'a folder of sources with the name of a built one: dist/node of src/node',
    manifest: { exports: { '.': './dist/node/index.js', './client': './dist/client/client.mjs' } },
    files: ['src/index.ts', 'src/node/index.ts', 'src/client/client.ts'],
    finds: { p: 'src/node/index.ts', 'p/client': 'src/client/client.ts' },
  },
  {
    layout: 'a condition that names the source',
    manifest: {
      exports: { '.': { types: './dist/bundle.d.ts', source: './code/start.ts', default: './dist/b.js' } },
    },
    files: ['code/start.ts'],
    finds: { p: 'code/start.ts' },
  },
  {
    layout: 'the field "source" of bundlers',
    manifest: { main: './dist/p.js', source: './code/p.ts' },
    files: ['code/p.ts'],
    finds: { p: 'code/p.ts' },
  },
  {
    layout: 'a bundle with the name of the package',
    manifest: { name: '@s/p', main: 'dist/p.cjs.js', types: 'dist/p.esm.d.ts' },
    files: ['src/p.ts'],
    finds: { '@s/p': 'src/p.ts' },
  },
  {
    layout: 'a package.json without entries',
    manifest: {},
    files: ['src/index.ts'],
    finds: { p: 'src/index.ts' },
  },
  {
    layout: 'a pattern of built files: what has no source is missing, what is closed is not offered',
    manifest: { exports: { '.': './dist/index.js', './*': './dist/*.js', './internal/*': null } },
    files: ['src/index.ts', 'src/Part.ts', 'src/internal/x.ts'],
    finds: { 'p/Part': 'src/Part.ts', 'p/Parts': 'missing', 'p/internal/x': 'missing' },
  },
  {
    layout: 'an entry whose source a build makes may be right',
    manifest: { exports: { '.': './dist/index.js', './generated': './dist/generated.js' } },
    files: ['src/index.ts'],
    finds: { 'p/generated': 'unsure', 'p/other': 'missing' },
  },
]

for (const { layout, manifest, files, finds } of layouts)
  test(`a source repository: ${layout}`, async () => {
    const manifests = { 'package.json': { name: 'p', ...manifest } }
    const found: Record<string, string> = {}
    for (const written of Object.keys(finds)) found[written] = await find(files, written, { manifests })
    assert.deepEqual(found, finds)
  })

test('a source that was left out is never taken for missing', async () => {
  const lib = await repository({
    'package.json': JSON.stringify({ name: 'p', exports: { './*': './dist/*.js' } }),
    'src/index.ts': '',
  })
  const script = (await repository({ 'script.ts': '' })).files[0] ?? null
  const view = graphView([{ ...lib, nativeModules: ['src/Large'] }])
  assert.equal(view.findModule('p/Large', script).kind, 'unsure')
  assert.equal(view.findModule('p/Larger', script).kind, 'missing')
})

test('names inside a package: its imports, and the paths of its tsconfig.json', async () => {
  const manifests = {
    'package.json': { private: true, workspaces: ['packages/*'] },
    'tsconfig.base.json': `{
      // Comments and trailing commas are allowed.
      "extends": "/etc/passwd",
      "compilerOptions": { "paths": { "@all/*": ["./packages/*/source"], /* one */ "far": ["../far/x.ts"], } },
    }`,
    'packages/a/package.json': { name: 'a', imports: { '#parts/*': { types: './dist/parts/*.d.ts' } } },
    'packages/a/tsconfig.json': { compilerOptions: { baseUrl: 'src' } },
    'packages/b/package.json': { name: 'b', main: 'dist/index.js' },
  }
  const files = [
    'packages/a/src/index.ts',
    'packages/a/src/parts/one.ts',
    'packages/b/src/index.ts',
    'packages/b/source/index.ts',
  ]
  const from = 'packages/a/src/index.ts'
  const found: Record<string, string> = {}
  for (const written of ['#parts/one', '#parts/two', 'parts/one', '@all/b', 'b', 'far', 'elsewhere'])
    found[written] = await find(files, written, { manifests, from })
  assert.deepEqual(found, {
    '#parts/one': 'packages/a/src/parts/one.ts',
    '#parts/two': 'unsure',
    'parts/one': 'packages/a/src/parts/one.ts',
    '@all/b': 'packages/b/source/index.ts',
    b: 'packages/b/src/index.ts',
    far: 'external',
    elsewhere: 'external',
  })
  // A script is no part of the package.
  assert.equal(await find(files, '#parts/one', { manifests }), 'external')
})
