import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHttp } from '../../../src/app/open-http.ts'
import { openWorld } from '../world.ts'
import { fixtureApp, jsonOf, posting } from './fixture.ts'

const json = 'application/json'

async function serving(flags: string[] = []) {
  const world = await openWorld('library', { flags })
  const server = await openHttp(world.wired)
  return {
    world,
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await world.close()
    },
  }
}

test('a page on another local port cannot delete a library, whatever it says that it sends', async () => {
  await using served = await serving()
  const { world, url } = served
  await world.call('ingest_content', { content: 'The heron wades.', source: 'a', library: 'birds' })
  const body = JSON.stringify({ library: 'birds', confirm: 'birds' })
  const remove = (headers: Record<string, string>) =>
    fetch(`${url}/api/v1/documents/delete_library`, { method: 'POST', body, headers })
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', `https://${new URL(url).host}`])
    for (const type of ['text/plain', json])
      assert.equal((await remove({ origin, 'content-type': type })).status, 403, `${origin} ${type}`)
  assert.equal((await remove({ 'content-type': json, 'sec-fetch-site': 'same-site' })).status, 403)
  assert.equal((await remove({ 'content-type': 'text/plain' })).status, 415)
  assert.equal((await world.call('list_libraries', {})).libraries.length, 1)
  assert.equal((await remove({ origin: url, 'content-type': json })).status, 200)
})

test('a server answers at every name of this machine that it listens on, and to pages of no other port', async () => {
  // Other systems have no second loopback address by default.
  const second = process.platform === 'linux' ? ['127.0.0.2'] : []
  for (const host of ['localhost', '127.0.0.1', ...second]) {
    await using served = await serving(['--host', host])
    const status = async (headers: Record<string, string> = {}) =>
      (await fetch(`${served.url}/api/v1/documents/list_libraries`, { headers })).status
    assert.equal(await status(), 200, host)
    assert.equal(await status({ origin: served.url }), 200, host)
    for (const origin of [`http://${host}`, `https://${host}`, served.url.replace('http:', 'https:')])
      assert.equal(await status({ origin }), 403, origin)
  }
})

test('bodies that are not declared as JSON are 415 on every surface, each in its own shape', async () => {
  const { request } = fixtureApp({ sse: true })
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'text/plain; charset=application/json']
  for (const type of types) {
    const rest = await request('/api/v1/voice/echo', posting({ text: 'a' }, { 'content-type': type }))
    assert.equal(rest.status, 415)
    assert.equal((await jsonOf(rest)).error.code, 'UNSUPPORTED_MEDIA_TYPE')
    const mcp = await request(
      '/mcp',
      posting({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'content-type': type }),
    )
    assert.equal(mcp.status, 415)
    const { jsonrpc, error } = await jsonOf(mcp)
    assert.deepEqual([jsonrpc, error.code], ['2.0', -32_000])
    assert.match(error.message, /application\/json/)
    const lambda = await request('/mcp/tools/call', posting({ name: 'echo' }, { 'content-type': type }))
    assert.equal(lambda.status, 415)
    assert.ok((await jsonOf(lambda)).error.message)
  }
  assert.equal((await request('/api/v1/voice/echo', posting({ text: 'a' }))).status, 200)
  const vendor = posting({ text: 'a' }, { 'content-type': 'Application/JSON; charset=utf-8' })
  assert.equal((await request('/api/v1/voice/echo', vendor)).status, 200)
})

test('behind a proxy the pages of a named host may call at its usual ports, and a whole origin exactly', async () => {
  const allowedHosts = ['quire.example.org', 'https://app.example.org:8443']
  const { request } = fixtureApp({ guard: { isLoopback: true, allowedHosts, token: null } })
  const status = async (origin: string, host = 'quire.example.org') =>
    (await request('/healthz', { headers: { origin, host } })).status
  assert.equal(await status('https://quire.example.org'), 200)
  assert.equal(await status('https://quire.example.org', '127.0.0.1:8321'), 200)
  assert.equal(await status('https://quire.example.org:9000', 'quire.example.org:9000'), 200)
  assert.equal(await status('https://app.example.org:8443'), 200)
  assert.equal(await status('https://app.example.org'), 403)
  assert.equal(await status('http://app.example.org:8443'), 403)
  assert.equal(await status('https://quire.example.org:9000'), 403)
})

test('without a token, file tools over HTTP have no folder; uploads and generated modules work', async () => {
  await using served = await serving()
  const { world, url } = served
  await writeFile(join(world.folder, 'a.md'), '# Herons')
  const call = async (path: string, input: object) => {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': json },
      body: JSON.stringify(input),
    })
    return { status: response.status, text: await response.text() }
  }
  for (const [path, input] of [
    ['documents/ingest_file', { path: 'a.md' }],
    ['documents/ingest_folder', { folder: '.' }],
    ['system/read_file', { path: 'a.md' }],
    ['system/list_directory', { path: '.' }],
  ] as const) {
    const { status, text } = await call(path, input)
    assert.equal(status, 403, path)
    if (path.startsWith('system')) assert.match(text, /--root/)
  }
  assert.match((await call('documents/server_info', {})).text, /--root/)
  const several = { name: 'ingest_documents', arguments: { file_paths: [join(world.folder, 'a.md')] } }
  assert.match((await call('tools/call', several)).text, /--root/)
  const listing = await call('system/list_directory', { path: 'servers/typescript' })
  assert.match(listing.text, /client\.ts/)
  assert.equal((await call('system/read_file', { path: 'servers/README.md' })).status, 200)
  const body = new FormData()
  body.append('file', new File(['# Egrets'], 'b.md'))
  assert.equal((await fetch(`${url}/upload`, { method: 'POST', body })).status, 200)
  // At the shell and over stdio nothing changes.
  assert.equal((await world.call('ingest_file', { path: join(world.folder, 'a.md') })).status, 'indexed')
})

test('with a token the working directory is open, with --root that folder', async () => {
  const token = 'correct-horse-battery'
  for (const flags of [
    ['--token', token],
    ['--root', '.'],
  ]) {
    await using served = await serving(flags)
    await writeFile(join(served.world.folder, 'a.md'), '# Herons')
    const response = await fetch(`${served.url}/api/v1/documents/ingest_file`, {
      method: 'POST',
      headers: { 'content-type': json, authorization: `Bearer ${token}` },
      body: JSON.stringify({ path: 'a.md' }),
    })
    assert.equal(response.status, 200, flags.join(' '))
  }
})

test('a short token is refused where other machines can try it, and taken on loopback', async () => {
  for (const [host, code] of [
    ['0.0.0.0', 'TOKEN_TOO_SHORT'],
    ['127.0.0.1', null],
  ] as const) {
    const world = await openWorld('library', { flags: ['--host', host, '--token', 'fifteen-letters'] })
    try {
      const opened = openHttp(world.wired)
      if (code === null) await (await opened).close()
      else await assert.rejects(opened, { code })
    } finally {
      await world.close()
    }
  }
})

test('a token that no client can send is refused', async () => {
  for (const token of ['correct horse battery', 'richtig-pferd-batterie-hefte-für']) {
    const world = await openWorld('library', { flags: ['--token', token] })
    const code = await openHttp(world.wired).then(
      server => server.close(),
      (error: { code: string }) => error.code,
    )
    await world.close()
    assert.equal(code, 'TOKEN_UNUSABLE')
  }
})

test('the home and everything in it is closed to other users, also one that was open before', {
  skip: process.platform === 'win32' ? 'Windows has no such modes' : false,
}, async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-home-'))
  const world = await openWorld('library', { home })
  await world.call('ingest_content', { content: 'The heron wades.', source: 'a' })
  await writeFile(join(world.folder, 'a.md'), '# Herons')
  await world.call('ingest_folder', { folder: world.folder, library: 'walk' })
  await world.call('refresh_source', { source: world.folder, library: 'walk' })
  await world.call('search_tools', { query: 'herons' })
  assert.deepEqual(await openToOthers(home), [])
  assert.ok((await readdir(home)).includes('audit'))
  await world.close()

  // As an earlier version created it.
  await mkdir(join(home, 'crawls'), { recursive: true })
  await writeFile(join(home, 'crawls', 'x.json'), '{}')
  for (const path of [home, ...(await everythingIn(home))])
    await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644)
  assert.notDeepEqual(await openToOthers(home), [])
  const again = await openWorld('library', { home })
  assert.deepEqual(await openToOthers(home), [])
  await again.close()

  // No permission is added: files that the user made read-only stay so.
  await chmod(join(home, 'crawls', 'x.json'), 0o444)
  await chmod(join(home, 'crawls'), 0o755)
  const third = await openWorld('library', { home })
  assert.equal((await stat(join(home, 'crawls', 'x.json'))).mode & 0o777, 0o400)
  await third.close()
  await rm(home, { recursive: true })
})

async function everythingIn(home: string): Promise<string[]> {
  return (await readdir(home, { recursive: true })).map(name => join(home, name))
}

async function openToOthers(home: string): Promise<string[]> {
  const modes = await Promise.all(
    [home, ...(await everythingIn(home))].map(async path => ({
      path,
      mode: (await stat(path)).mode & 0o777,
    })),
  )
  return modes
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ path, mode }) => `${path} ${mode.toString(8)}`)
}
