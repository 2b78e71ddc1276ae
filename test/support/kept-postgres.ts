import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guardedServer, serverPlace } from '../../scripts/services/guarded-server.ts'
import { run } from '../../scripts/services/run.ts'
import { servicePrograms } from '../../scripts/services/service-programs.ts'
import { environment, initialiseDatabase, type Service } from '../../scripts/services/start-services.ts'

/**
 * Starts PostgreSQL over data that is kept in `folder` from one start to the next, for measurements that take hours. The
 * folder must be where the user `nobody` can reach it. The caller stops the server.
 */
export async function keptPostgres(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Omit<Service, 'name'>> {
  const { postgres, libraries } = await servicePrograms(line => process.stderr.write(`${line}\n`))
  const env = environment(libraries)
  // What belongs to one start only; it is removed at the end.
  const place = await serverPlace('kept')
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const complete = join(folder, 'complete')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const isComplete = await readFile(complete, 'utf8').then(
    () => true,
    () => false,
  )
  if (!isComplete) {
    await rm(data, { recursive: true, force: true })
    await mkdir(data, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(12).toString('hex'), { mode: 0o600 })
    const { uid, gid } = place.user
    if (uid !== undefined && gid !== undefined)
      for (const path of [data, passwordFile]) await chown(path, uid, gid)
    await initialiseDatabase({ postgres, data, passwordFile }, { cwd: place.folder, env, ...place.user })
    await writeFile(complete, '')
  }
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: place.port,
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = await guardedServer(place, [join(postgres, 'postgres'), '-D', data, ...flags], {
    ready: 'database system is ready to accept connections',
    env,
  })
  const password = await readFile(passwordFile, 'utf8')
  return { ...server, url: `postgres://quire:${password}@127.0.0.1:${place.port}/postgres` }
}

/** Bytes of a folder on disk. */
export async function bytesOf(folder: string): Promise<number> {
  return Number((await run('du', ['-sb', folder])).split('\t')[0])
}
