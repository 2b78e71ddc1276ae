import type { BigIntStats, Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { throwIfAborted } from '../../model/failure.ts'
import { isPassedOver } from '../../model/passed-over.ts'
import type { FoundFile } from '../../ports/source-reader.ts'
import { isInside } from './resolve-path.ts'
import { stampOf } from './stamp-of.ts'

/** Entries asked about at a time: a disk answers many questions almost as quickly as one. */
const atOnce = 64

/**
 * Regular files below a real folder, by path. Hidden entries and installed packages are left out; links are
 * followed only to what lies in the folder itself, and everything is listed once. A folder below that cannot
 * be opened is passed over.
 */
export async function listFiles(
  folder: string,
  recursive: boolean,
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>()
  const visited = new Set<string>([folder])
  const waiting = [folder]
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    throwIfAborted(signal)
    const entries = (await entriesOf(current)).filter(({ name }) => !isPassedOver(name))
    for (let from = 0; from < entries.length; from += atOnce) {
      const some = entries.slice(from, from + atOnce)
      for (const entry of await Promise.all(some.map(one => examine(join(current, one.name), one, folder)))) {
        if (entry?.facts.isFile()) found.set(entry.path, { path: entry.path, ...stampOf(entry.facts) })
        if (!entry?.facts.isDirectory() || !recursive || visited.has(entry.path)) continue
        visited.add(entry.path)
        waiting.push(entry.path)
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

/** Null for what is not to be listed, or went away meanwhile. */
async function examine(
  at: string,
  entry: Dirent,
  folder: string,
): Promise<{ path: string; facts: BigIntStats } | null> {
  const path = await realPathOf(at, entry, folder)
  const facts = path === null ? null : await stat(path, { bigint: true }).catch(() => null)
  return path === null || facts === null ? null : { path, facts }
}

async function realPathOf(path: string, entry: Dirent, folder: string): Promise<string | null> {
  if (!entry.isSymbolicLink()) return path
  const target = await realpath(path).catch(() => null)
  if (target === null || !isInside(target, folder)) return null
  return target.slice(folder.length).split(/[/\\]/).some(isPassedOver) ? null : target
}
