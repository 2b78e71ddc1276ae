/**
 * Packs the package, installs it into an empty folder with several versions of Node, uses it, and prints a table:
 *   node scripts/try-install.ts [--tarball file.tgz] [20 22.19.0 22 24]
 * Needs the registry, and npm on the PATH. Takes some minutes.
 */
import { spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { writeZip } from '../src/adapters/converters/archive/write-zip.ts'

type Outcome = { exitCode: number | null; stdout: string; stderr: string }
type Row = { node: string; install: string; seconds: string; size: string; warnings: string; outcome: string }

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  options: { tarball: { type: 'string' } },
  allowPositionals: true,
})
const versions = positionals.length > 0 ? positionals : ['20', '22.19.0', '22', '24']
const work = mkdtempSync(join(tmpdir(), 'quire-install-'))
const npm = findNpm()

try {
  const tarball = values.tarball === undefined ? await pack() : resolve(values.tarball)
  const rows: Row[] = []
  for (const version of versions) rows.push(await tryVersion(version, tarball))
  printTable(rows)
  if (rows.some(({ install, outcome }) => `${install} ${outcome}`.includes('FAILED'))) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The script itself, not the command: the Node on the PATH would run the command. */
function findNpm(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = [
    process.env.npm_execpath,
    ...folders.map(folder => join(folder, 'npm')),
    ...folders.map(folder => join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')),
  ].find(path => path !== undefined && existsSync(path) && realpathSync(path).endsWith('.js'))
  if (found === undefined) throw new Error('npm is not on the PATH.')
  return realpathSync(found)
}

async function pack(): Promise<string> {
  const { stdout } = await demand(run('npm', ['pack', '--json', '--pack-destination', work], { cwd: root }))
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  console.log(
    `${packed.filename}: ${megabytes(packed.size)} packed, ${megabytes(packed.unpackedSize)} unpacked`,
  )
  return join(work, packed.filename)
}

async function tryVersion(version: string, tarball: string): Promise<Row> {
  const node = await fetchNode(version)
  const folder = join(work, `app-${version}`)
  mkdirSync(folder)
  // npm variables of the npm that started this script must not reach the npm that it starts.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|QUIRE_)/.test(name))
  const environment = {
    ...Object.fromEntries(inherited),
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    QUIRE_HOME: join(folder, 'home'),
  }
  const startedAt = performance.now()
  const installed = await run(node, [npm, 'install', '--no-audit', '--no-fund', tarball], {
    cwd: folder,
    env: environment,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const size = megabytes(sizeOf(join(folder, 'node_modules')))
  const warnings = installed.stderr.split('\n').filter(line => /^npm (warn|error)/.test(line))
  const quire = (...argv: string[]) => ({
    run: (input = '') =>
      run(node, [join(folder, 'node_modules', 'quire-mcp', 'bin', 'quire.js'), ...argv], {
        cwd: folder,
        env: environment,
        input,
      }),
  })
  const [major = 0] = version.split('.').map(Number)
  const outcome = await (major < 22 ? explainsItself(quire) : works(quire, folder, node)).catch(
    (error: unknown) => `FAILED: ${error instanceof Error ? error.message : error}`,
  )
  const unpacked = megabytes(sizeOf(join(folder, 'node_modules')))
  for (const line of warnings) console.log(`  node ${version}: ${line}`)
  return {
    node: (await run(node, ['--version'], { cwd: folder })).stdout.trim(),
    install: installed.exitCode === 0 ? 'ok' : `FAILED: exit ${installed.exitCode}`,
    seconds,
    size: unpacked === size ? size : `${size}, ${unpacked} after the first use`,
    warnings: String(warnings.length),
    outcome,
  }
}

/** The npm package `node` contains the binary of its version. */
async function fetchNode(version: string): Promise<string> {
  const folder = join(work, `node-${version}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ allowScripts: { node: true } }))
  await demand(run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: folder }))
  return join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

type Quire = (...argv: string[]) => { run(input?: string): Promise<Outcome> }

/** A Node that is too old must print one sentence and return an exit code. */
async function explainsItself(quire: Quire): Promise<string> {
  const { exitCode, stdout, stderr } = await quire('--version').run()
  const isSentence = /^Quire needs Node\.js [\d.]+ or newer .*\.\n$/.test(stderr)
  if (exitCode !== 1 || stdout !== '' || !isSentence) throw new Error(`exit ${exitCode}: ${stdout}${stderr}`)
  return `says: ${stderr.trim()}`
}

/** Uses every native or packed part once: SQLite, child processes, the office and PDF libraries, the model. */
async function works(quire: Quire, folder: string, node: string): Promise<string> {
  const ask = async (...argv: string[]) => JSON.parse(quiet(await demand(quire(...argv, '--json').run())))
  const installed = join(folder, 'node_modules', 'quire-mcp')
  quiet(await demand(quire('--version').run()))
  const notes = join(folder, 'notes')
  mkdirSync(notes)
  writeFileSync(join(notes, 'inks.odt'), openDocument('Iron gall ink darkens as it dries on the sheet.'))
  for (const path of [join(installed, 'samples'), notes]) {
    const report = await ask('ingest', path)
    const failed =
      report.failed ?? report.results?.filter((each: { status: string }) => each.status === 'error')
    if (failed?.length > 0 || failed > 0) throw new Error(`ingest: ${JSON.stringify(failed)}`)
  }
  const { results, warnings = [] } = await ask('search', 'which fibres make the strongest paper')
  if (!/field-guide\.pdf$/.test(results[0]?.source ?? ''))
    throw new Error(`search: ${JSON.stringify(results)}`)
  if (warnings.length > 0) throw new Error(`search: ${warnings.join('; ')}`)
  const odt = await ask('search', 'ink that turns dark')
  if (!odt.results.some((hit: { source: string }) => hit.source.endsWith('inks.odt')))
    throw new Error('odt not found')
  await drawsPages(installed, node)
  const tools = await listTools(quire)
  return `starts, ingests, searches, draws pages, ${tools} tools over MCP`
}

/** Renders a scanned page for OCR: the only use of the PDF library's native part. */
async function drawsPages(installed: string, node: string): Promise<void> {
  const program = `
    import { readFileSync } from 'node:fs'
    const { drawPage } = await import(process.argv[1])
    const page = { number: 1, width: 595, height: 842, password: null }
    const { png } = await drawPage(readFileSync(process.argv[2]), page)
    if (png.length < 1000) throw new Error('nothing was drawn')`
  const module = join(installed, 'dist', 'adapters', 'converters', 'pdf', 'draw-page.js')
  const sample = join(installed, 'samples', 'field-guide.pdf')
  await demand(run(node, ['--input-type=module', '-e', program, module, sample], { cwd: installed }))
}

async function listTools(quire: Quire): Promise<number> {
  const clientInfo = { name: 'try-install', version: '1' }
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ]
  const input = messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
  const answers = quiet(await demand(quire('mcp').run(input)))
    .trim()
    .split('\n')
  const answer = answers.map(line => JSON.parse(line)).find(({ id }) => id === 2)
  return answer.result.tools.length
}

function quiet({ stdout, stderr }: Outcome): string {
  if (/warning/i.test(stderr)) throw new Error(`warnings: ${stderr}`)
  return stdout
}

async function demand(outcome: Promise<Outcome>): Promise<Outcome> {
  const { exitCode, stdout, stderr } = await outcome
  if (exitCode !== 0) throw new Error(`exit ${exitCode}: ${stderr.slice(-500)}${stdout.slice(-500)}`)
  return { exitCode, stdout, stderr }
}

async function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; input?: string },
): Promise<Outcome> {
  const child = spawn(command, args, { cwd: options.cwd, env: options.env ?? process.env })
  child.stdin.end(options.input ?? '')
  const ended = new Promise<number | null>((settle, reject) => {
    child.on('error', reject)
    child.on('close', settle)
  })
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { exitCode, stdout, stderr }
}

function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}

function printTable(rows: readonly Row[]): void {
  console.log('\n| Node | npm install | seconds | node_modules | npm warnings | outcome |')
  console.log('|---|---|---|---|---|---|')
  for (const { node, install, seconds, size, warnings, outcome } of rows)
    console.log(`| ${node} | ${install} | ${seconds} | ${size} | ${warnings} | ${outcome} |`)
}

/** A minimal DOCX document. */
function openDocument(sentence: string): Uint8Array {
  const office = 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'
  const words = 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'
  const file = (name: string, content: string) => ({ name, content: Buffer.from(content) })
  return writeZip([
    file('mimetype', 'application/vnd.oasis.opendocument.text'),
    file(
      'META-INF/manifest.xml',
      `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>`,
    ),
    file(
      'content.xml',
      `<office:document-content xmlns:office="${office}" xmlns:text="${words}"><office:body><office:text><text:p>${sentence}</text:p></office:text></office:body></office:document-content>`,
    ),
  ])
}
