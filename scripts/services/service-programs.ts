import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openPackages } from './private-packages.ts'
import { exists, run } from './run.ts'

/** Where the programs are, and the libraries that the system lacks. */
export type ServicePrograms = { postgres: string; redis: string; libraries: string }

/** Raise it when other packages are unpacked. */
const version = 1

/**
 * PostgreSQL 15 with pgvector 0.8.0, and Redis, in a folder outside the checkout. The first call downloads and builds
 * them, in about a minute; throws with what is missing where that cannot be done.
 */
export async function servicePrograms(report: (line: string) => void): Promise<ServicePrograms> {
  const folder = join(cacheFolder(), `services-${version}`)
  const root = join(folder, 'root')
  if (!(await isThere(root))) await build(folder, report)
  const [architecture = ''] = (await readdir(join(root, 'usr/lib'))).filter(name =>
    name.endsWith('-linux-gnu'),
  )
  return {
    postgres: join(root, 'usr/lib/postgresql/15/bin'),
    redis: join(root, 'usr/bin/redis-server'),
    libraries: join(root, 'usr/lib', architecture),
  }
}

/** pgbouncer, unpacked in the same way. The first call downloads it. */
export async function poolerProgram(): Promise<string> {
  const folder = join(cacheFolder(), `pooler-${version}`)
  const program = join(folder, 'usr/sbin/pgbouncer')
  if (await isThere(program)) return program
  await requireDebian()
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o755 })
  const draft = await mkdtemp(`${folder}.`)
  try {
    const packages = await openPackages(join(draft, 'packages'))
    await packages.unpack({ names: ['pgbouncer'], alone: [] }, join(draft, 'root'))
    await run('chmod', ['-R', 'a+rX', draft])
    await rename(join(draft, 'root'), folder).catch(async error => {
      if (!(await isThere(program))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return program
}

/** The servers do not run as root, so their programs must be where another user can read them. */
export function cacheFolder(): string {
  const isRoot = process.getuid?.() === 0
  return isRoot ? '/var/cache/quire' : join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'quire')
}

async function build(folder: string, report: (line: string) => void): Promise<void> {
  await requireDebian()
  await mkdir(join(folder, '..'), { recursive: true, mode: 0o755 })
  // Built beside its place and moved there, so that two processes never see half of it.
  const draft = await mkdtemp(`${folder}.`)
  try {
    const root = join(draft, 'root')
    report('Downloading PostgreSQL 15, the source of pgvector, and Redis from Debian …')
    const packages = await openPackages(join(draft, 'packages'))
    await packages.unpack(
      {
        names: ['postgresql-15', 'postgresql-client-15', 'redis-server', 'libpq5'],
        // Its dependencies are compilers that this build does not use.
        alone: ['postgresql-server-dev-15', 'redis-tools'],
      },
      root,
    )
    const source = join(draft, 'pgvector')
    await packages.unpackSource('pgvector', source)
    report('Building pgvector …')
    await buildPgvector(source, root)
    await rm(join(draft, 'packages'), { recursive: true })
    await rm(source, { recursive: true })
    await run('chmod', ['-R', 'a+rX', draft])
    await rename(draft, folder).catch(async error => {
      if (!(await isThere(join(folder, 'root')))) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function buildPgvector(source: string, root: string): Promise<void> {
  const lib = join(root, 'usr/lib/postgresql/15')
  await run(
    'make',
    // Debian's PostgreSQL is built with LLVM, and this machine may lack it; the default flags fit only this processor.
    [`PG_CONFIG=${join(lib, 'bin/pg_config')}`, 'OPTFLAGS=', 'with_llvm=no'],
    { cwd: source },
  )
  const extensions = join(root, 'usr/share/postgresql/15/extension')
  await copyFile(join(source, 'vector.so'), join(lib, 'lib/vector.so'))
  await copyFile(join(source, 'vector.control'), join(extensions, 'vector.control'))
  for (const file of await readdir(join(source, 'sql')))
    if (file.startsWith('vector--')) await copyFile(join(source, 'sql', file), join(extensions, file))
}

async function requireDebian(): Promise<void> {
  const release = await readFile('/etc/os-release', 'utf8').catch(() => '')
  if (!/^VERSION_CODENAME=bookworm$/m.test(release))
    throw new Error('the programs are taken from the packages of Debian 12, and this is another system')
  for (const program of ['apt-get', 'dpkg', 'make', 'gcc'])
    if (!(await exists(program)))
      throw new Error(`${program} is missing (Debian: apt-get install gcc make libc6-dev)`)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
