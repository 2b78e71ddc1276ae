import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and the missing ones above it, closed to other users; throws the system's error where that is impossible. Node's own
 * `recursive: true` never returns where a file system answers ENOENT for a folder it cannot hold (`/proc/quire`).
 */
export function makeFolder(path: string): void {
  if (tryToMake(path)) return
  if (dirname(path) === path) throw new Error(`${path} does not exist`)
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** False when the folder above is missing. */
function tryToMake(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return false
    if (code === 'EEXIST' && statSync(path).isDirectory()) return true
    throw error
  }
}
