import { Failure } from '../model/failure.ts'
import type { FolderEntry } from '../ports/folder-reader.ts'

/** Folders that exist in every server, whatever lies on its disk. A file of the same name is reached by `./`. */
export const generatedRoots = ['servers', 'templates'] as const

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
