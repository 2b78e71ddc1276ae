import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { spawnQuire, temporaryHome } from './spawn-quire.ts'

const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))

test('the launcher runs the program and passes on its exit code', async t => {
  const home = await temporaryHome(t)
  const good = spawnQuire(t, ['--version'], { home })
  assert.deepEqual(await good.ended, { exitCode: 0, signal: null })
  assert.deepEqual([good.stdout(), good.stderr()], [`${version}\n`, ''])
  const bad = spawnQuire(t, ['show', 'no-such-id'], { home })
  assert.deepEqual(await bad.ended, { exitCode: 4, signal: null })
  assert.match(bad.stderr(), /^error: Document not found/)
})

const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(path => {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return typeof stdout === 'string' && Number(stdout.slice(1).split('.')[0]) < 24
})

test('an older Node hands over to the pinned one', {
  skip: oldNode === undefined && 'no older Node here',
}, async t => {
  const home = await temporaryHome(t)
  const quire = spawnQuire(t, ['--version'], { home, ...(oldNode === undefined ? {} : { node: oldNode }) })
  assert.deepEqual(await quire.ended, { exitCode: 0, signal: null })
  assert.equal(quire.stdout(), `${version}\n`)
})

test('nothing but answers reaches stdout, and no warnings of the runtime reach stderr', async t => {
  const home = await temporaryHome(t)
  const quire = spawnQuire(t, ['libraries', '--json'], { home })
  await quire.ended
  assert.deepEqual(JSON.parse(quire.stdout()), { libraries: [], projects: [] })
  assert.equal(quire.stderr(), '')
})

function initialize(quire: ReturnType<typeof spawnQuire>) {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  quire.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
}

test('quire mcp speaks nothing but protocol on stdout and ends when its client hangs up', async t => {
  const home = await temporaryHome(t)
  const quire = spawnQuire(t, ['mcp', '--log-level', 'debug'], { home })
  initialize(quire)
  await quire.until(/"id":1/)
  quire.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`)
  await quire.until(/"id":2/)
  quire.child.stdin.end()
  assert.deepEqual(await quire.ended, { exitCode: 0, signal: null })
  const messages = quire
    .stdout()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual(
    messages.map(message => message.jsonrpc),
    ['2.0', '2.0'],
  )
  assert.ok(messages[1].result.tools.some((tool: { name: string }) => tool.name === 'search'))
})

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`servers close in good order on ${signal}`, async t => {
    const home = await temporaryHome(t)
    const mcp = spawnQuire(t, ['mcp'], { home })
    initialize(mcp)
    await mcp.until(/"id":1/)
    mcp.child.kill(signal)
    const http = spawnQuire(t, ['serve', '--port', '0'], { home })
    await http.until(/listens on (\S+)/)
    http.child.kill(signal)
    assert.deepEqual(await Promise.all([mcp.ended, http.ended]), [
      { exitCode: 0, signal: null },
      { exitCode: 0, signal: null },
    ])
  })

test('Ctrl-C cancels a long command, which exits with 130 and leaves the store sound', async t => {
  const home = await temporaryHome(t)
  const folder = join(home, 'many')
  await mkdir(folder)
  for (let index = 0; index < 400; index++)
    await writeFile(join(folder, `${index}.md`), `# Note ${index}\n\nText.`)
  const quire = spawnQuire(t, ['ingest', folder], { home })
  await quire.until(/\d+\/400/, 'stderr')
  quire.child.kill('SIGINT')
  assert.deepEqual(await quire.ended, { exitCode: 130, signal: null })
  const doctor = spawnQuire(t, ['doctor', '--json'], { home })
  assert.equal((await doctor.ended).exitCode, 0, doctor.stdout())
})

test('a pipe that is closed early ends the program quietly', async t => {
  const home = await temporaryHome(t)
  const quire = spawnQuire(t, ['help', 'settings'], { home })
  quire.child.stdout.destroy()
  assert.equal((await quire.ended).exitCode, 0)
  assert.equal(quire.stderr(), '')
})

test('a port that is taken is explained', async t => {
  const home = await temporaryHome(t)
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => other.once('listening', resolve))
  t.after(() => other.close())
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const quire = spawnQuire(t, ['start', '--port', String(port)], { home })
  assert.equal((await quire.ended).exitCode, 5)
  assert.match(
    quire.stderr(),
    /Port \d+ on 127\.0\.0\.1 is in use.*\nhint: {2}Is another Quire running there\?.*--port/,
  )
})

test('the first start reads the samples, shows a search and says how to connect; the second does not read again', async t => {
  const home = await temporaryHome(t)
  const env = { QUIRE_EMBEDDER: 'gte-small' }
  const first = spawnQuire(t, ['start', '--port', '0'], { home, env })
  const [, url = ''] = await first.until(/listens on (\S+)/)
  await first.until(/Ctrl-C stops the server/)
  assert.match(
    first.stdout(),
    /^Quire \S+ listens on http:\S+ \(open it in a browser\)\n/,
    'the address comes first',
  )
  assert.match(first.stdout(), /\d+ files: \d+ indexed → library samples/)
  assert.match(first.stdout(), /^1\. .*\n {3}.*library samples$/m)
  for (const place of ['/mcp', '/api/v1', '/openapi.json']) assert.ok(first.stdout().includes(url + place))
  assert.match(first.stdout(), /"mcpServers"/)
  assert.equal((await fetch(`${url}/openapi.json`)).status, 200)
  first.child.kill('SIGINT')
  assert.equal((await first.ended).exitCode, 0)

  const second = spawnQuire(t, ['start', '--port', '0'], { home, env })
  await second.until(/Ctrl-C stops the server/)
  assert.match(first.stdout(), /Ingesting the sample library/)
  assert.doesNotMatch(second.stdout(), /Ingesting the sample library/)
  // By words only, before the vectors were made, it would be 75 %.
  for (const { stdout } of [first, second]) assert.match(stdout(), /^1\. .* relevance [89]\d %$/m)
})

test('settings come from quire.toml in the home', async t => {
  const home = await temporaryHome(t)
  await writeFile(join(home, 'quire.toml'), 'default_library = "main"\n[http]\nport = 9123\n')
  const quire = spawnQuire(t, ['config', 'show', '--json'], { home })
  await quire.ended
  const { settings, file } = JSON.parse(quire.stdout())
  assert.equal(file, join(home, 'quire.toml'))
  assert.equal(settings['http.port'].value, 9123)
})
