import type { BigIntStats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { throwIfAborted } from '../../core/model/failure.ts'
import type { FolderListing, FoundFile, LeftOut } from '../../core/ports/source-reader.ts'
import { credentialsReason, holdsCredentials, isPassedOver } from '../../core/text/excluded-files.ts'
import { stampOf } from '../sources/stamp-of.ts'
import { type NamedEntry, readEntries } from './read-entries.ts'
import { isInside } from './resolve-path.ts'

/** Entries asked about at a time: a disk answers many questions almost as quickly as one. */
const atOnce = 64

type Walk = {
  recursive: boolean
  /** Real paths of what belongs to the program itself. */
  ownPaths: readonly string[]
}

/**
 * Regular files below a real folder, by path. Hidden entries and installed packages are left out without a word;
 * files for credentials, files of the program itself and names that are no text are left out and told. Links are
 * followed only to what lies in the folder itself, and everything is listed once. A folder below that cannot be
 * opened is passed over.
 */
export async function listFiles(folder: string, walk: Walk, signal: AbortSignal): Promise<FolderListing> {
  const found = new Map<string, FoundFile>()
  const leftOut = new Map<string, LeftOut>()
  const leave = (path: string, reason: string) => leftOut.set(path, { path, reason })
  const visited = new Set<string>([folder])
  const waiting = [folder]
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    throwIfAborted(signal)
    const entries: NamedEntry[] = []
    for (const entry of await readEntries(current).catch(() => [])) {
      const path = join(current, entry.name)
      if (entry.kind !== 'directory' && holdsCredentials(path)) leave(path, credentialsReason)
      else if (isPassedOver(entry.name)) continue
      else if (entry.isText) entries.push(entry)
      else leave(path, notTextReason)
    }
    for (let from = 0; from < entries.length; from += atOnce) {
      const some = entries.slice(from, from + atOnce)
      for (const entry of await Promise.all(some.map(one => examine(join(current, one.name), one, folder)))) {
        if (entry === null) continue
        if (walk.ownPaths.some(own => isInside(entry.path, own)))
          leave(entry.path, 'it belongs to Quire itself')
        else if (entry.facts.isFile() && holdsCredentials(entry.path)) leave(entry.path, credentialsReason)
        else if (entry.facts.isFile()) found.set(entry.path, { path: entry.path, ...stampOf(entry.facts) })
        else if (entry.facts.isDirectory() && walk.recursive && !visited.has(entry.path)) {
          visited.add(entry.path)
          waiting.push(entry.path)
        }
      }
    }
  }
  return { files: [...found.values()].sort(byPath), leftOut: [...leftOut.values()].sort(byPath) }
}

const notTextReason = 'its name is not valid UTF-8, so no path can name it: rename it'

/** Null for what is not to be listed, or went away meanwhile. */
async function examine(
  at: string,
  entry: NamedEntry,
  folder: string,
): Promise<{ path: string; facts: BigIntStats } | null> {
  const path = await realPathOf(at, entry, folder)
  const facts = path === null ? null : await stat(path, { bigint: true }).catch(() => null)
  return path === null || facts === null ? null : { path, facts }
}

async function realPathOf(path: string, entry: NamedEntry, folder: string): Promise<string | null> {
  if (entry.kind !== 'link') return path
  const target = await realpath(path).catch(() => null)
  if (target === null || !isInside(target, folder)) return null
  const steps = target.slice(folder.length).split(/[/\\]/)
  return steps.some(isPassedOver) && !holdsCredentials(target) ? null : target
}

function byPath(one: { path: string }, other: { path: string }): number {
  return one.path < other.path ? -1 : 1
}
