import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { allowedNodeEnvironmentFlags, execPath, getuid, platform, versions } from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * Command prefix that starts a program, and everything it starts, without a network; empty where the platform cannot do
 * this.
 */
export type NetworkCut = readonly string[]

/** Fixed paths, because a program found through PATH would run unconfined. */
const unsharePaths = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare']

let found: Promise<NetworkCut> | null = null

/** Returns the strongest way to start a program without a network. Tested once per process. */
export function findNetworkCut(): Promise<NetworkCut> {
  found ??= tryNetworkCuts()
  return found
}

async function tryNetworkCuts(): Promise<NetworkCut> {
  const unshare = unsharePaths.find(path => existsSync(path))
  if (platform !== 'linux' || unshare === undefined) return []
  // Without root, a user namespace grants the right to leave the network.
  const ways = [
    ...(getuid?.() === 0 ? [['--net']] : []),
    ['--user', '--map-current-user', '--net'],
    ['--user', '--map-root-user', '--net'],
  ]
  for (const way of ways) {
    const cut = [unshare, ...way, '--']
    if (await runs([...cut, execPath, '--version'])) return cut
  }
  return []
}

/**
 * Command prefix that makes the system kill a program when its parent ends; empty where the platform cannot do this.
 * Needed because a busy process does not notice that its channel was closed. Must come directly before the command:
 * entering a namespace resets the setting.
 */
export type Leash = readonly string[]

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv', '/run/current-system/sw/bin/setpriv']

let foundLeash: Promise<Leash> | null = null

/** Tested once per process. */
export function findLeash(): Promise<Leash> {
  foundLeash ??= tryLeash()
  return foundLeash
}

async function tryLeash(): Promise<Leash> {
  const setpriv = setprivPaths.find(path => existsSync(path))
  if (platform !== 'linux' || setpriv === undefined) return []
  const leash = [setpriv, '--pdeathsig', 'KILL', '--']
  return (await runs([...leash, execPath, '--version'])) ? leash : []
}

function runs([command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise(resolve => {
    execFile(command, args, { timeout: 30_000, env: {} }, error => resolve(error === null))
  })
}

/** Whether this version of Node can deny a process files, programs, threads and the inspector. */
export function hasPermissionModel(): boolean {
  return allowedNodeEnvironmentFlags.has('--permission')
}

/**
 * Node arguments that disable `eval` and the like. The lexer for CommonJS modules compiled code itself before version
 * 2.2 (Node 22.23) and finds no exports with this flag, so older versions run without it.
 */
export function codeFlags(): string[] {
  const { cjs_module_lexer: lexer } = versions
  const [major = 0, minor = 0] = lexer?.split('.').map(Number) ?? [3]
  return major > 2 || (major === 2 && minor >= 2) ? ['--disallow-code-generation-from-strings'] : []
}

/** Prefix of the names of children's temporary folders. */
export const temporaryPrefix = 'quire-child-'

export type Rights = {
  /** The only folder the process may write to. It need not exist. */
  temporaryFolder: string
  /** The permission model does not confine threads: allowed only for the OCR module, which needs one. */
  threads: boolean
}

/**
 * Node arguments for a process that may read only the program and its packages and write only its own folder. It may
 * load native addons, which the permission model does not limit, but not start programs.
 */
export function permissionFlags({ temporaryFolder, threads }: Rights): string[] {
  if (!hasPermissionModel()) return []
  return [
    '--permission',
    '--allow-addons',
    ...[...programPaths(), temporaryFolder, join(temporaryFolder, '*')].map(
      path => `--allow-fs-read=${path}`,
    ),
    ...[temporaryFolder, join(temporaryFolder, '*')].map(path => `--allow-fs-write=${path}`),
    ...(threads ? ['--allow-worker'] : []),
  ]
}

/** The source or built files, every node_modules folder above them, and the package.json files. */
function programPaths(): string[] {
  const program = fileURLToPath(new URL('../../', import.meta.url))
  const paths = [join(program, '*')]
  for (let folder = program; dirname(folder) !== folder; folder = dirname(folder)) {
    const packages = folder.endsWith(`${sep}node_modules`) ? folder : join(folder, 'node_modules')
    // A node_modules folder may be a link; modules are resolved to their real path.
    if (existsSync(packages)) paths.push(join(packages, '*'), join(realpathSync(packages), '*'))
    if (existsSync(join(folder, 'package.json'))) paths.push(join(folder, 'package.json'))
  }
  return [...new Set(paths)]
}
