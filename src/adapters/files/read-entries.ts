import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { FolderEntry } from '../../core/ports/folders.ts'

export type NamedEntry = {
  /** Bytes that are no text are written as `\xff`. */
  name: string
  /** Whether the name is UTF-8, so that a path can name the entry. */
  isText: boolean
  kind: FolderEntry['kind']
}

/** What lies directly in a folder. Read as bytes: as text, a name that is no UTF-8 comes out as one that nothing has. */
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
