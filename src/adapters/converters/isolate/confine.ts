import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { allowedNodeEnvironmentFlags, execPath, getuid, platform, versions } from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * Words put before a command to start it without a network; empty where the platform has no means for it. They cover the
 * program and everything it starts.
 */
export type NetworkCut = readonly string[]

/** Looked up at fixed places: a program found through PATH would run before anything is limited. */
const unsharePaths = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare']

let found: Promise<NetworkCut> | null = null

/** The strongest way this system has to start a program without a network, tried once per process. */
export function findNetworkCut(): Promise<NetworkCut> {
  found ??= tryNetworkCuts()
  return found
}

async function tryNetworkCuts(): Promise<NetworkCut> {
  const unshare = unsharePaths.find(path => existsSync(path))
  if (platform !== 'linux' || unshare === undefined) return []
  // Without root a namespace of its own users gives the right to leave the network.
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
 * Words put before a command so that the system kills it when the process that started it is gone; empty where there is
 * no means for it. A process that computes without a pause never sees that its channel was closed. They stand next to the
 * command: a new namespace takes the setting back.
 */
export type Leash = readonly string[]

const setprivPaths = ['/usr/bin/setpriv', '/bin/setpriv', '/run/current-system/sw/bin/setpriv']

let foundLeash: Promise<Leash> | null = null

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

/** Whether this Node can refuse files, programs, threads and the inspector to a process. */
export function hasPermissionModel(): boolean {
  return allowedNodeEnvironmentFlags.has('--permission')
}

/**
 * Arguments of Node for a process in which text never becomes a program. Node's reader of CommonJS modules compiled code
 * itself before its version 2.2 (Node 22.23): with them it finds no exports, so older ones go without.
 */
export function codeFlags(): string[] {
  const { cjs_module_lexer: lexer } = versions
  const [major = 0, minor = 0] = lexer?.split('.').map(Number) ?? [3]
  return major > 2 || (major === 2 && minor >= 2) ? ['--disallow-code-generation-from-strings'] : []
}

/** How temporary folders of children begin. */
export const temporaryPrefix = 'quire-child-'

export type Rights = {
  /** The only folder it may write to. It need not exist. */
  temporaryFolder: string
  /** Threads are not bound by the permission model: only for the OCR module, which needs one. */
  threads: boolean
}

/**
 * Arguments of Node for a process that reads only the program and its packages and writes only its own folder. It may load
 * native addons, which the permission model does not limit, but start no programs.
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

/** The sources or the built files, every folder of packages above them, and what says how those are loaded. */
function programPaths(): string[] {
  const program = fileURLToPath(new URL('../../../', import.meta.url))
  const paths = [join(program, '*')]
  for (let folder = program; dirname(folder) !== folder; folder = dirname(folder)) {
    const packages = folder.endsWith(`${sep}node_modules`) ? folder : join(folder, 'node_modules')
    // A folder of packages may be a link; modules are known by their real place.
    if (existsSync(packages)) paths.push(join(packages, '*'), join(realpathSync(packages), '*'))
    if (existsSync(join(folder, 'package.json'))) paths.push(join(folder, 'package.json'))
  }
  return [...new Set(paths)]
}
