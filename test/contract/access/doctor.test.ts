import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { deploymentCheck } from '../../../src/app/doctor/deployment-check.ts'
import { testProcess } from '../world.ts'
import { authorizationServer } from './authorization-server.ts'
import { openGuarded } from './guarded-world.ts'

const world = await openGuarded()
const issuing = await authorizationServer()
after(async () => {
  await world.close()
  await issuing.close()
})

/** What the check says about servers with these flags, and the tokens of the world. */
async function examine(...flags: string[]): Promise<string> {
  const config = await readConfig(testProcess('/', flags))
  const patient = { config, open: async () => world.wired }
  const found = [await deploymentCheck.examine(patient, new AbortController().signal)].flat()
  return found.map(({ state, says }) => `${state} ${says}`).join('\n')
}

test('a server for this machine needs nothing', async () => {
  assert.match(await examine(), /^ok servers are for this machine only; 0 valid tokens$/)
})

test('a server for others needs encryption, and its proxies', async () => {
  assert.match(await examine('--host', '0.0.0.0'), /^warn Servers listen on 0\.0\.0\.0 without TLS/)
  assert.match(await examine('--public-url', 'http://quire.example.org'), /warn .* is not encrypted/)
  assert.match(await examine('--public-url', 'https://quire.example.org'), /^warn No proxy is trusted/)
  const good = ['--public-url', 'https://quire.example.org', '--trusted-proxies', '10.0.0.1']
  assert.match(await examine(...good), /^ok servers are at https:\/\/quire\.example\.org/)
  assert.match(
    await examine(...good, '--audit-access-days', '0'),
    /^warn Writes and refusals are not audited/,
  )
})

test('the keys of the authorization server are tried', async () => {
  const flags = [
    '--public-url',
    'https://q.example',
    '--trusted-proxies',
    '10.0.0.1',
    '--oauth-issuer',
    issuing.issuer,
  ]
  assert.match(await examine(...flags), /^ok .*, and those of http:\/\/127\.0\.0\.1/)
  issuing.setUp(false)
  assert.match(await examine(...flags), /^fail The keys of .* cannot be read: .*returned 500/)
})

test('tokens that end soon are named, and those that are over or revoked are not', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const { rights } = await world.issue({ role: 'reader', collections: null }, inDays(5), 'kiosk')
  await world.issue({ role: 'reader', collections: null }, inDays(100))
  await world.issue({ role: 'reader', collections: null }, inDays(-1))
  assert.match(
    await examine(),
    new RegExp(`^warn The token ${rights.id} \\(kiosk\\) ends on \\d{4}-\\d\\d-\\d\\d\\.$`),
  )
})
