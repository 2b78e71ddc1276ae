import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { pagePackages } from '../../scripts/build-page.ts'
import { vendored } from '../../scripts/vendor-packages.ts'
import { doors, featureDoor, globalDoors, mayImport } from './borders.ts'

const root = join(import.meta.dirname, '../..')
const filesOf = (pattern: string, exclude: string[] = []) =>
  globSync(pattern, { cwd: root, exclude }).map(file => file.replaceAll('\\', '/'))

/** The files of the program, without tests and benchmarks. */
const files = filesOf('src/**/*.{ts,tsx}', ['**/*.test.ts', '**/test/**', '**/bench/**'])

/** Which folders outside src/ each group of files may import; all of them may import src/. */
const beside: readonly { files: readonly string[]; others: readonly string[] }[] = [
  { files, others: [] },
  { files: filesOf('scripts/**/*.ts'), others: ['scripts'] },
  { files: filesOf('{test,src}/**/*.ts', ['**/bench/**']), others: ['test', 'scripts'] },
  { files: filesOf('{bench,src/**/bench}/**/*.ts'), others: ['bench', 'test'] },
]

/** Returns every specifier that a file imports, including lazy imports and types. Comments are ignored. */
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

/** Returns the row of the table that applies to a file, and its area: `features/*` and `features/hansard`. */
function areaOf(file: string): { row: string; area: string } {
  const inside = file.replace(/^src\//, '')
  const [first, name] = inside.split('/')
  const general = first === 'features' ? inside.replace(/^features\/[^/]+/, 'features/*') : inside
  const [row] = Object.keys(mayImport)
    .filter(area => general === area || general.startsWith(`${area}/`))
    .sort((one, other) => other.length - one.length)
  assert.ok(row, `${file} is in no folder of the table of borders`)
  return { row, area: first === 'features' ? `features/${name}` : row }
}

/** Whether the table allows one file to import another. */
function isAllowed(file: string, target: string): boolean {
  const from = areaOf(file)
  const to = areaOf(target)
  const own = from.row === to.row || from.row.startsWith('features/*')
  if (own && from.area === to.area) return true
  const inside = target.replace(/^src\//, '')
  return (mayImport[from.row] ?? []).some(allowed => {
    if (allowed === 'features/*')
      return from.row === 'app' || from.row === 'index.ts'
        ? inside === `${to.area}/${featureDoor}`
        : to.area === from.area
    if (allowed === 'core') return to.row === 'core'
    return inside === allowed || inside.startsWith(`${allowed}/`)
  })
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
      .filter(target => !isAllowed(file, target))
      .map(target => `${file} must not import ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('the program imports nothing beside it, and nothing but bench imports what measures', () => {
  const wrong = beside.flatMap(({ files: group, others }) =>
    group.flatMap(file =>
      importsOf(file)
        .filter(specifier => specifier.startsWith('.'))
        .map(specifier => relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/'))
        .filter(target => !['src', ...others].some(allowed => target.startsWith(`${allowed}/`)))
        .map(target => `${file} must not import ${target}`),
    ),
  )
  assert.deepEqual(wrong, [])
})

test('a feature can be deleted: only app/features.ts imports it from outside, tests and benchmarks included', () => {
  const wrong = filesOf('{src,test,bench,scripts,examples}/**/*.ts').flatMap(file =>
    importsOf(file)
      .filter(specifier => specifier.startsWith('.'))
      .map(specifier => relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/'))
      .filter(target => {
        const [room] = /^src\/features\/[^/]+\//.exec(target) ?? []
        return room !== undefined && !file.startsWith(room) && file !== 'src/app/features.ts'
      })
      .map(target => `${file} must not import ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('what builds and what measures imports packages that package.json lists', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const listed = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const wrong = filesOf('{bench,scripts,src/**/bench}/**/*.ts').flatMap(file =>
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
    ...pagePackages,
    // The user installs them; see src/features/code/checkers.
    'pyright',
    'typescript5',
    ...Object.keys(vendored).filter(name => vendored[name]?.requiredBy === undefined),
  ]
  assert.deepEqual(packages.toSorted(), [...Object.keys(manifest.dependencies), ...copied].toSorted())
  // They are only devDependencies, so that installing the package does not download them again or run their scripts.
  assert.deepEqual(
    copied.filter(name => manifest.devDependencies[name] === undefined),
    [],
  )
})

test('imports are relative and carry their extension', () => {
  const wrong = [...files, ...filesOf('{scripts,bench,src/**/bench}/**/*.ts')].flatMap(file =>
    importsOf(file)
      .filter(specifier => specifier.startsWith('.') && !/\.(tsx?|json)$/.test(specifier))
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

test('the values of features are light: importing all of them loads no package and no adapter', () => {
  const seen = new Set<string>()
  const heavy: string[] = []
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const specifier of staticImportsOf(file)) {
      if (!specifier.startsWith('.')) {
        if (!specifier.startsWith('node:')) heavy.push(`${file}: ${specifier}`)
        continue
      }
      const target = relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/')
      if (target.startsWith('src/adapters')) heavy.push(`${file}: ${specifier}`)
      visit(target)
    }
  }
  visit('src/app/features.ts')
  assert.deepEqual(heavy, [])
  assert.ok(seen.size > 20)
})

test('no files import values of each other, directly or through others', () => {
  const edges = new Map(files.map(file => [file, valueImportsOf(file)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const target of edges.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  assert.deepEqual(circles, [])
})

function valueImportsOf(file: string): string[] {
  return staticImportsOf(file)
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/'))
}

/** Returns what a file imports statically, without types. */
function staticImportsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)(?:([^'"`;]*?)from\s+)?['"]([^'"]+)['"]/gm)
  const isOfTypes = (names: string) => /^\{(?:\s*type\s[^,}]*,?)+\s*\}\s*$/.test(names)
  return [...statements].filter(([, names = '']) => !isOfTypes(names)).map(([, , path = '']) => path)
}

test('the border test sees what it is meant to see', () => {
  assert.ok(files.length > 50)
  assert.ok(importsOf('src/core/engine.ts').includes('./ingest/ingest.ts'), 'lazily')
  assert.ok(importsOf('src/core/engine.ts').includes('./model/failure.ts'), 'at once')
})
