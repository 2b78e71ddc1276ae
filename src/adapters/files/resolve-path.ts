import type { BigIntStats } from 'node:fs'
import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { Whereabouts } from '../../core/ports/source-reader.ts'

export type ResolveSettings = {
  /** The folder that `~` expands to. */
  home: string
  /** Base of relative paths. */
  workingDirectory: string
}

const mostLinks = 40

/** Returns the real path of something that exists inside the roots; throws otherwise. */
export async function resolvePath(
  path: string,
  roots: readonly string[] | null,
  settings: ResolveSettings,
): Promise<string> {
  if (path.trim() === '') throw new Failure('invalid', 'INVALID_PATH', 'The path is empty.')
  if (path.includes('\0')) throw new Failure('invalid', 'INVALID_PATH', 'The path contains a NUL character.')
  const absolute = resolve(settings.workingDirectory, expandHome(path, settings.home))
  if (roots !== null) {
    // The location is checked before the existence, so that the error outside the roots is always the same.
    const wouldBe = await realOrWouldBe(absolute)
    const allowed = await realRoots(roots)
    if (wouldBe === null || !allowed.some(root => isInside(wouldBe, root))) throw forbiddenPath(path, roots)
  }
  const real = await realpath(absolute).catch((error: unknown) => {
    throw notReadable(path, settings, error)
  })
  if (roots !== null && !(await realRoots(roots)).some(root => isInside(real, root)))
    throw forbiddenPath(path, roots)
  return real
}

export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** The real paths of the roots. A missing root allows nothing, but is no error. */
export function realRoots(roots: readonly string[]): Promise<string[]> {
  return Promise.all(roots.map(root => realpath(root).catch(() => resolve(root))))
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`)
    ? join(home, path.slice(1))
    : path
}

/** Follows all links, also when the target does not exist; null when they form a cycle. */
export async function realOrWouldBe(path: string, links = mostLinks): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  if (real !== null) return real
  const parent = dirname(path)
  if (parent === path) return path
  const target = await linkTarget(path)
  if (target !== null) return links === 0 ? null : realOrWouldBe(resolve(parent, target), links - 1)
  const above = await realOrWouldBe(parent, links)
  return above === null ? null : join(above, basename(path))
}

async function linkTarget(path: string): Promise<string | null> {
  const facts = await lstat(path).catch(() => null)
  return facts?.isSymbolicLink() ? readlink(path).catch(() => null) : null
}

/** Says whether a path exists, and for a missing one, which of its parents does. */
export async function locatePath(path: string): Promise<Whereabouts> {
  let current = path
  for (;;) {
    const facts = await factsOf(current)
    if (facts === 'unknown') return { state: 'unknown' }
    if (facts !== 'gone' && current === path)
      return { state: 'there', kind: await kindOf(path, facts), identity: identityOf(facts) }
    if (facts !== 'gone') return { state: 'gone', nearest: current, device: String(facts.dev) }
    const parent = dirname(current)
    if (parent === current) return { state: 'unknown' }
    current = parent
  }
}

async function kindOf(path: string, facts: BigIntStats): Promise<'file' | 'other'> {
  const isThisFile = facts.isFile() && (await realpath(path).catch(() => null)) === path
  return isThisFile ? 'file' : 'other'
}

/** Includes the birth time, because inode numbers are reused. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return [dev, ino, birthtimeNs].join('.')
}

async function factsOf(path: string): Promise<BigIntStats | 'gone' | 'unknown'> {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unknown'
  }
}

/** The message does not say whether the path exists: callers must not learn that about paths outside the roots. */
export function forbiddenPath(path: string, roots: readonly string[] | null): Failure {
  if (roots?.length === 0)
    return new Failure(
      'forbidden',
      'FORBIDDEN_PATH',
      `'${path}' cannot be read: this server opens no folder.`,
      {
        hint: 'Start it with --root <folder> (or QUIRE_ROOTS) to open one; with a token (QUIRE_TOKEN) it opens its working directory. Or send the file itself to POST /upload, or its text with ingest_content.',
      },
    )
  return new Failure('forbidden', 'FORBIDDEN_PATH', `'${path}' lies outside the folders that may be read.`, {
    hint: `Allowed are files below ${(roots ?? []).join(', ')}. More can be allowed when starting the server: --root <folder> (or QUIRE_ROOTS).`,
  })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its links form a cycle',
  ENAMETOOLONG: 'its name is too long',
}

/** An error of the file system, for a caller who may not know that paths are resolved on the server. */
export function notReadable(path: string, settings: { workingDirectory: string }, cause: unknown): Failure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = reasons[code] ?? 'the file system returned an error'
  const isDenied = code === 'EACCES' || code === 'EPERM'
  return new Failure(
    isDenied ? 'forbidden' : 'not_found',
    isDenied ? 'SOURCE_UNREADABLE' : 'SOURCE_NOT_FOUND',
    `Ingestion failed: cannot read '${path}': ${reason}.`,
    {
      hint: `Paths are looked up on the server, relative ones from its working directory ${settings.workingDirectory}. server_info(check_path=…) shows what it can read.`,
      cause,
    },
  )
}
