import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openZip } from '../../src/adapters/converters/archive/zip.ts'
import { launcher } from './cli/spawn-quire.ts'
import { connectV2Stdio } from './clients.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const version = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version

type Config = { command: string; args: string[]; env: Record<string, string> }

let folder: string
let installed: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-bundle-'))
  installed = join(folder, 'installed')
  await run(process.execPath, [join(root, 'scripts/bundle.ts'), folder])
  const zip = openZip(await readFile(join(folder, `quire-mcp-${version}.mcpb`)))
  for (const entry of zip.entries) {
    const path = join(installed, entry.name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await zip.read(entry, new AbortController().signal))
  }
  await mkdir(join(folder, 'empty'))
})
after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

/** The command that a host starts, after it has filled in the placeholders of the manifest. */
async function fillIn(settings: Record<string, string>): Promise<Config> {
  const { server } = JSON.parse(await readFile(join(installed, 'manifest.json'), 'utf8'))
  await readFile(join(installed, server.entry_point))
  const values: Record<string, string> = { __dirname: installed, ...settings }
  return JSON.parse(
    JSON.stringify(server.mcp_config).replaceAll(/\$\{([\w.]+)\}/g, (whole, name) => values[name] ?? whole),
  )
}

test('Y-PACK-1 the bundle, unpacked and started from an empty folder, serves what npx fetches for it', async () => {
  // No registry in tests: this npx records its arguments and runs the checkout instead of a download.
  const asked = join(folder, 'asked.json')
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(
    join(bin, 'npx'),
    `#!${process.execPath}
const { spawn } = require('node:child_process')
const args = process.argv.slice(2)
require('node:fs').writeFileSync(${JSON.stringify(asked)}, JSON.stringify(args))
const rest = args.slice(args.indexOf('quire') + 1)
spawn(process.execPath, [${JSON.stringify(launcher)}, ...rest], { stdio: 'inherit' }).on('exit', code => process.exit(code))
`,
    { mode: 0o755 },
  )
  const home = join(folder, 'home')
  const { args, env } = await fillIn({
    'user_config.home': home,
    'user_config.toolsets': 'documents,system',
  })
  const client = await connectV2Stdio({
    command: process.execPath,
    args: [...args, '--log-level', 'error', '--embedder', 'hash'],
    env: { ...env, PATH: bin },
    cwd: join(folder, 'empty'),
  })
  try {
    const names = (await client.listTools()).map(tool => tool.name)
    assert.ok(names.includes('search') && names.includes('search_tools') && !names.includes('query'))
    const written = await client.callTool('ingest_content', { content: 'Rag paper lasts.', source: 'a.md' })
    assert.ok(!written.isError)
    const info = await client.callTool('server_info', {})
    assert.equal(Object(info.structuredContent).home, home)
  } finally {
    await client.close()
  }
  assert.deepEqual(JSON.parse(await readFile(asked, 'utf8')).slice(0, 5), [
    '-y',
    '-p',
    `quire-mcp@${version}`,
    'quire',
    'mcp',
  ])
})

const hasNpx = existsSync(join(dirname(process.execPath), 'npx'))

test('Y-PACK-1 without npx the bundle says what to install', {
  skip: hasNpx && 'this Node has npx',
}, async () => {
  const { args } = await fillIn({})
  const outcome = await run(process.execPath, args, { env: { PATH: join(folder, 'empty') } }).catch(
    error => error,
  )
  assert.equal(outcome.code, 1)
  assert.match(outcome.stderr, /started with npx.*Install Node\.js 24/)
})

test('Y-PACK-1 the bundle is the same bytes every time, and small', async () => {
  const other = join(folder, 'again')
  await run(process.execPath, [join(root, 'scripts/bundle.ts'), other])
  const name = `quire-mcp-${version}.mcpb`
  const bytes = await readFile(join(folder, name))
  assert.ok(bytes.equals(await readFile(join(other, name))))
  assert.ok(bytes.length < 100_000)
})
