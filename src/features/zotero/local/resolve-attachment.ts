import { isAbsolute, join, relative, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ZoteroAttachment } from '../zotero-item.ts'

export type AttachmentFolders = {
  /** Zotero's `storage` folder. */
  storageFolder: string
  /** Zotero's "linked attachment base directory", where `attachments:` paths start. */
  linkedBaseFolder: string | null
}

/** Where a file should lie, or why that cannot be known. */
export type Resolved = { path: string; missing: null } | { path: null; missing: string }

/** The four forms of a recorded path: in Zotero's storage, below the base folder, as an address, absolute. */
export function resolveAttachment(
  { key, linkMode, path }: Pick<ZoteroAttachment, 'key' | 'linkMode' | 'path'>,
  { storageFolder, linkedBaseFolder }: AttachmentFolders,
): Resolved {
  if (linkMode === 'linked_url') return lacking('it is a link to a web page, not a file')
  if (path === null || path.trim() === '') return lacking('Zotero records no file for it')
  if (path.startsWith('storage:')) return inside(join(storageFolder, key), path.slice('storage:'.length))
  if (path.startsWith('attachments:')) {
    if (linkedBaseFolder === null)
      return lacking("its path is relative to Zotero's linked attachment base folder, which is not known")
    return inside(linkedBaseFolder, path.slice('attachments:'.length))
  }
  if (/^file:/i.test(path)) return fromAddress(path)
  if (isAbsolute(path)) return { path, missing: null }
  if (win32.isAbsolute(path)) return lacking(`its path '${path}' belongs to another computer`)
  return lacking(`its path '${path}' is of no form that Zotero writes`)
}

function inside(folder: string, name: string): Resolved {
  const path = join(folder, name)
  const way = relative(folder, path)
  if (way === '' || way.split(/[\\/]/)[0] === '..' || isAbsolute(way))
    return lacking(`its path '${name}' leads out of the folder it belongs in`)
  return { path, missing: null }
}

function fromAddress(address: string): Resolved {
  try {
    return { path: fileURLToPath(address), missing: null }
  } catch {
    return lacking(`its address '${address}' belongs to another computer`)
  }
}

function lacking(missing: string): Resolved {
  return { path: null, missing }
}
