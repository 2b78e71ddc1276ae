/**
 * Deletes a feature (its folder and its line in src/app/features.ts) in a copy of the repository and checks types, borders
 * and the start of the program:
 *   node scripts/without-feature.ts hansard [zotero …]     (default: every feature, one after the other)
 * With --tests, runs the unit and contract tests of each feature in a copy from which all others are deleted, so that they
 * pass whichever one is deleted. Runs those that load the program; the borders forbid the rest to see another feature.
 * With --e2e, runs the end-to-end and conformance tests of each feature in the same way.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
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
  options: { tests: { type: 'boolean', default: false }, e2e: { type: 'boolean', default: false } },
})
const all = readdirSync(join(root, 'src/features'))
const chosen = positionals.length === 0 ? all : positionals
for (const feature of chosen)
  if (values.tests || values.e2e) testAlone(feature)
  else checkWithout(feature)

function checkWithout(feature: string): void {
  const folder = copyWithout([feature])
  const program = (...args: string[]) =>
    run(`without ${feature}: ${args[0]}`, folder, [process.execPath, 'bin/quire.js', ...args])
  const home = ['--home', join(folder, 'home')]
  run(`without ${feature}: types`, folder, ['tsc', '--noEmit'])
  run(`without ${feature}: borders`, folder, [process.execPath, '--test', 'test/contract/borders.test.ts'])
  program('--help')
  if (feature !== 'documents') program('libraries', ...home, '--json')
  program('tokens', '--tokenizer', 'estimate', ...home)
  rmSync(folder, { recursive: true, force: true })
}

function testAlone(feature: string): void {
  const folder = copyWithout(all.filter(name => name !== feature))
  const tests = globSync(`src/features/${feature}/**/*.test.ts`, { cwd: root })
    .map(file => file.replaceAll('\\', '/'))
    .sort()
  const isSlow = (file: string) => /\/test\/(?:e2e|conformance)\//.test(file)
  const quick = tests.filter(file => !isSlow(file) && loadsProgram(file))
  const slow = tests.filter(isSlow)
  if (values.tests && quick.length > 0)
    // One process for all files, as in `npm run check`: starting a process takes longer than the tests of a file.
    run(`${feature} alone: tests`, folder, [process.execPath, '--test', '--test-isolation=none', ...quick])
  if (values.e2e && slow.length > 0)
    run(`${feature} alone: end-to-end tests`, folder, [process.execPath, '--test', ...slow])
  rmSync(folder, { recursive: true, force: true })
}

function run(name: string, folder: string, [command = '', ...args]: string[]): void {
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
  console.log(`${status === 0 ? '✔' : '✖'} ${name}${count ? ` (${count} passed)` : ''}`)
  if (status === 0) return
  process.exitCode = 1
  console.log(stdout.split('failing tests:')[1] ?? `${stdout}${stderr}`)
}

/** Whether a test wires the program, directly or by what it imports, or starts it as a process. */
function loadsProgram(test: string): boolean {
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

function copyWithout(features: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-without-'))
  for (const name of [...copied, ...copiedFiles])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  // A converting child may read the folder that the link leads to, and no link on the way.
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
  for (const feature of features) rmSync(join(folder, 'src/features', feature), { recursive: true })
  const table = join(folder, 'src/app/features.ts')
  const lines = readFileSync(table, 'utf8').split('\n')
  const isTheirs = (line: string) =>
    features.some(feature => line.includes(`/features/${feature}/`) || line.trim() === `${feature},`)
  writeFileSync(table, lines.filter(line => !isTheirs(line)).join('\n'))
  return folder
}
