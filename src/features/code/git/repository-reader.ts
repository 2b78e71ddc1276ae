import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { makeFolder } from '../../../adapters/files/make-folder.ts'
import { type ResolveSettings, resolvePath } from '../../../adapters/files/resolve-path.ts'
import { fetchGuard, type ResolveName } from '../../../adapters/net/fetch-guard.ts'
import type { ProxySettings } from '../../../adapters/net/proxy-for.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { OpenRepository, RepositoryAccess, RepositoryReader } from '../ports/repository-reader.ts'
import { identifyFolder, identifyRemote, type ParsedAddress, parseAddress, routeTo } from './address.ts'
import { clone } from './clone.ts'
import { gitEnvironment } from './git-process.ts'
import { readFolder, readObjects } from './repository-files.ts'

export type RepositoryReaderOptions = ResolveSettings & {
  /** Folder that holds clones while they are read. */
  temporaryFolder: string
  /** Hosts (or host:port) that may be fetched from although their address is private. */
  fetchAllow: readonly string[]
  /** Limit for all that git fetches of one repository. */
  maxBytes: number
  maxFiles: number
  /** Limit for fetching one repository. */
  timeoutMs: number
  proxy?: ProxySettings
  extraCaFile?: string | null
  /** The search path for programs. */
  path: string
  sshAgent?: string | null
  resolveName?: ResolveName
}

/** Reads repositories with the system's git, and folders. */
export function repositoryReader(options: RepositoryReaderOptions): RepositoryReader {
  const guard = fetchGuard(options.fetchAllow, options.resolveName)

  async function folderOf(path: string, { roots }: RepositoryAccess): Promise<string> {
    const real = await resolvePath(path, roots, options).catch((error: unknown) => {
      throw wordPathFailure(path, error)
    })
    if ((await stat(real)).isDirectory()) return real
    throw new Failure('invalid', 'INVALID_REPOSITORY', `'${path}' is not a folder.`, {
      hint: 'Give the folder that holds the source code, or the address of a repository.',
    })
  }

  async function fetchRemote(
    address: Exclude<ParsedAddress, { kind: 'folder' }>,
    access: RepositoryAccess,
    context: Parameters<RepositoryReader['open']>[2],
  ): Promise<OpenRepository> {
    const { proxy = {}, temporaryFolder, maxBytes, maxFiles, timeoutMs } = options
    const { url, ...way } = await routeTo(address, access, { guard, proxy })
    makeFolder(temporaryFolder)
    await sweepClones(temporaryFolder)
    const place = await mkdtemp(join(temporaryFolder, 'clone-'))
    const close = () => rm(place, { recursive: true, force: true, maxRetries: 3 })
    try {
      const [home, folder] = [join(place, 'home'), join(place, 'repository')]
      await mkdir(home)
      const sshAgent = access.isLocal ? (options.sshAgent ?? null) : null
      const caFile = await certificates(home, options.extraCaFile ?? null)
      const env = gitEnvironment({ path: options.path, home, caFile, sshAgent, ...way })
      const name = address.path
      await clone({ url, name, folder, env, maxBytes, timeoutMs }, context)
      // No network from here on: git must not fetch objects that a repository lacks.
      const offline = gitEnvironment({ path: options.path, home, caFile, sshAgent: null, ...noNetwork })
      const read = await readObjects({ folder, env: offline, name }, { maxFiles }, context.signal)
      return { ...read, close }
    } catch (error) {
      await close()
      throw error
    }
  }

  return {
    async identify(given, access) {
      const address = parseAddress(given)
      if (address.kind === 'folder') return identifyFolder(await folderOf(address.path, access))
      return identifyRemote(address)
    },
    async open(given, access, context) {
      const address = parseAddress(given)
      if (address.kind !== 'folder') return fetchRemote(address, access, context)
      return readFolder(await folderOf(address.path, access), options, context.signal)
    },
  }
}

function wordPathFailure(path: string, error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'SOURCE_NOT_FOUND') return error
  return new Failure(
    'not_found',
    'REPOSITORY_FOLDER_MISSING',
    `There is no folder '${path}' on the server.`,
    {
      hint: 'Give the address of a repository (https://… or git@…), or a folder inside an allowed root.',
      cause: error,
    },
  )
}

/** Removes clones that a killed process left behind: those older than a day. */
async function sweepClones(folder: string): Promise<void> {
  const dayMs = 86_400_000
  for (const name of await readdir(folder)) {
    const place = join(folder, name)
    const facts = await stat(place).catch(() => null)
    if (facts && Date.now() - facts.mtimeMs > dayMs) await rm(place, { recursive: true, force: true })
  }
}

const noNetwork = { protocol: 'none', proxy: null, resolve: [] } as const

/** git takes a single certificate file, so the extra certificates are added to the usual ones. */
async function certificates(home: string, extraCaFile: string | null): Promise<string | null> {
  if (extraCaFile === null) return null
  const own = await readFile(extraCaFile, 'utf8').catch((cause: unknown) => {
    throw new Failure('invalid', 'CA_FILE_INVALID', 'The file of extra certificates could not be read.', {
      hint: 'Check the setting network.ca_file.',
      cause,
    })
  })
  const file = join(home, 'certificates.pem')
  await writeFile(file, [...rootCertificates, own].join('\n'))
  return file
}
