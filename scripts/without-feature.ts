/**
 * Deletes a feature (its folder and its line in src/app/features.ts) in a copy of the repository and checks the rest:
 *   node scripts/without-feature.ts hansard [zotero …]     (default: every feature, one after the other)
 * Checks types, borders and the start of the program, and with --tests the tests of all other features that load the
 * program. The borders forbid the others to see another feature; --all-tests runs them too.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { importsOf } from './import-graph.ts'

const root = join(import.meta.dirname, '..')
const copied = [
  'bench',
  'bin',
  'docs',
  'examples',
  'models',
  'packaging',
  'samples',
  'scripts',
  'src',
  'templates',
  'test',
]
const copiedFiles = readdirSync(root, { withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(({ name }) => name)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'boolean', default: false },
    'all-tests': { type: 'boolean', default: false },
  },
})
const all = readdirSync(join(root, 'src/features'))
for (const feature of positionals.length === 0 ? all : positionals) checkWithout(feature)

function checkWithout(feature: string): void {
  const folder = copyWithout(feature)
  const others = testsWithout(feature).filter(test => values['all-tests'] || loadsProgram(test))
  const home = join(folder, 'home')
  const steps: [string, string, string[]][] = [
    ['types', 'tsc', ['--noEmit']],
    ['borders', process.execPath, ['--test', 'test/contract/borders.test.ts']],
    ['help', process.execPath, ['bin/quire.js', '--help']],
    ['search', process.execPath, ['bin/quire.js', 'libraries', '--home', home, '--json']],
    ['tools', process.execPath, ['bin/quire.js', 'tokens', '--tokenizer', 'estimate', '--home', home]],
  ]
  if (values.tests || values['all-tests'])
    steps.push(['tests of the others', process.execPath, ['--test', '--test-concurrency=3', ...others]])
  for (const [name, command, args] of steps) {
    // `quire libraries` is a command of the feature documents.
    if (name === 'search' && feature === 'documents') continue
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
        QUIRE_TEST_SURFACES: 'library',
      },
      maxBuffer: 1e9,
    })
    const count = /^ℹ pass (\d+)$/m.exec(stdout)?.[1]
    console.log(`${status === 0 ? '✔' : '✖'} without ${feature}: ${name}${count ? ` (${count} passed)` : ''}`)
    if (status === 0) continue
    process.exitCode = 1
    console.log(stdout.split('failing tests:')[1] ?? `${stdout}${stderr}`)
  }
  rmSync(folder, { recursive: true, force: true })
}

function testsWithout(feature: string): string[] {
  return globSync('src/features/**/*.test.ts', { cwd: root })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => !file.startsWith(`src/features/${feature}/`))
    .sort()
}

/** Whether a test wires the program, directly or by what it imports, or starts it as a process. */
function loadsProgram(test: string): boolean {
  if (test.includes('/test/e2e/')) return true
  const seen = new Set<string>()
  const open = [test]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(join(root, file))) continue
    if (file.startsWith('src/app/') || file.endsWith('/spawn-quire.ts')) return true
    seen.add(file)
    open.push(...importsOf(file, readFileSync(join(root, file), 'utf8')))
  }
  return false
}

function copyWithout(feature: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-without-'))
  for (const name of [...copied, ...copiedFiles])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  rmSync(join(folder, 'src/features', feature), { recursive: true })
  const table = join(folder, 'src/app/features.ts')
  const lines = readFileSync(table, 'utf8').split('\n')
  const own = (line: string) => line.includes(`/features/${feature}/`) || line.trim() === `${feature},`
  writeFileSync(table, lines.filter(line => !own(line)).join('\n'))
  return folder
}
