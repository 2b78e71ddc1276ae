import type { Caller } from '../contract/caller.ts'
import type { Host } from '../feature.ts'
import { decodeFileText } from '../text/decode-text.ts'
import { allowedRoots } from './allowed-roots.ts'
import { generatedPath, noSuchModule } from './generated-tree.ts'

/** What it takes to read a file for a caller. */
export type FileAccess = Pick<Host, 'folders' | 'generated' | 'rootsFor' | 'server'> & {
  caller: Caller
  signal: AbortSignal
}

/** The text of a generated file, or of one inside the folders that the caller may see. */
export async function findFile(
  path: string,
  access: FileAccess,
  where: 'file' | 'generated' | 'either' = 'either',
): Promise<{ path: string; text: string }> {
  const inside = where === 'file' ? null : generatedPath(path)
  if (inside !== null) {
    const text = (await access.generated()).get(inside)
    if (text === undefined) throw noSuchModule(path, 'file')
    return { path: inside, text }
  }
  if (where === 'generated') throw noSuchModule(path, 'file')
  const file = await access.folders.read(path, allowedRoots(access), access.signal)
  return { path: file.path, text: decodeFileText(file.bytes, path) }
}
