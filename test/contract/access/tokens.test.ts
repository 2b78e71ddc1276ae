import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runProgram } from '../../../src/app/run-program.ts'
import { testProcess } from '../world.ts'
import { type GuardedWorld, type Holder, openGuarded } from './guarded-world.ts'

const limit = 40
const flags = [
  '--rate-limit',
  String(limit),
  '--http-max-body-bytes',
  '2000',
  '--http-max-upload-bytes',
  '1000',
]
const world = await openGuarded(flags)
after(() => world.close())

const list = '/api/v1/documents/list_libraries'

function ask({ server }: Pick<GuardedWorld, 'server'>, token: string, path = list, init: RequestInit = {}) {
  return fetch(`${server.url}${path}`, {
    ...init,
    headers: { ...init.headers, Authorization: `Bearer ${token}` },
  })
}

function sendJson(holder: Holder, path: string, body: object) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  return ask(world, holder.token, path, init)
}

test('a token that has expired is refused, and one that has not is not', async () => {
  const old = await world.issue({ role: 'reader', collections: null }, '2026-01-02T00:00:00Z')
  const refused = await ask(world, old.token)
  assert.equal(refused.status, 401)
  assert.match(await refused.text(), /has expired/)
  const { token } = await world.issue({ role: 'reader', collections: null }, '2100-01-01T00:00:00Z')
  assert.equal((await ask(world, token)).status, 200)
})

test('the id of a token with another secret is refused in the words of an unknown token', async () => {
  const { token } = await world.issue({ role: 'admin', collections: null })
  const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  const answers = [changed, 'quire_aaaaaaaaaa_'.padEnd(60, 'x'), 'anything'].map(async given => {
    const response = await ask(world, given)
    return `${response.status} ${await response.text()}`
  })
  const [first, ...others] = await Promise.all(answers)
  assert.match(first ?? '', /^401 .*The token is wrong/)
  for (const other of others) assert.equal(other, first)
})

test('a revoked token ends at once in two servers over one store, also in open sessions of MCP', async () => {
  const second = await openGuarded(world.storeFlags)
  try {
    const { token, rights } = await world.issue({ role: 'reader', collections: null })
    const { connectV1Http } = await import('../../e2e/clients.ts')
    const client = await connectV1Http(`${second.server.url}/mcp`, { Authorization: `Bearer ${token}` })
    for (const server of [world, second]) assert.equal((await ask(server, token)).status, 200)
    await client.callTool('list_libraries')
    assert.equal(await run(['token', 'revoke', rights.id ?? '']), 0)
    for (const server of [world, second]) {
      const response = await ask(server, token)
      assert.equal(response.status, 401)
      assert.match(await response.text(), /was revoked/)
    }
    await assert.rejects(client.callTool('list_libraries'))
  } finally {
    await second.close()
  }
})

test('calls beyond the limit are refused with the time to wait, per token and tool', async () => {
  const holder = await world.issue({ role: 'reader', collections: null })
  const statuses: number[] = []
  let last: Response | null = null
  for (let call = 0; call < limit * 2; call++) {
    last = await ask(world, holder.token)
    statuses.push(last.status)
    if (last.status === 200) await last.body?.cancel()
  }
  assert.equal(statuses.filter(status => status === 200).length, limit)
  assert.ok(statuses.slice(limit).every(status => status === 429))
  const wait = Number(last?.headers.get('retry-after'))
  assert.ok(wait > 0 && wait <= 60, String(wait))
  assert.match((await last?.text()) ?? '', /RATE_LIMITED|40 times a minute/)
  assert.equal(
    (await ask(world, holder.token, '/api/v1/documents/list_documents')).status,
    200,
    'another tool',
  )
  const other = await world.issue({ role: 'reader', collections: null })
  assert.equal((await ask(world, other.token)).status, 200, 'another token')
})

test('requests and uploads beyond the size limits are refused', async () => {
  const writer = await world.issue({ role: 'writer', collections: null })
  const large = await sendJson(writer, '/api/v1/documents/ingest_content', {
    content: 'x'.repeat(3_000),
    source: 'a.md',
  })
  assert.equal(large.status, 413)
  const form = new FormData()
  form.set('file', new File(['x'.repeat(1_500)], 'a.md'))
  assert.equal((await ask(world, writer.token, '/upload', { method: 'POST', body: form })).status, 413)
})

test('guesses are counted by address, and do not lock out a token that is in use', async () => {
  const guarded = await openGuarded()
  try {
    const { token } = await guarded.issue({ role: 'reader', collections: null })
    assert.equal((await ask(guarded, token)).status, 200)
    const statuses: number[] = []
    for (let guess = 0; guess < 40; guess++) statuses.push((await ask(guarded, `guess-${guess}`)).status)
    assert.equal(statuses.filter(status => status === 401).length, 30)
    assert.equal(statuses.at(-1), 429)
    assert.equal((await ask(guarded, token)).status, 200)
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"token":"guess"}',
    }
    const signIn = await fetch(`${guarded.server.url}/session`, init)
    assert.equal(signIn.status, 429, 'signing in counts too')
    assert.ok(Number(signIn.headers.get('retry-after')) > 0)
  } finally {
    await guarded.close()
  }
})

test('no way of writing a path leads past the token', async () => {
  const target = 'api/v1/documents/list_libraries'
  const paths = [
    ...[
      `/healthz/../${target}`,
      `/assets/../${target}`,
      `/assets/%2e%2e/${target}`,
      `//${target}`,
      `/healthz/%2e%2e/${target}`,
    ],
    ...[
      `/./${target}`,
      `/session/../${target}`,
      `/.well-known/oauth-protected-resource/../../${target}`,
      `/${target}?x=/healthz`,
    ],
    ...[
      `/${target}#/healthz`,
      `/${target}/../list_libraries`,
      `/%61pi/v1/documents/list_libraries`,
      `/api%2fv1/documents/list_libraries`,
    ],
    ...[
      `http://localhost/${target}`,
      `/api/v1/jobs/../../../healthz/../${target}`,
      `/library/../${target}`,
      `/read/../${target}`,
    ],
  ]
  for (const path of paths) {
    const { status, text } = await rawGet(path)
    assert.doesNotMatch(text, /"libraries"/, `${path}: ${status}`)
  }
  const { token } = await world.issue({ role: 'reader', collections: null })
  assert.match((await rawGet(`/${target}`, { Authorization: `Bearer ${token}` })).text, /"libraries"/)
})

/** Sends the path as it is: fetch would rewrite it. */
async function rawGet(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request({ host: '127.0.0.1', port: world.server.port, path, headers }, resolve).on('error', reject).end()
  const response = await promise
  let text = ''
  for await (const piece of response) text += piece
  return { status: response.statusCode ?? 0, text }
}

test('the metrics are for tokens of all collections', async () => {
  const { token } = await world.issue({ role: 'reader', collections: ['open'] })
  assert.equal((await ask(world, token, '/metrics')).status, 403)
  const { token: watcher } = await world.issue({ role: 'reader', collections: null })
  const metrics = await ask(world, watcher, '/metrics')
  assert.match(await metrics.text(), /quire_calls_total\{tool="list_libraries"/)
})

test('writes and refusals are audited with the name of the token, and no line of log or audit holds a secret', async () => {
  const writer = await world.issue({ role: 'writer', collections: null }, null, 'desk of Ada')
  const reader = await world.issue({ role: 'reader', collections: ['open'] }, null, 'kiosk')
  const expired = await world.issue({ role: 'reader', collections: null }, '2026-01-02T00:00:00Z')
  const note = { content: '# Ink', source: 'ink.md' }
  assert.equal((await sendJson(writer, '/api/v1/documents/ingest_content', note)).status, 200)
  assert.equal((await sendJson(reader, '/api/v1/documents/ingest_content', note)).status, 403)
  assert.equal((await ask(world, reader.token)).status, 200)
  assert.equal((await ask(world, expired.token)).status, 401)
  const wrong = `${writer.token.slice(0, -3)}xyz`
  assert.equal((await ask(world, wrong)).status, 401)
  await world.flushAudit()
  const lines = await world.audited()
  const of = (token: string | null) =>
    lines
      .filter(line => line.token === token)
      .map(({ event, name, tool, path, outcome, client }) => ({ event, name, tool, path, outcome, client }))
  const client = '127.0.0.1'
  assert.deepEqual(of(writer.rights.id), [
    { event: 'call', name: 'desk of Ada', tool: 'ingest_content', path: undefined, outcome: 'ok', client },
  ])
  assert.deepEqual(of(reader.rights.id), [
    { event: 'call', name: 'kiosk', tool: 'ingest_content', path: undefined, outcome: 'FORBIDDEN', client },
  ])
  assert.deepEqual(of(expired.rights.id), [
    { event: 'refused', name: undefined, tool: undefined, path: list, outcome: 'TOKEN_REQUIRED', client },
  ])
  assert.ok(lines.some(line => line.event === 'refused' && line.token === null && line.path === list))
  const written = `${world.logged()}\n${JSON.stringify(lines)}`
  for (const { token } of [writer, reader, expired]) assert.ok(!written.includes(token.slice(17)))
  assert.doesNotMatch(written, /quire_[a-z0-9]{10}_/)
  assert.match(world.logged(), new RegExp(`"token":"${writer.rights.id}"`))
})

test('quire token add prints the token once; nothing on the disk holds it', async () => {
  const home = await mkdtemp(join(tmpdir(), 'quire-token-'))
  try {
    let shown = ''
    const add = [
      'token',
      'add',
      '--role',
      'writer',
      '--collections',
      'open',
      '--expires',
      '90d',
      '--label',
      'desk',
    ]
    assert.equal(await run([...add, '--home', home], text => (shown += text)), 0)
    const secret = /^quire_[a-z0-9]{10}_([\w-]{43})$/m.exec(shown)?.[1] ?? ''
    assert.notEqual(secret, '')
    let listed = ''
    assert.equal(await run(['token', 'list', '--json', '--home', home], text => (listed += text)), 0)
    const [entry] = JSON.parse(listed)
    assert.deepEqual(
      [entry.role, entry.collections, entry.label, entry.revoked_at],
      ['writer', ['open'], 'desk', null],
    )
    assert.ok(!listed.includes(secret))
    const files = await readdir(home, { recursive: true, withFileTypes: true })
    for (const file of files.filter(one => one.isFile()))
      assert.ok(!(await readFile(join(file.parentPath, file.name))).includes(secret), file.name)
    const limitedAdmin = ['token', 'add', '--role', 'admin', '--collections', 'open', '--home', home]
    assert.notEqual(await run(limitedAdmin), 0)
    assert.notEqual(
      await run(['token', 'add', '--role', 'reader', '--expires', '2001-01-01', '--home', home]),
      0,
    )
  } finally {
    await rm(home, { recursive: true })
  }
})

/** Runs the program on the store of the world, unless a home is named. */
async function run(argv: string[], onOutput: (text: string) => void = () => {}): Promise<number> {
  const at = argv.includes('--home') ? [] : world.storeFlags
  return runProgram(testProcess(tmpdir(), [...argv, ...at, '--embedder', 'hash'], { onOutput }))
}
