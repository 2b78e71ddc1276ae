#!/usr/bin/env node
// No syntax newer than Node 12.20, so that an old Node prints an explanation instead of a syntax error.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The minimum of undici; SQLite has full-text search since 22.16. A checkout runs its sources with the Node 24 it installs. */
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
      const { directory } = nodeModule.enableCompileCache()
      // Threads use the compiled modules only when the environment names the folder.
      if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory
      return import(pathToFileURL(program).href)
    })
    .catch(error => fail(`Quire could not start: ${error instanceof Error ? error.stack : error}`))
}

/** Node 22 warns at every start that `node:sqlite` is experimental. Hides this warning and shows all others. */
function dropSqliteNotice() {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning, ...rest) => {
    const isNotice =
      rest[0] === 'ExperimentalWarning' && String(warning).startsWith('SQLite is an experimental')
    if (!isNotice) emitWarning.call(process, warning, ...rest)
  }
}

/** A checkout runs its sources. A package runs the built files, because Node strips no types below node_modules. */
function findProgram() {
  const source = join(packageFolder, 'src', 'app', 'main.ts')
  const isInstalled = packageFolder.split(sep).includes('node_modules')
  return !isInstalled && existsSync(source) ? source : join(packageFolder, 'dist', 'program', 'main.js')
}

/** The npm package `node` contains the binary. It is in this package's node_modules, or in one above when hoisted. */
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
