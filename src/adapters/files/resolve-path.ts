import { lstat, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import { forbiddenPath, notReadable } from './path-failures.ts'

export type ResolveSettings = {
  /** What `~` stands for. */
  home: string
  /** Where relative paths start. */
  workingDirectory: string
}

const mostLinks = 40

/** The real path of something that exists and lies inside the roots. */
export async function resolvePath(
  path: string,
  roots: readonly string[] | null,
  settings: ResolveSettings,
): Promise<string> {
  if (path.trim() === '') throw new Failure('invalid', 'INVALID_PATH', 'The path is empty.')
  if (path.includes('\0')) throw new Failure('invalid', 'INVALID_PATH', 'The path holds a NUL character.')
  const absolute = resolve(settings.workingDirectory, expandHome(path, settings.home))
  if (roots !== null) {
    // Where it would lie is judged before whether it exists, so that the answer outside is always the same.
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

/** Roots with links followed; one that does not exist allows nothing, but is no error. */
export function realRoots(roots: readonly string[]): Promise<string[]> {
  return Promise.all(roots.map(root => realpath(root).catch(() => resolve(root))))
}

function expandHome(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`)
    ? join(home, path.slice(1))
    : path
}

/** The path with all links followed as far as they go; null when they lead in a circle. */
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
