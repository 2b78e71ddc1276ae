import { createHash, randomUUID } from 'node:crypto'
import { cp, rename, rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'

/**
 * Keeps the modules that children compiled for the next children, which start in half the time with them. Every child
 * gets a copy: what it writes after it has read a source is never used again.
 */
export type CompiledModules = {
  /** Copies the modules of this converter to the folder. The folder stays as it is when none are kept. */
  copyTo(folder: string, converter: string): Promise<void>
  /** Replaces the modules of this converter. The folder must come from a child that has not read a source. */
  keep(folder: string, converter: string): Promise<void>
}

/** Uses a part of this process's own compile cache; null if it has none. */
export function openCompiledModules(): CompiledModules | null {
  const cache = getCompileCacheDir()
  if (cache === undefined) return null
  // Several installed programs may share a compile cache.
  const program = createHash('sha256')
    .update(import.meta.url)
    .digest('hex')
    .slice(0, 16)
  const folderOf = (converter: string): string => join(cache, 'converters', program, converter)
  return {
    async copyTo(folder, converter) {
      // Compiled modules only save time. Node checks each one and compiles those that are missing or incomplete.
      await cp(folderOf(converter), folder, { recursive: true }).catch(() => {})
    },
    async keep(folder, converter) {
      const kept = folderOf(converter)
      const [next, last] = [`${kept}-${randomUUID()}`, `${kept}-${randomUUID()}`]
      try {
        await cp(folder, next, { recursive: true })
        await rename(kept, last).catch(() => {})
        await rename(next, kept)
      } catch {
        // Another process was first, or the disk is full: the next child compiles its modules again.
        await rm(next, { recursive: true, force: true }).catch(() => {})
      }
      await rm(last, { recursive: true, force: true }).catch(() => {})
    },
  }
}
