import type { Caller } from '../contract/caller.ts'
import type { Host } from '../feature.ts'
import { Failure } from '../model/failure.ts'
import type { FolderEntry } from '../ports/folders.ts'
import { decodeFileText } from '../text/decode-text.ts'

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

/**
 * Where a caller may look around: the folders it is confined to, and where the server was started when there are none.
 * A model that reads whatever it is told to must not wander over the whole disk only because its user is local.
 */
export function allowedRoots({
  rootsFor,
  caller,
  server,
}: Pick<Host, 'rootsFor' | 'server'> & { caller: Caller }): readonly string[] {
  return rootsFor(caller) ?? [server.cwd]
}

/** Folders that exist in every server, whatever lies on its disk. A file of the same name is reached by `./`. */
const generatedRoots = ['servers', 'templates'] as const

/**
 * The path inside the generated files, without a trailing slash; null when it means something on disk. Climbing out is
 * refused rather than resolved: nobody who means well writes it.
 */
export function generatedPath(path: string): string | null {
  const parts = path.replaceAll('\\', '/').replace(/\/+$/, '').split('/')
  if (!generatedRoots.some(root => root === parts[0])) return null
  if (parts.some(part => part === '' || part === '.' || part === '..'))
    throw new Failure('forbidden', 'FORBIDDEN_PATH', `'${path}' does not stay inside ${parts[0]}.`, {
      hint: `Give a plain path, such as ${parts[0]} itself.`,
    })
  return parts.join('/')
}

/** What lies directly in a generated folder; null when there is no such folder. */
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
    hint: 'Look around with list_directory, beginning at servers.',
  })
}
