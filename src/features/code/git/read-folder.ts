import { constants, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { listFiles } from '../../../adapters/files/list-files.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { OpenRepository } from '../ports/repository-reader.ts'
import { decodeCode } from './decode-code.ts'
import { refuseTooMany } from './limits.ts'

/** A folder of this machine as it lies there; links out of it are not followed. */
export async function readFolder(
  folder: string,
  { maxFiles }: { maxFiles: number },
  signal: AbortSignal,
): Promise<OpenRepository> {
  const { files: found } = await listFiles(folder, { recursive: true, ownPaths: [] }, signal)
  refuseTooMany(folder, found.length, maxFiles)
  const sizes = new Map(found.map(({ path, bytes }) => [relativeTo(folder, path), bytes]))
  return {
    revision: null,
    files: [...sizes].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    async *read(paths, until) {
      for (const path of paths) {
        throwIfAborted(until)
        yield { path, text: await readText(join(folder, path), sizes.get(path) ?? 0) }
      }
    },
    async close() {},
  }
}

function relativeTo(folder: string, path: string): string {
  return path.slice(folder.length + 1).replaceAll(sep, '/')
}

/** At most as much as it was long when it was listed: a file that grows must not fill the memory. */
async function readText(path: string, bytes: number): Promise<string | null> {
  try {
    // Links were followed when it was listed; one that came since is not.
    if ((await realpath(path)) !== path) return null
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    const handle = await open(path, flags)
    try {
      const buffer = Buffer.alloc(bytes)
      const { bytesRead } = await handle.read(buffer, 0, bytes, 0)
      return decodeCode(buffer.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return null
    throw new Failure('internal', 'INTERNAL_ERROR', `${path} cannot be read.`, { cause })
  }
}
