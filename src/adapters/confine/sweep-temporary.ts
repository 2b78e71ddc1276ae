import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryPrefix } from './confine.ts'

/** No child runs for so long. */
const oldMs = 24 * 60 * 60 * 1000

/**
 * Removes the folders of children that were left behind because this program was killed, once they are a day old. Folders of
 * other users stay: they cannot be removed.
 */
export async function sweepTemporary(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(temporaryPrefix)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory() && now - found.mtimeMs > oldMs)
      await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
