import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { startHttpServer } from '../../../src/surfaces/http/start-http-server.ts'
import { testProcess } from '../world.ts'
import { fixtureOptions, jsonOf, posting } from './fixture.ts'

const token = 'a-secret-of-some-length'

test('readiness follows the store and needs no token; metrics need it', async () => {
  let isUp = true
  await using server = await start({
    token,
    operation: {
      async checkReady() {
        if (!isUp) throw new Error('the password is hunter2')
      },
      metrics: async () => 'up 1\n',
    },
  })
  const ready = await fetch(`${server.url}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [200, { status: 'ok' }])
  isUp = false
  const down = await fetch(`${server.url}/readyz`)
  assert.deepEqual([down.status, await down.json()], [503, { status: 'unavailable' }])
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200, 'the process itself runs')
  assert.equal((await fetch(`${server.url}/metrics`)).status, 401)
  const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  assert.equal(await metrics.text(), 'up 1\n')
})

test('a store that does not answer in time makes the server unready', async () => {
  await using server = await start({ operation: { checkReady: () => new Promise(() => {}) } })
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
})

test('a server that drains says so and answers calls until it closes', async () => {
  const server = await start({ drainMs: 400, graceMs: 60_000 })
  const closed = server.close()
  const ready = await fetch(`${server.url}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [503, { status: 'draining' }])
  const call = await fetch(`${server.url}/api/v1/voice/echo`, posting({ text: 'still here' }))
  assert.equal(call.status, 200)
  await closed
  await assert.rejects(fetch(`${server.url}/healthz`))
})

test('the log names the client and the correlation id of a call', async () => {
  await using server = await start()
  const headers = { 'x-correlation-id': 'call-7' }
  await jsonOf(await fetch(`${server.url}/api/v1/voice/echo`, posting({ text: 'hello' }, headers)))
  const line = server.log.find(({ event }) => event === 'call')
  assert.equal(line?.client, '127.0.0.1')
  assert.equal(line?.correlation_id, 'call-7')
})

test('the address of the store may be the first line of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quire-store-file-'))
  try {
    const file = join(folder, 'store')
    await writeFile(file, 'postgres://quire:hunter2@db.example/quire\n', { mode: 0o600 })
    const config = await readConfig(testProcess(folder, ['--home', folder, '--store-file', file]))
    assert.equal(config.values['store.url'], 'postgres://quire:hunter2@db.example/quire')
    assert.deepEqual(config.warnings, [])
    const both = ['--home', folder, '--store-file', file, '--store', 'sqlite:other.db']
    await assert.rejects(
      readConfig(testProcess(folder, both)),
      /store\.url .* and store\.file .* are both set/,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

type StartOptions = Partial<Parameters<typeof startHttpServer>[0]>

async function start(over: StartOptions = {}) {
  const { options, log } = fixtureOptions()
  const { guard: _guard, ...rest } = options
  // SAFETY: the tests change only options that do not depend on the type of the services.
  const all = { ...rest, port: 0, graceMs: 0, ...over } as Parameters<typeof startHttpServer>[0]
  const server = await startHttpServer(all)
  return { ...server, log, [Symbol.asyncDispose]: () => server.close() }
}
