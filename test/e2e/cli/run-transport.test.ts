import assert from 'node:assert/strict'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Quire, spawnQuire, temporaryHome } from './spawn-quire.ts'

async function openPlace(t: TestContext, file: { person?: string; project?: string }) {
  const root = await realpath(await temporaryHome(t))
  const [home, cwd] = [join(root, 'home'), join(root, 'folder')]
  await mkdir(home)
  await mkdir(cwd)
  if (file.person !== undefined) await writeFile(join(home, 'quire.toml'), file.person)
  if (file.project !== undefined) await writeFile(join(cwd, 'quire.toml'), file.project)
  return { home, cwd }
}

/** Sends a request to stdin and waits for the response: only a stdio server sends one. */
async function speakOverStdio(quire: Quire): Promise<void> {
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  quire.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await quire.until(/"id":1/)
}

test('quire run serves over stdio unless the settings name another transport', async t => {
  const { home, cwd } = await openPlace(t, {})
  await speakOverStdio(spawnQuire(t, ['run'], { home, cwd }))
})

test('quire run serves over the transport, host and port of the person’s file, with its toolsets and variables', async t => {
  const person = [
    'transport = "http"\nhost = "127.0.0.1"\nport = 0\ntoolsets = ["documents", "system"]',
    '[environment]\nDEFAULT_LIBRARY = "shelf"',
  ].join('\n')
  const { home, cwd } = await openPlace(t, { person })
  const http = spawnQuire(t, ['run'], { home, cwd })
  const [, url] = await http.until(/listens on (\S+)/)
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, unknown> }
  assert.ok('/api/v1/documents/search' in paths && !('/api/v1/citations/query' in paths))
  assert.equal((await fetch(`${url}/sse`)).status, 404)
  const config = spawnQuire(t, ['config', 'show', '--json'], { home, cwd })
  await config.ended
  assert.equal(JSON.parse(config.stdout()).settings.default_library.value, 'shelf')

  const sse = spawnQuire(t, ['run'], { home, cwd, env: { QUIRE_TRANSPORT: 'sse' } })
  const [, legacy] = await sse.until(/listens on (\S+)/)
  const stream = await fetch(`${legacy}/sse`)
  assert.match(stream.headers.get('content-type') ?? '', /event-stream/)
  await stream.body?.cancel()
})

test('quire mcp and quire serve name their transport: a file does not change it, a flag that does is an error', async t => {
  const { home, cwd } = await openPlace(t, { person: 'transport = "http"\nport = 0\n' })
  await speakOverStdio(spawnQuire(t, ['mcp'], { home, cwd }))
  const served = spawnQuire(t, ['serve'], { home, cwd, env: { QUIRE_TRANSPORT: 'stdio' } })
  await served.until(/listens on/)
  for (const [argv, says] of [
    [['mcp', '--transport', 'http'], /quire mcp serves over stdio, but --transport is http/],
    [['serve', '--transport', 'stdio'], /quire serve serves over HTTP, but --transport is stdio/],
  ] as const) {
    const wrong = spawnQuire(t, argv, { home, cwd })
    assert.equal((await wrong.ended).exitCode, 2)
    assert.match(wrong.stderr(), says)
  }
})

test('transport and environment of a project file count only after quire trust', async t => {
  const { home, cwd } = await openPlace(t, {
    project: 'transport = "http"\nport = 0\n[environment]\nDEFAULT_LIBRARY = "shelf"\n',
  })
  const untrusted = spawnQuire(t, ['run'], { home, cwd })
  await speakOverStdio(untrusted)
  assert.match(untrusted.stderr(), /Ignored: transport, port, environment\.DEFAULT_LIBRARY\./)
  assert.equal((await spawnQuire(t, ['trust', '--yes'], { home, cwd }).ended).exitCode, 0)
  await spawnQuire(t, ['run'], { home, cwd }).until(/listens on/)
})

test('a token in a file guards the server and stays out of the list of processes', async t => {
  const { home, cwd } = await openPlace(t, {})
  const token = '0123456789abcdef0123456789abcdef'
  const file = join(home, 'token')
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  const quire = spawnQuire(t, ['serve', '--port', '0', '--token-file', file], { home, cwd })
  const [, url] = await quire.until(/listens on (\S+)/)
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/api/v1/documents/list_libraries`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    }).then(({ status }) => status)
  assert.deepEqual([await ask({}), await ask({ authorization: `Bearer ${token}` })], [401, 200])
  const line = await readFile(`/proc/${quire.child.pid}/cmdline`, 'utf8').catch(() => '')
  assert.ok(!line.includes(token))
  const both = spawnQuire(t, ['serve', '--port', '0', '--token-file', file], {
    ...{ home, cwd },
    env: { QUIRE_TOKEN: token },
  })
  assert.equal((await both.ended).exitCode, 2)
  assert.match(both.stderr(), /http\.token \(QUIRE_TOKEN\) and http\.token_file .* are both set/)
  assert.doesNotMatch(both.stderr(), new RegExp(token))
})
