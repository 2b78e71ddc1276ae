import { chmod, lstat, readdir } from 'node:fs/promises'
import { dirname, join, parse, sep } from 'node:path'
import type { Caller } from '../core/contract/caller.ts'
import { currentRights } from '../core/model/rights.ts'
import type { Config } from './config/load-config.ts'
import { storeUrl } from './open-engine-parts.ts'
import type { World } from './world.ts'

/** Files and folders in the home that Quire writes for itself; features have more. */
const records = ['audit', 'clients', 'folders', 'originals', 'trust', 'trusted.json', 'vectors']

type Written = Pick<Config, 'values' | 'features'>

/**
 * Returns the files and folders that file tools must not read: those that Quire writes for itself, except the generated
 * modules below `servers`.
 */
export function ownPaths(config: Written): string[] {
  const { values } = config
  const secrets = [values['http.token_file'], values['store.file'], values['originals.credentials_file']]
  return [...written(config), ...secrets.filter(path => path !== null)]
}

function written({ values, features }: Written): string[] {
  const ofFeatures = features.flatMap(({ homeFolders }) => homeFolders ?? [])
  const url = storeUrl(values)
  const database = url.replace(/^sqlite:/i, '')
  const endings = /^postgres:/i.test(url) ? [] : ['', '-wal', '-shm', '-journal']
  return [
    ...[...records, ...ofFeatures].map(name => join(values.home, name)),
    ...endings.map(ending => `${database}${ending}`),
  ]
}

/**
 * Makes the home and Quire's files in it accessible only to their owner; earlier versions did not restrict them. Errors
 * are ignored: the home may belong to another user, or its file system may have no permissions. On Windows, the
 * permissions of the user's profile apply.
 */
export async function closeToOthers(
  config: Written,
  { cwd, homedir, platform }: Pick<World, 'cwd' | 'homedir'> & { platform: NodeJS.Platform },
): Promise<void> {
  if (platform === 'win32') return
  const { home } = config.values
  const isAround = [homedir, cwd].some(path => path === home || path.startsWith(`${home}${sep}`))
  if (!isAround && (await isPrivate(home))) await tighten(home)
  const others = ['servers', 'quire.toml', 'samples-read'].map(name => join(home, name))
  for (const path of [...written(config), ...others]) await tightenAll(path)
}

/** Returns false for folders that other users share, such as /tmp or /srv; their permissions must not change. */
async function isPrivate(home: string): Promise<boolean> {
  const facts = await lstat(home).catch(() => null)
  const isSticky = facts === null || !facts.isDirectory() || (facts.mode & 0o1000) !== 0
  return !isSticky && dirname(home) !== parse(home).root && home !== parse(home).root
}

/** Restricts a file, or a folder with its contents. A folder that is already restricted is skipped with its contents. */
async function tightenAll(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => null)
  if (facts === null || facts.isSymbolicLink() || (facts.mode & 0o077) === 0) return
  const names = facts.isDirectory() ? await readdir(path).catch(() => []) : []
  for (const name of names) await tightenAll(join(path, name))
  await tighten(path)
}

/** Removes the permissions of others. Adds none for the owner: a read-only home stays read-only. */
async function tighten(path: string): Promise<void> {
  const facts = await lstat(path).catch(() => null)
  if (facts !== null && (facts.mode & 0o077) !== 0) await chmod(path, facts.mode & 0o700).catch(() => {})
}

/**
 * Returns the folders that a caller may read; null means all. Files belong to no collection, so that a caller that is limited
 * to collections may read none, and a reader or writer only those in roots that are set. If roots are set, they apply to every caller. Otherwise a
 * local caller may read all files, and an HTTP caller may read the folder where the program was started. If the server
 * has no token, any program on the machine can call it, so HTTP callers may then read no folder.
 */
export function rootsPolicy(
  roots: readonly string[] | null,
  { startedIn, hasToken }: { startedIn: string; hasToken: boolean },
) {
  return (caller: Caller): readonly string[] | null => {
    const rights = currentRights()
    if (rights.collections !== null) return []
    if (roots !== null) return roots
    if (caller.isLocal) return null
    const isKnown = hasToken || rights.id !== null
    return isKnown && rights.role === 'admin' ? [startedIn] : []
  }
}
