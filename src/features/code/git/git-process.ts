import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { abortFailure, Failure } from '../../../core/model/failure.ts'

type GitRun = {
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  signal: AbortSignal
  /** Called for each line, and each carriage return, of git's standard error. */
  onNote?: (note: string) => void
}

type GitOutcome = { code: number; stdout: Buffer; notes: string }

const mostOutput = 256 * 1024 * 1024
const mostNotes = 8_000

/** Runs git until it exits. When the signal aborts, git and its child processes are killed. */
export async function runGit(run: GitRun): Promise<GitOutcome> {
  const child = startGit(run)
  const pieces: Buffer[] = []
  let bytes = 0
  let notes = ''
  child.stdout?.on('data', (piece: Buffer) => {
    bytes += piece.byteLength
    if (bytes <= mostOutput) pieces.push(piece)
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    notes = (notes + text).slice(-mostNotes)
    for (const note of text.split(/[\r\n]+/)) if (note.trim() !== '') run.onNote?.(note.trim())
  })
  child.stdin?.end()
  const code = await ended(child, run.signal)
  return { code, stdout: Buffer.concat(pieces), notes: notes.trim() }
}

/** Starts git in its own process group, so that its helpers can be killed with it. */
export function startGit({ args, env, cwd, signal }: GitRun): ChildProcess {
  if (signal.aborted) throw abortFailure(signal)
  const child = spawn('git', args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  // Writing to a process that has exited is harmless; its exit is reported by `ended`.
  child.stdin?.on('error', () => {})
  const stop = () => endGroup(child)
  signal.addEventListener('abort', stop, { once: true })
  child.once('close', () => signal.removeEventListener('abort', stop))
  return child
}

export function endGroup(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has exited meanwhile, or the system has no process groups.
    child.kill('SIGKILL')
  }
}

export function ended(child: ChildProcess, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', cause => reject(noGit(cause)))
    child.once('close', code => (signal.aborted ? reject(abortFailure(signal)) : resolve(code ?? 1)))
  })
}

function noGit(cause: Error): Failure {
  return new Failure('unavailable', 'GIT_MISSING', 'git could not be started.', {
    hint: 'Install git, or parse a folder that you have cloned yourself.',
    cause,
  })
}

type GitSettings = {
  /** The search path for programs. */
  path: string
  /** An empty folder, so that nobody's .gitconfig or .netrc is used. */
  home: string
  protocol: 'https' | 'http' | 'ssh' | 'none'
  proxy: string | null
  caFile: string | null
  /** `host:port:address` entries with the IP addresses that were checked. */
  resolve: readonly string[]
  /** Socket of the agent whose keys may be used; null to use no keys. */
  sshAgent: string | null
}

/**
 * The environment of git: no configuration of the machine or its users, no prompts, helpers, hooks or redirects, and
 * only one protocol. Settings are passed here because other users can see the arguments of a process.
 */
export function gitEnvironment(settings: GitSettings): Record<string, string> {
  const { path, home, protocol, proxy, caFile, resolve, sshAgent } = settings
  const config: [string, string][] = [
    ['core.hooksPath', join(home, 'no-hooks')],
    ['core.fsmonitor', 'false'],
    ['core.attributesFile', join(home, 'no-attributes')],
    ['credential.helper', ''],
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '30'],
    ['http.proxy', proxy ?? ''],
    ['fetch.recurseSubmodules', 'false'],
    ['submodule.recurse', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ...resolve.map((entry): [string, string] => ['http.curloptResolve', entry]),
    ...(caFile === null ? [] : [['http.sslCAInfo', caFile] satisfies [string, string]]),
  ]
  return {
    PATH: path,
    HOME: home,
    XDG_CONFIG_HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, 'no-config'),
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: 'true',
    SSH_ASKPASS: 'true',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oConnectTimeout=20 -oForwardAgent=no -oClearAllForwardings=yes',
    GIT_SSH_VARIANT: 'ssh',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_OPTIONAL_LOCKS: '0',
    ...(sshAgent === null ? {} : { SSH_AUTH_SOCK: sshAgent }),
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(
      config.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  }
}
