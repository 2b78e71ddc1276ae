#!/usr/bin/env node
// Runs on any Node since 12.20, so that an old one gets an explanation instead of a syntax error: no newer syntax.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** What undici asks for; SQLite has full-text search since 22.16. Sources are run by Node 24, which a checkout brings. */
const needed = [22, 19]
const recommended = 24
const thisFile = fileURLToPath(import.meta.url)
const packageFolder = dirname(dirname(thisFile))

const [major, minor] = process.versions.node.split('.').map(Number)
const program = findProgram()
const isSource = program.endsWith('.ts')

if (isSource ? major >= recommended : major > needed[0] || (major === needed[0] && minor >= needed[1]))
  runHere()
else runWithPinnedNode(findPinnedNode())

function runHere() {
  dropSqliteNotice()
  import('node:module')
    .then(nodeModule => {
      nodeModule.enableCompileCache()
      return import(pathToFileURL(program).href)
    })
    .catch(error => fail(`Quire could not start: ${error instanceof Error ? error.stack : error}`))
}

/** Node 22 announces at every start that `node:sqlite` is experimental; all other warnings are shown. */
function dropSqliteNotice() {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const isNotice =
      rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite is an experimental')
    if (!isNotice) emitWarning.call(process, warning, ...rest)
  }
}

/** A checkout runs its sources; Node does not strip types below node_modules, so a package runs what was built. */
function findProgram() {
  const source = join(packageFolder, 'src', 'app', 'main.ts')
  const isInstalled = packageFolder.split(sep).includes('node_modules')
  return !isInstalled && existsSync(source) ? source : join(packageFolder, 'dist', 'program', 'main.js')
}

/** The npm package `node` carries the binary; it lies beside this package's dependencies, or above when hoisted. */
function findPinnedNode() {
  const executable = process.platform === 'win32' ? 'node.exe' : 'node'
  for (let folder = packageFolder; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', 'node', 'bin', executable)
    if (existsSync(candidate)) return candidate
    if (dirname(folder) === folder) return null
  }
}

function runWithPinnedNode(node) {
  if (node === null)
    return fail(
      `Quire needs Node.js ${needed.join('.')} or newer and this is ${process.version}: install it from https://nodejs.org, ` +
        `or put "npx -y -p node@${recommended} -p quire-mcp" before "quire".`,
    )
  const child = spawn(node, [...process.execArgv, thisFile, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', error => fail(`Quire could not start ${node}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]))
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
