import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents, closed to other users by default; throws the error of the system. `below` is a
 * folder that must exist and is not created. Node's `recursive: true` never returns where a file system answers ENOENT for a
 * folder that it cannot hold (`/proc/quire`).
 */
export function makeFolder(path: string, mode = 0o700, below: string | null = null): void {
  if (tryToMake(path, mode)) return
  const parent = dirname(path)
  if (parent === path || parent === below) throw new Error(`${parent} does not exist`)
  makeFolder(parent, mode, below)
  mkdirSync(path, { mode })
}

/** False when the parent folder is missing. */
function tryToMake(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return false
    if (code === 'EEXIST' && statSync(path).isDirectory()) return true
    throw error
  }
}
