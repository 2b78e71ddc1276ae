import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'

export const skip =
  spawnSync('redis-server', ['--version']).status === 0
    ? false
    : 'redis-server is not installed (Debian: redis-server)'

export type RedisServer = { url: string; port: number; stop(): Promise<void> }

/** Starts a real Redis on a free loopback port, with a password and without persistence. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await freePort())
  const child = spawn(
    'redis-server',
    [
      '--port',
      `${chosen}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--requirepass',
      'secret',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await ready(child)
  return {
    url: `redis://:secret@127.0.0.1:${chosen}/0`,
    port: chosen,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function ready(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('no output to wait for')
  for await (const chunk of child.stdout) if (String(chunk).includes('Ready to accept connections')) return
  throw new Error('redis-server ended before it was ready')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
