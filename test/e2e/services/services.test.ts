import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@redis/client'
import pg from 'pg'
import { type Service, startServices, type Unavailable } from '../../../scripts/services/start-services.ts'

const program = new URL('../../../scripts/services.ts', import.meta.url).pathname

describe('the services of the tests', () => {
  let services: { postgres: Service | Unavailable; redis: Service | Unavailable }
  before(async () => {
    services = await startServices(['postgres', 'redis'], line => process.stderr.write(`${line}\n`))
  })
  after(async () => {
    for (const service of Object.values(services)) if ('stop' in service) await service.stop()
  })

  test('PostgreSQL 15 has pgvector, listens on loopback only and runs without rights', async context => {
    const service = services.postgres
    if ('reason' in service) return context.skip(service.reason)
    const client = new pg.Client(service.url)
    await client.connect()
    try {
      await client.query('CREATE EXTENSION vector')
      const { rows } =
        await client.query(`SELECT extversion AS vector, current_setting('listen_addresses') AS listens,
        current_setting('server_version_num')::int / 10000 AS version FROM pg_extension WHERE extname = 'vector'`)
      assert.deepEqual(rows, [{ vector: '0.8.0', listens: '127.0.0.1', version: 15 }])
    } finally {
      await client.end()
    }
    const wrong = new pg.Client(service.url.replace(/:[^:@]+@/, ':wrong@'))
    await assert.rejects(wrong.connect(), { code: '28P01' })
  })

  test('Redis answers only with its password', async context => {
    const service = services.redis
    if ('reason' in service) return context.skip(service.reason)
    const client = createClient({ url: service.url })
    await client.connect()
    assert.equal(await client.ping(), 'PONG')
    await client.close()
    const stranger = createClient({
      url: service.url.replace(/:[^:@]+@/, ':wrong@'),
      socket: { reconnectStrategy: false },
    })
    stranger.on('error', () => {})
    await assert.rejects(stranger.connect(), /WRONGPASS/)
    stranger.destroy()
  })

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    test(`no server is left when the program that started them ends by ${signal}`, async context => {
      if ('reason' in services.postgres) return context.skip(services.postgres.reason)
      const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
      const pids: number[] = []
      for await (const line of createInterface({ input: child.stdout })) {
        const pid = /\(process (\d+)\)$/.exec(line)?.[1]
        if (pid !== undefined) pids.push(Number(pid))
        if (pids.length === 2) break
      }
      child.kill(signal)
      await once(child, 'exit')
      const deadline = Date.now() + 600_000
      while (pids.some(isAlive) && Date.now() < deadline)
        await new Promise(resolve => setTimeout(resolve, 50))
      assert.deepEqual(pids.filter(isAlive), [])
    })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
