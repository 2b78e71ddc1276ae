import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { run } from '../../scripts/services/run.ts'
import { servicePrograms } from '../../scripts/services/service-programs.ts'
import { type Service, startServices, type Unavailable } from '../../scripts/services/start-services.ts'

export { freePort } from '../../scripts/services/guarded-server.ts'

const launcher = fileURLToPath(new URL('../../bin/quire.js', import.meta.url))

/** One `quire serve` that can be killed and started again on the same port. */
export type LoadedServer = {
  url: string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  memoryMb(): number
}

export function loadedServer(settings: {
  home: string
  port: number
  store: string
  cache: string
  vectors: { url: string; key?: string } | null
}): LoadedServer {
  const { home, port, store, cache, vectors } = settings
  let child: ChildProcess | null = null
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    child = null
    if (ending === null || ending.exitCode !== null) return
    const ended = new Promise(resolve => ending.once('close', resolve))
    ending.kill(signal)
    await ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async start() {
      const flags = ['--home', home, '--port', `${port}`, '--toolsets', 'documents', '--log-level', 'error']
      const started = spawn(process.execPath, [launcher, 'serve', ...flags], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          HOME: home,
          QUIRE_STORE: store,
          QUIRE_CACHE: cache,
          QUIRE_EMBEDDER: 'hash',
          ...(vectors === null ? {} : { QUIRE_VECTORS: vectors.url, QDRANT_API_KEY: vectors.key ?? '' }),
        },
      })
      child = started
      for await (const line of createInterface({ input: started.stdout }))
        if (line.includes(`:${port}`)) break
      started.stdout.resume()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    memoryMb() {
      const status = child === null ? '' : readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
  }
}

export type LoadServices = Record<'postgres' | 'redis', Service | Unavailable> & {
  qdrant?: Service | Unavailable
}

/** A database server and a cache for them, and an index of vectors when it is asked for. */
export function loadServices({ withQdrant }: { withQdrant: boolean }): Promise<LoadServices> {
  const names = withQdrant ? (['postgres', 'redis', 'qdrant'] as const) : (['postgres', 'redis'] as const)
  return startServices(names, line => console.error(line))
}

/** Stops and starts PostgreSQL with the settings that it was started with. */
export async function postgresControl(data: string) {
  const { postgres, libraries } = await servicePrograms(() => {})
  const { uid, gid } = await stat(data)
  const log = join(data, 'restarted.log')
  const options = {
    uid,
    gid,
    cwd: data,
    env: { PATH: process.env.PATH, LC_ALL: 'C', LD_LIBRARY_PATH: libraries },
  }
  const control = (...args: string[]) =>
    run(join(postgres, 'pg_ctl'), [...args, '--pgdata', data, '-w'], options)
  const startLine = readFileSync(join(data, 'postmaster.opts'), 'utf8')
  const flags = [...startLine.matchAll(/"([^"]*)"/g)].map(([, flag]) => flag ?? '')
  const settings = flags.slice(flags.indexOf(data) + 1).map(flag => `'${flag}'`)
  return {
    stop: () => control('stop', '-m', 'fast'),
    async start() {
      await run('touch', [log])
      await chown(log, uid, gid)
      await control('start', '-l', log, '-o', settings.join(' '))
    },
  }
}
