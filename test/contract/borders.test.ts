import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { vendored } from '../../scripts/vendor-packages.ts'
import { doors, globalDoors, mayImport } from './borders.ts'

const root = join(import.meta.dirname, '../..')
const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.ts`, { cwd: root }).map(file => file.replaceAll('\\', '/'))
const files = filesOf('src')
/** Which folders beside src/ each may import; all of them may import src/. */
const beside: Readonly<Record<string, readonly string[]>> = {
  src: [],
  scripts: [],
  test: ['scripts'],
  bench: ['test'],
}

/** Every specifier a file imports, statically or lazily, types included; comments may speak of imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  const patterns = [
    /^\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]/gm,
    /^\s*import\s+['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"]([^'"\s]+)['"]\s*\)/g,
    /\brequire(?:\.resolve)?\(\s*['"]([^'"]+)['"]/g,
    /createRequire\([^)]*\)\(\s*['"]([^'"]+)['"]/g,
  ]
  return patterns.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1] ?? ''))
}

/** The folder of src/ a file belongs to, as the table names it. */
function areaOf(file: string): string {
  const inside = file.replace(/^src\//, '')
  const known = Object.keys(mayImport)
    .filter(area => inside === area || inside.startsWith(`${area}/`))
    .sort((one, other) => other.length - one.length)
  assert.ok(known[0], `${file} is in no folder that the table of borders knows`)
  return known[0]
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

const isInside = (file: string, door: string) => file === `src/${door}` || file.startsWith(`src/${door}/`)

test('imports follow the arrows of the house and never turn back', () => {
  const wrong = files.flatMap(file =>
    importsOf(file)
      .filter(specifier => specifier.startsWith('.'))
      .map(specifier => relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/'))
      .filter(target => target.startsWith('src/'))
      .filter(target => {
        const from = areaOf(file)
        const to = areaOf(target)
        return from !== to && !(mayImport[from] ?? []).includes(to)
      })
      .map(target => `${file} must not import ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('the program imports nothing beside it, and nothing but bench imports what measures', () => {
  const wrong = Object.entries(beside).flatMap(([folder, others]) =>
    filesOf(folder).flatMap(file =>
      importsOf(file)
        .filter(specifier => specifier.startsWith('.'))
        .map(specifier => relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/'))
        .filter(target => !['src', folder, ...others].some(allowed => target.startsWith(`${allowed}/`)))
        .map(target => `${file} must not import ${target}`),
    ),
  )
  assert.deepEqual(wrong, [])
})

test('what builds and what measures imports packages that package.json lists', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const listed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const wrong = [...filesOf('bench'), ...filesOf('scripts')].flatMap(file =>
    importsOf(file)
      .filter(specifier => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .map(packageOf)
      .filter(name => !listed.includes(name))
      .map(name => `${file}: ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('every npm package, and every node module with a door, comes in through its door only', () => {
  const wrong = files.flatMap(file =>
    importsOf(file)
      .filter(specifier => !specifier.startsWith('.'))
      .map(packageOf)
      .filter(name => name in doors || !(name.startsWith('node:') || builtinModules.includes(name)))
      .filter(name => !(doors[name] ?? []).some(door => isInside(file, door)))
      .map(name => `${file} must not import ${name}`),
  )
  assert.deepEqual(wrong, [])
})

test('every dependency of the package has a door, and no door is left without a package', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = Object.keys(doors).filter(name => !name.startsWith('node:'))
  const copied = [
    'onnxruntime-node',
    ...Object.keys(vendored).filter(name => vendored[name]?.requiredBy === undefined),
  ]
  assert.deepEqual(packages.toSorted(), [...Object.keys(manifest.dependencies), ...copied].toSorted())
  // Whoever installs the package must not get them a second time, whole and with their scripts.
  assert.deepEqual(
    copied.filter(name => manifest.devDependencies[name] === undefined),
    [],
  )
})

test('imports are relative and carry their extension', () => {
  const wrong = ['src', 'scripts', 'bench'].flatMap(filesOf).flatMap(file =>
    importsOf(file)
      .filter(specifier => specifier.startsWith('.') && !/\.(ts|json)$/.test(specifier))
      .map(specifier => `${file}: ${specifier}`),
  )
  assert.deepEqual(wrong, [])
})

for (const [name, { pattern, allowed }] of Object.entries(globalDoors))
  test(`${name} is used behind its door only`, () => {
    const wrong = files.filter(
      file =>
        pattern.test(withoutComments(readFileSync(join(root, file), 'utf8'))) &&
        !allowed.some(door => isInside(file, door)),
    )
    assert.deepEqual(wrong, [])
  })

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:])\/\/.*$/gm, '$1')
}

test('the border test sees what it is meant to see', () => {
  assert.ok(files.length > 50)
  assert.ok(importsOf('src/engine.ts').includes('./ingest/ingest.ts'), 'lazily')
  assert.ok(importsOf('src/engine.ts').includes('./model/failure.ts'), 'at once')
})
