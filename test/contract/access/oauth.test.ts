import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { exportSPKI, generateKeyPair } from 'jose'
import { rightsOfClaims } from '../../../src/app/access/claims.ts'
import { jwtCheck } from '../../../src/app/access/jwt-check.ts'
import { authorizationServer } from './authorization-server.ts'
import { openGuarded } from './guarded-world.ts'

const publicUrl = 'https://quire.example.org'
const issuing = await authorizationServer()
const world = await openGuarded(['--oauth-issuer', issuing.issuer, '--public-url', publicUrl])
after(async () => {
  await world.close()
  await issuing.close()
})

const now = () => Math.floor(Date.now() / 1000)
const good = () => ({ aud: publicUrl, exp: now() + 600, scope: 'quire:read', client_id: 'desk' })

function ask(token: string | null, path = '/api/v1/documents/list_libraries') {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  return fetch(`${world.server.url}${path}`, { headers })
}

test('a request without a token learns where tokens are issued, and the metadata says so', async () => {
  const response = await ask(null)
  assert.equal(response.status, 401)
  assert.equal(
    response.headers.get('www-authenticate'),
    `Bearer realm="quire", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`,
  )
  const metadata = await ask(null, '/.well-known/oauth-protected-resource')
  assert.deepEqual(await metadata.json(), {
    resource: publicUrl,
    authorization_servers: [issuing.issuer],
    scopes_supported: ['quire:read', 'quire:write', 'quire:admin'],
    bearer_methods_supported: ['header'],
    resource_name: 'Quire',
  })
})

test("the official client finds the authorization server from the server's address alone", async () => {
  const { discoverOAuthProtectedResourceMetadata } = await import('@modelcontextprotocol/sdk/client/auth.js')
  const found = await discoverOAuthProtectedResourceMetadata(`${world.server.url}/mcp`)
  assert.equal(found.resource, `${publicUrl}/mcp`)
  assert.deepEqual(found.authorization_servers, [issuing.issuer])
})

for (const aud of [publicUrl, `${publicUrl}/`, `${publicUrl}/mcp`, ['https://other.example', publicUrl]])
  test(`a token for ${aud} is accepted`, async () => {
    const response = await ask(await issuing.issue({ ...good(), aud }))
    assert.equal(response.status, 200, await response.text())
  })

test('clocks may differ by the tolerance, and not by more', async () => {
  assert.equal((await ask(await issuing.issue({ ...good(), exp: now() - 20 }))).status, 200)
  assert.equal((await ask(await issuing.issue({ ...good(), nbf: now() + 20 }))).status, 200)
  assert.equal((await ask(await issuing.issue({ ...good(), exp: now() - 40 }))).status, 401)
  assert.equal((await ask(await issuing.issue({ ...good(), nbf: now() + 40 }))).status, 401)
})

const tampered = async () => {
  const [header, payload = '', signature] = (await issuing.issue(good())).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, scope: 'quire:admin' })).toString('base64url')
  return [header, changed, signature].join('.')
}

const unsigned = async () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'none', kid: 'first' })}.${encode({ iss: issuing.issuer, sub: 'ada', ...good() })}.`
}

/** The public key as the secret of a symmetric signature: the attack on servers that let the token choose. */
const confused = async () => {
  const signer = issuing.signer()
  if (signer === undefined) throw new Error('no key')
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${encode({ alg: 'HS256', kid: 'first' })}.${encode({ iss: issuing.issuer, sub: 'ada', ...good() })}`
  const key = await exportSPKI(signer.publicKey)
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const foreignKey = async () => {
  const pair = await generateKeyPair('ES256')
  return issuing.issue(good(), { by: { kid: 'first', alg: 'ES256', ...pair } })
}

const refused: Record<string, { token(): Promise<string>; says: RegExp }> = {
  expired: { token: () => issuing.issue({ ...good(), exp: now() - 60 }), says: /has expired/ },
  'without an end': {
    token: () => issuing.issue({ aud: publicUrl, scope: 'quire:read' }),
    says: /claim .*exp.* is missing/,
  },
  'of another audience': {
    token: () => issuing.issue({ ...good(), aud: 'https://mail.example.org' }),
    says: /for another server/,
  },
  'of an audience that only begins like ours': {
    token: () => issuing.issue({ ...good(), aud: `${publicUrl}.evil.example` }),
    says: /for another server/,
  },
  'without an audience': {
    token: () => issuing.issue({ exp: now() + 600, scope: 'quire:read' }),
    says: /for another server/,
  },
  'of another issuer': {
    token: () => issuing.issue({ ...good(), iss: 'https://issuer.evil.example' }),
    says: /does not trust/,
  },
  'that was changed': { token: tampered, says: /is wrong/ },
  'without a signature': { token: unsigned, says: /is wrong/ },
  'signed with the public key as secret': { token: confused, says: /is wrong/ },
  'signed by another key of the same name': { token: foreignKey, says: /is wrong/ },
  'of an unknown key': {
    token: () => issuing.issue(good(), { header: { kid: 'nobody' } }),
    says: /is wrong/,
  },
  'that is none': { token: async () => 'not.a.token', says: /is wrong/ },
}

for (const [kind, { token, says }] of Object.entries(refused))
  test(`a token ${kind} is refused`, async () => {
    const text = await token()
    const response = await ask(text)
    const body = await response.text()
    assert.equal(response.status, 401, body)
    assert.match(body, says)
    assert.match(response.headers.get('www-authenticate') ?? '', /error="invalid_token", resource_metadata="/)
    assert.ok(!body.includes(text))
  })

test('a token without a scope of this server is genuine and may do nothing', async () => {
  const response = await ask(await issuing.issue({ ...good(), scope: 'mail.read' }))
  assert.equal(response.status, 403)
  assert.match(response.headers.get('www-authenticate') ?? '', /error="insufficient_scope"/)
})

test('keys are fetched once, however many tokens come, and no token is in the log', async () => {
  assert.equal(issuing.requests.filter(path => path === '/keys').length, 1)
  assert.doesNotMatch(world.logged(), /eyJ[\w-]{10}/)
})

test('scopes become roles', async () => {
  const write = (token: string) =>
    fetch(`${world.server.url}/api/v1/documents/ingest_content`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ content: '# Ink', source: 'ink.md' }),
    })
  assert.equal((await write(await issuing.issue(good()))).status, 403)
  const writer = await issuing.issue({ ...good(), scope: 'openid quire:write' })
  assert.equal((await write(writer)).status, 200)
  assert.equal((await ask(writer, '/api/v1/system/check_server')).status, 403)
  const admin = await issuing.issue({ aud: publicUrl, exp: now() + 600, scp: ['quire:admin'] })
  assert.equal((await ask(admin, '/api/v1/system/check_server')).status, 200)
})

const one = { id: 'oauth:ada', name: 'desk' }
const claims = { sub: 'ada', client_id: 'desk' }
for (const [given, rights] of [
  [{ scope: 'quire:read quire:write' }, { ...one, role: 'writer', collections: null }],
  [
    { scope: 'quire:read quire:collection:law%20books' },
    { ...one, role: 'reader', collections: ['law books'] },
  ],
  [
    { scope: 'quire:read', quire_collections: ['a', 'b'] },
    { ...one, role: 'reader', collections: ['a', 'b'] },
  ],
  [
    { scope: 'quire:read quire:collection:b', quire_collections: ['a', 'b'] },
    { ...one, role: 'reader', collections: ['b'] },
  ],
  [
    { scope: 'quire:write', quire_collections: 'all' },
    { ...one, role: 'writer', collections: [] },
  ],
] as const)
  test(`the claims ${JSON.stringify(given)} limit the token as they say`, () => {
    assert.deepEqual(rightsOfClaims({ ...claims, ...given }), rights)
  })

test('two subjects never have the same id, whatever is in them', () => {
  const subjects = ['a b', 'a_b', 'a\nb', 'a~b', 'é', 'x'.repeat(101), 'x'.repeat(102)]
  const ids = subjects.map(sub => {
    const answer = rightsOfClaims({ sub, scope: 'quire:read' })
    return 'role' in answer ? String(answer.id) : assert.fail('refused')
  })
  assert.equal(new Set(ids).size, subjects.length)
  for (const id of ids) assert.match(id, /^[!-~]{1,130}$/)
})

test('an admin that is limited to collections is refused', () => {
  const answer = rightsOfClaims({ ...claims, scope: 'quire:admin', quire_collections: ['a'] })
  assert.ok('refused' in answer && answer.lacksScope === true)
})

const direct = (over: object = {}) =>
  jwtCheck({
    ...{ issuer: issuing.issuer, keysUrl: null, audiences: [publicUrl], skewSeconds: 0, fetch },
    ...over,
  })

test('a new key is found without a restart, and a withdrawn one ends', async () => {
  const check = direct({ cooldownMs: 0 })
  const old = await issuing.issue(good())
  assert.ok('role' in (await check(old)))
  await issuing.rotate('second', 'RS256')
  assert.ok('role' in (await check(await issuing.issue(good()))))
  assert.deepEqual(await check(old), { refused: 'The token is wrong.' })
})

test('tokens of unknown keys do not make the server fetch keys again and again', async () => {
  const check = direct()
  await check(await issuing.issue(good()))
  const before = issuing.requests.length
  for (let number = 0; number < 20; number++)
    assert.ok('refused' in (await check(await issuing.issue(good(), { header: { kid: `k${number}` } }))))
  assert.ok(issuing.requests.length - before <= 1)
})

test('without keys nobody is let in, and the answer says that it is not the token', async () => {
  issuing.setUp(false)
  const closed = await openGuarded(['--oauth-issuer', issuing.issuer, '--public-url', publicUrl])
  try {
    const headers = { Authorization: `Bearer ${await issuing.issue(good())}` }
    const at = `${closed.server.url}/api/v1/documents/list_libraries`
    const response = await fetch(at, { headers })
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '5')
    assert.match(await response.text(), /AUTHORIZATION_UNAVAILABLE/)
    assert.equal((await fetch(at)).status, 401, 'and never open')
    const { token } = await closed.issue({ role: 'reader', collections: null })
    const own = await fetch(at, { headers: { Authorization: `Bearer ${token}` } })
    assert.equal(own.status, 200, 'tokens of this server work')
    issuing.setUp(true)
    assert.equal((await fetch(at, { headers })).status, 200, 'and it recovers')
  } finally {
    issuing.setUp(true)
    await closed.close()
  }
})

test('an authorization server needs a public address, and one that nobody can change on the way', async () => {
  await assert.rejects(openGuarded(['--oauth-issuer', issuing.issuer]), /needs http\.public_url/)
  const plain = ['--oauth-issuer', 'http://login.example.org', '--public-url', publicUrl]
  await assert.rejects(openGuarded(plain), /must be an https:\/\/ address/)
})
