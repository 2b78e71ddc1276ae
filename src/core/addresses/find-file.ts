import type { Caller } from '../contract/caller.ts'
import type { Host } from '../feature.ts'
import { Failure } from '../model/failure.ts'
import type { FolderEntry } from '../ports/folders.ts'
import { decodeFileText } from '../text/decode-text.ts'

/** What is needed to read a file for a caller. */
export type FileAccess = Pick<Host, 'folders' | 'generated' | 'rootsFor' | 'server'> & {
  caller: Caller
  signal: AbortSignal
}

/** Returns the text of a generated file, or of a file inside the folders that the caller may read. */
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

/**
 * The folders that a caller may list: those it is confined to, or the server's working directory when there are none. A
 * model must not read the whole disk only because its user is local.
 */
export function allowedRoots({
  rootsFor,
  caller,
  server,
}: Pick<Host, 'rootsFor' | 'server'> & { caller: Caller }): readonly string[] {
  return rootsFor(caller) ?? [server.cwd]
}

/** Generated folders. A folder of the same name on disk is addressed with `./`. */
const generatedRoots = ['servers', 'templates'] as const

/**
 * The path of a generated file or folder, without a trailing slash; null for a path on disk. Throws when it contains
 * `..`.
 */
export function generatedPath(path: string): string | null {
  const parts = path.replaceAll('\\', '/').replace(/\/+$/, '').split('/')
  if (!generatedRoots.some(root => root === parts[0])) return null
  if (parts.some(part => part === '' || part === '.' || part === '..'))
    throw new Failure('forbidden', 'FORBIDDEN_PATH', `'${path}' is not inside ${parts[0]}.`, {
      hint: `Pass a path without "." and "..", such as ${parts[0]} itself.`,
    })
  return parts.join('/')
}

/** The entries of a generated folder; null when there is no such folder. */
export function listGenerated(files: ReadonlyMap<string, string>, folder: string): FolderEntry[] | null {
  const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`))
  if (inside.length === 0) return null
  const entries = new Map<string, FolderEntry>()
  for (const [path, text] of inside) {
    const [name = '', ...rest] = path.slice(folder.length + 1).split('/')
    const isFile = rest.length === 0
    entries.set(name, {
      name,
      kind: isFile ? 'file' : 'directory',
      bytes: isFile ? Buffer.byteLength(text) : null,
    })
  }
  return [...entries.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

export function noSuchModule(path: string, what: 'file' | 'folder'): Failure {
  return new Failure('not_found', 'FILE_NOT_FOUND', `There is no ${what} '${path}'.`, {
    hint: 'List files with list_directory, starting at servers.',
  })
}
