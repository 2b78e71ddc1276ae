import { chmod, lstat, readdir } from 'node:fs/promises'
import { dirname, join, parse, sep } from 'node:path'
import type { Caller } from '../core/contract/caller.ts'
import type { CoreValues } from './config/settings.ts'
import { storeUrl } from './open-engine-parts.ts'
import type { World } from './world.ts'

/** What Quire keeps in its home about its user and its work. */
const records = ['audit', 'clones', 'crawls', 'folders', 'trust', 'trusted.json', 'vectors', 'zotero']

/**
 * Files and folders that no file tool reads: everything the program writes for itself. The generated modules below
 * `servers` are not among it.
 */
export function ownPaths(values: CoreValues): string[] {
  const token = values['http.token_file']
  return token === null ? written(values) : [...written(values), token]
}

function written(values: CoreValues): string[] {
  const database = storeUrl(values).replace(/^sqlite:/i, '')
  return [
    ...records.map(name => join(values.home, name)),
    ...['', '-wal', '-shm', '-journal'].map(ending => `${database}${ending}`),
  ]
}

/**
 * Makes the home and what Quire keeps in it readable by its user alone, also where an earlier version left it open to
 * others. Best effort: a home of another user or on a disk without permissions stays as it is, and on Windows
 * the permissions of the user's profile apply.
 */
export async function closeToOthers(
  values: CoreValues,
  { cwd, homedir, platform }: Pick<World, 'cwd' | 'homedir'> & { platform: NodeJS.Platform },
): Promise<void> {
  if (platform === 'win32') return
  const { home } = values
  const isAround = [homedir, cwd].some(path => path === home || path.startsWith(`${home}${sep}`))
  if (!isAround && (await isPrivate(home))) await tighten(home)
  const others = ['servers', 'quire.toml', 'samples-read'].map(name => join(home, name))
  for (const path of [...written(values), ...others]) await tightenAll(path)
}

/** A folder that others use as well, such as /tmp or /srv, is not ours to close. */
async function isPrivate(home: string): Promise<boolean> {
  const facts = await lstat(home).catch(() => null)
  const isSticky = facts === null || !facts.isDirectory() || (facts.mode & 0o1000) !== 0
  return !isSticky && dirname(home) !== parse(home).root && home !== parse(home).root
}

/** Below a folder that was closed before, everything was written closed. */
async function tightenAll(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => null)
  if (facts === null || facts.isSymbolicLink() || (facts.mode & 0o077) === 0) return
  const names = facts.isDirectory() ? await readdir(path).catch(() => []) : []
  for (const name of names) await tightenAll(join(path, name))
  await tighten(path)
}

/** Takes from others, gives nothing to the user: a home that is read-only stays so. */
async function tighten(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => null)
  if (facts !== null && (facts.mode & 0o077) !== 0) await chmod(path, facts.mode & 0o700).catch(() => {})
}

/**
 * The folders a caller is confined to. The user of this machine may read what the process can, unless roots are set.
 * A caller over HTTP stays inside the roots; without any, one that knew the token stays where the program was started,
 * and without a token, where any program of the machine can call, no folder is open.
 */
export function rootsPolicy(
  roots: readonly string[] | null,
  { startedIn, hasToken }: { startedIn: string; hasToken: boolean },
) {
  return (caller: Caller): readonly string[] | null =>
    roots ?? (caller.isLocal ? null : hasToken ? [startedIn] : [])
}
