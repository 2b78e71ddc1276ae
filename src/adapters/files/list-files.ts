import { isUtf8 } from 'node:buffer'
import type { BigIntStats, Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { throwIfAborted } from '../../core/model/failure.ts'
import type { FolderEntry } from '../../core/ports/folders.ts'
import type { FolderListing, FoundFile, LeftOut } from '../../core/ports/source-reader.ts'
import { credentialsReason, holdsCredentials, isPassedOver } from '../../core/text/excluded-files.ts'
import { isInside } from './resolve-path.ts'

/** How many entries are examined at the same time: parallel requests are almost as fast as one. */
const atOnce = 64

type Walk = {
  recursive: boolean
  /** Real paths of the program's own files and folders. */
  ownPaths: readonly string[]
}

/**
 * Lists the regular files below a real folder, by path. Hidden entries and installed packages are skipped silently;
 * files with credentials, files of the program itself and names that are not UTF-8 are returned in `leftOut`. Links are
 * followed only to targets inside the folder, and every file is listed once. Subfolders that cannot be opened are
 * skipped.
 */
export async function listFiles(folder: string, walk: Walk, signal: AbortSignal): Promise<FolderListing> {
  const found = new Map<string, FoundFile>()
  const leftOut = new Map<string, LeftOut>()
  const leaveOut = (path: string, reason: string) => leftOut.set(path, { path, reason })
  const visited = new Set<string>([folder])
  const waiting = [folder]
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    throwIfAborted(signal)
    const entries: NamedEntry[] = []
    for (const entry of await readEntries(current).catch(() => [])) {
      const path = join(current, entry.name)
      if (entry.kind !== 'directory' && holdsCredentials(path)) leaveOut(path, credentialsReason)
      else if (isPassedOver(entry.name)) continue
      else if (entry.isText) entries.push(entry)
      else leaveOut(path, notTextReason)
    }
    for (let from = 0; from < entries.length; from += atOnce) {
      const some = entries.slice(from, from + atOnce)
      for (const entry of await Promise.all(some.map(one => examine(join(current, one.name), one, folder)))) {
        if (entry === null) continue
        if (walk.ownPaths.some(own => isInside(entry.path, own)))
          leaveOut(entry.path, 'it belongs to Quire itself')
        else if (entry.facts.isFile() && holdsCredentials(entry.path)) leaveOut(entry.path, credentialsReason)
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

/** Null when the entry is not listed, or no longer exists. */
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

type NamedEntry = {
  /** Bytes that are not UTF-8 are written as `\xff`. */
  name: string
  /** Whether the name is UTF-8, so that a path can contain it. */
  isText: boolean
  kind: FolderEntry['kind']
}

/** The entries of a folder. Names are read as bytes: decoded as text, a name that is not UTF-8 would match no file. */
export async function readEntries(folder: string): Promise<NamedEntry[]> {
  const entries: Dirent<Buffer>[] = await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  return entries.map(entry => {
    const isText = isUtf8(entry.name)
    return { name: isText ? entry.name.toString() : readableName(entry.name), isText, kind: kindOf(entry) }
  })
}

function kindOf(entry: Dirent<Buffer>): FolderEntry['kind'] {
  if (entry.isSymbolicLink()) return 'link'
  if (entry.isDirectory()) return 'directory'
  return entry.isFile() ? 'file' : 'other'
}

function readableName(name: Buffer): string {
  let text = ''
  for (let at = 0; at < name.length; ) {
    const left = name.length - at
    const length = [1, 2, 3, 4].find(bytes => bytes <= left && isUtf8(name.subarray(at, at + bytes)))
    text +=
      length === undefined ? `\\x${name.toString('hex', at, at + 1)}` : name.toString('utf8', at, at + length)
    at += length ?? 1
  }
  return text
}

/**
 * Values that change when a file changes. Includes the change time, because the modification time can be set (`cp -p`,
 * `touch -r`, archives).
 */
function stampOf({ size, mtimeNs, ctimeNs, ino, dev, mtimeMs }: BigIntStats): Omit<FoundFile, 'path'> {
  return {
    bytes: Number(size),
    modifiedMs: Number(mtimeMs),
    stamp: [size, mtimeNs, ctimeNs, ino].join('.'),
    device: String(dev),
  }
}
