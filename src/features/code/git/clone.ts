import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import { runGit } from './git-process.ts'

type CloneRequest = {
  /** The address that git clones. */
  url: string
  /** Its name in messages. */
  name: string
  folder: string
  env: Readonly<Record<string, string>>
  maxBytes: number
  timeoutMs: number
}

const lookEveryMs = 250

/** Clones the newest commit of a repository, without history where the server supports that. */
export async function clone(
  request: CloneRequest,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<void> {
  const notes = await attempt(request, ['--depth', '1'], context)
  if (notes === null) return
  // Servers of plain files cannot send a clone without history.
  const isDumb = /dumb http transport does not support shallow/.test(notes)
  const again = isDumb ? await attempt(request, [], context) : notes
  if (again !== null) throw cloneFailed(request.name, again)
}

/** Returns null on success, else the messages of git. */
async function attempt(
  { url, name, folder, env, maxBytes, timeoutMs }: CloneRequest,
  depth: readonly string[],
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<string | null> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(tookTooLong(name, timeoutMs)), timeoutMs)
  const watch = setInterval(async () => {
    if ((await bytesIn(folder)) > maxBytes) limit.abort(tooManyBytes(name, maxBytes))
  }, lookEveryMs)
  const flags = ['--bare', '--no-tags', '--single-branch', '--no-local', '--template=', '--progress']
  try {
    const { code, notes } = await runGit({
      args: ['clone', ...flags, ...depth, '--', url, folder],
      env,
      cwd: join(folder, '..'),
      signal: AbortSignal.any([signal, limit.signal]),
      onNote: note => progress({ done: 0, total: null, message: `Fetching ${name}: ${note}` }),
    })
    if (code === 0 && (await bytesIn(folder)) > maxBytes) throw tooManyBytes(name, maxBytes)
    return code === 0 ? null : notes
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile())
  const sizes = await Promise.all(
    files.map(entry =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function tookTooLong(name: string, timeoutMs: number): Failure {
  const message = `Fetching ${name} took longer than ${Math.round(timeoutMs / 1000)} seconds.`
  return new Failure('timeout', 'CLONE_TIMEOUT', message, {
    hint: 'Clone it yourself and parse the folder, or raise graph.clone_seconds.',
  })
}

function tooManyBytes(what: string, maxBytes: number): Failure {
  return new Failure(
    'too_large',
    'REPOSITORY_TOO_LARGE',
    `${what} is larger than the ${Math.round(maxBytes / 1_000_000)} MB that may be fetched.`,
    {
      hint: 'Clone it yourself and parse a folder of it, or raise graph.max_megabytes.',
      details: { maxBytes },
    },
  )
}

const reasons: readonly [RegExp, string][] = [
  [
    /Authentication failed|could not read Username|Permission denied|terminal prompts disabled/i,
    'requires a login',
  ],
  [/not found|does not exist|does not appear to be a git repository|error: 404/i, 'was not found'],
  [/error: 30[1278]/, 'has moved to another address'],
  [/Could not resolve host/i, 'is on a host that could not be resolved'],
  [/Host key verification failed/i, 'is on a host whose SSH key is not known'],
  [/certificate/i, 'is on a host whose certificate cannot be trusted'],
  [/Failed to connect|Connection (?:refused|reset|timed out)|unable to access/i, 'cannot be reached'],
]

/** Reports only our own words and the last error line of git: its output may repeat anything that the server sent. */
function cloneFailed(name: string, notes: string): Failure {
  const reason = reasons.find(([pattern]) => pattern.test(notes))?.[1] ?? 'could not be fetched'
  const last = notes.split(/[\r\n]+/).findLast(line => /^(fatal|error):/.test(line))
  return new Failure('unavailable', 'CLONE_FAILED', `The repository ${name} ${reason}.`, {
    hint: 'Check the address. Clone a private repository yourself and parse the folder.',
    ...(last === undefined ? {} : { details: { git: last.slice(0, 300) } }),
  })
}
