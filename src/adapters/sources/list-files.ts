import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { throwIfAborted } from '../../model/failure.ts'
import type { FoundFile } from '../../ports/source-reader.ts'
import { isInside } from './resolve-path.ts'

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
    for (const entry of await entriesOf(current)) {
      if (isPassedOver(entry.name)) continue
      const path = await realPathOf(join(current, entry.name), entry, folder)
      if (path === null) continue
      const facts = await stat(path).catch(() => null)
      if (facts?.isFile()) found.set(path, { path, bytes: facts.size })
      if (!facts?.isDirectory() || !recursive || visited.has(path)) continue
      visited.add(path)
      waiting.push(path)
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => [])
}

function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

async function realPathOf(path: string, entry: Dirent, folder: string): Promise<string | null> {
  if (!entry.isSymbolicLink()) return path
  const target = await realpath(path).catch(() => null)
  if (target === null || !isInside(target, folder)) return null
  return target.slice(folder.length).split(/[/\\]/).some(isPassedOver) ? null : target
}
