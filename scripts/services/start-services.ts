import { randomBytes } from 'node:crypto'
import { chown, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { guardedServer, serverPlace } from './guarded-server.ts'
import { type RunOptions, run } from './run.ts'
import { poolerProgram, type ServicePrograms, servicePrograms } from './service-programs.ts'
import { startQdrant } from './start-qdrant.ts'

/** A running service with its address, or the reason why there is none. */
export type Service = { name: string; url: string; key?: string; pid: number; stop(): Promise<void> }
export type Unavailable = { name: string; reason: string }

type Started = Omit<Service, 'name'>
/** What a service is started with: programs that are found or built at the first use of one of them. */
type Supplies = { programs: () => Promise<ServicePrograms>; report: (line: string) => void }

const starters = {
  postgres: async ({ programs }: Supplies): Promise<Started> => startPostgres(await programs()),
  redis: async ({ programs }: Supplies): Promise<Started> => startRedis(await programs()),
  qdrant: ({ report }: Supplies): Promise<Started> => startQdrant(report),
}
export type ServiceName = keyof typeof starters

/** Starts services on loopback, each with a password of its own. The caller stops them. */
export async function startServices<Name extends ServiceName>(
  names: readonly Name[],
  report: (line: string) => void = () => {},
): Promise<Record<Name, Service | Unavailable>> {
  let found: Promise<ServicePrograms> | null = null
  const programs = () => {
    found ??= servicePrograms(report)
    return found
  }
  const started = names.map(async (name): Promise<[Name, Service | Unavailable]> => {
    const service = await starters[name]({ programs, report }).catch(asError)
    return [name, service instanceof Error ? { name, reason: service.message } : { name, ...service }]
  })
  // SAFETY: there is one entry for each name.
  return Object.fromEntries(await Promise.all(started)) as Record<Name, Service | Unavailable>
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}

async function startPostgres({ postgres, libraries }: ServicePrograms): Promise<Omit<Service, 'name'>> {
  const place = await serverPlace('postgres')
  const env = environment(libraries)
  const data = join(place.folder, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(place.folder, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (place.user.uid !== undefined && place.user.gid !== undefined)
    await chown(passwordFile, place.user.uid, place.user.gid)
  await initialiseDatabase({ postgres, data, passwordFile }, { cwd: place.folder, env, ...place.user })
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: place.port,
    // Data of tests need not survive a power cut.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '128MB',
    max_wal_size: '2GB',
    jit: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = await guardedServer(place, [join(postgres, 'postgres'), '-D', data, ...flags], {
    ready: 'database system is ready to accept connections',
    env,
  })
  return { ...server, url: `postgres://quire:${password}@127.0.0.1:${place.port}/postgres` }
}

/** Makes an empty database cluster whose administrator is `quire`. */
export async function initialiseDatabase(
  { postgres, data, passwordFile }: { postgres: string; data: string; passwordFile: string },
  options: RunOptions,
): Promise<void> {
  await run(
    join(postgres, 'initdb'),
    [
      '--username=quire',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
    ].concat('--no-sync', `--pgdata=${data}`),
    options,
  )
}

/** Starts a streaming replica of a server that `startServices` has started. The caller stops it. */
export async function startReplica(primary: string): Promise<Omit<Service, 'name'>> {
  const { postgres, libraries } = await servicePrograms(() => {})
  const place = await serverPlace('replica')
  const data = join(place.folder, 'data')
  const { hostname, port, username, password } = new URL(primary)
  const env = environment(libraries)
  const from = ['--host', hostname, '--port', port, '--username', username, '--no-password']
  await run(
    join(postgres, 'pg_basebackup'),
    [...from, '--pgdata', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'],
    { cwd: place.folder, env: { ...env, PGPASSWORD: password }, ...place.user },
  )
  const flags = ['-p', `${place.port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  const server = await guardedServer(place, [join(postgres, 'postgres'), '-D', data, ...flags], {
    ready: 'database system is ready to accept read-only connections',
    env,
  })
  const url = new URL(primary)
  url.port = `${place.port}`
  return { ...server, url: url.href }
}

/** Starts pgbouncer before a server, in transaction mode: every transaction may get another connection. */
export async function startPooler(primary: string): Promise<Omit<Service, 'name'>> {
  const program = await poolerProgram()
  const { libraries } = await servicePrograms(() => {})
  const place = await serverPlace('pooler')
  const { hostname, port, username, password } = new URL(primary)
  const users = join(place.folder, 'users.txt')
  const settings = join(place.folder, 'pgbouncer.ini')
  await writeFile(users, `"${username}" "${password}"\n`, { mode: 0o600 })
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} auth_user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${place.port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'max_client_conn = 500',
    'default_pool_size = 10',
    // A database can be dropped soon after its last use.
    'server_idle_timeout = 1',
  ]
  await writeFile(settings, `${lines.join('\n')}\n`, { mode: 0o600 })
  if (place.user.uid !== undefined && place.user.gid !== undefined)
    for (const file of [users, settings]) await chown(file, place.user.uid, place.user.gid)
  const env = {
    ...environment(libraries),
    LD_LIBRARY_PATH: `${libraries}:${join(program, '../../lib', basename(libraries))}`,
  }
  const server = await guardedServer(place, [program, settings], { ready: 'process up', env })
  const url = new URL(primary)
  url.port = `${place.port}`
  return { ...server, url: url.href }
}

async function startRedis({ redis, libraries }: ServicePrograms): Promise<Omit<Service, 'name'>> {
  const place = await serverPlace('redis')
  const password = randomBytes(12).toString('hex')
  const flags = ['--port', `${place.port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = await guardedServer(place, [redis, ...flags, '--requirepass', password], {
    ready: 'Ready to accept connections',
    env: environment(libraries),
  })
  return { ...server, url: `redis://:${password}@127.0.0.1:${place.port}/0` }
}

/** Messages are matched in English, and libraries that the system lacks are found. */
export function environment(libraries: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: libraries }
}
