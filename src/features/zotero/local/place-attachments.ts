import { stat } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, win32 } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkedAttachment } from '../build-items.ts'
import { type AnnotationRecord, markOfAnnotations } from '../to-annotations.ts'
import { keeperOf, type ZoteroAttachment, zoteroUri } from '../zotero-item.ts'

type AttachmentFolders = {
  /** Zotero's `storage` folder. */
  storageFolder: string
  /** Zotero's "linked attachment base directory", where `attachments:` paths start. */
  linkedBaseFolder: string | null
}

export type PlacedAttachment = {
  attachment: MarkedAttachment['attachment']
  /** Size and time of the file; empty when it is missing. */
  written: string
}

/** The path where a file should be, or why it cannot be determined. */
type Resolved = { path: string; missing: null } | { path: null; missing: string }

const atOnce = 32

/** Finds the files of attachments. Returns the attachments by the address of their item. */
export async function placeAttachments(
  attachments: readonly ZoteroAttachment[],
  annotations: readonly AnnotationRecord[],
  folders: AttachmentFolders,
): Promise<Map<string, MarkedAttachment[]>> {
  const annotationsOf = Map.groupBy(annotations, ({ attachmentKey }) => attachmentKey)
  const byItem = new Map<string, MarkedAttachment[]>()
  for (let start = 0; start < attachments.length; start += atOnce) {
    const some = attachments.slice(start, start + atOnce)
    const placed = await Promise.all(
      some.map(async record => ({ record, ...(await placeAttachment(record, folders)) })),
    )
    for (const { record, attachment, written } of placed) {
      const mark = `${written} ${markOfAnnotations(annotationsOf.get(record.key) ?? [])}`
      const owner = zoteroUri(record.library, record.parentKey ?? record.key)
      byItem.set(owner, [...(byItem.get(owner) ?? []), { attachment, mark }])
    }
  }
  return byItem
}

export async function placeAttachment(
  record: ZoteroAttachment,
  folders: AttachmentFolders,
): Promise<PlacedAttachment> {
  const resolved = resolveAttachment(record, folders)
  const found = resolved.path === null ? null : await findSpelling(resolved.path)
  return {
    written: found?.written ?? '',
    attachment: {
      key: record.key,
      uri: zoteroUri(record.library, record.key),
      origin: 'local',
      keeper: keeperOf(record),
      name: resolved.path === null ? (record.title ?? record.key) : basename(resolved.path),
      mediaType: record.mediaType,
      place: found?.path ?? resolved.path ?? record.path ?? '',
      missing: resolved.missing ?? (found === null ? `there is no file at ${resolved.path}` : null),
    },
  }
}

/**
 * Tries both Unicode forms of the name: systems differ in how they encode accents, and libraries are copied between
 * them.
 */
async function findSpelling(path: string): Promise<{ path: string; written: string } | null> {
  for (const spelling of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    const facts = await stat(spelling).catch(() => null)
    if (facts?.isFile()) return { path: spelling, written: `${facts.size}:${facts.mtimeMs}` }
  }
  return null
}

/** Resolves a recorded path: in Zotero's storage, below the linked base folder, as a file URL, or absolute. */
export function resolveAttachment(
  { key, linkMode, path }: Pick<ZoteroAttachment, 'key' | 'linkMode' | 'path'>,
  { storageFolder, linkedBaseFolder }: AttachmentFolders,
): Resolved {
  if (linkMode === 'linked_url') return lacking('it is a link to a web page, not a file')
  if (path === null || path.trim() === '') return lacking('Zotero has no file name for it')
  if (path.startsWith('storage:')) return inside(join(storageFolder, key), path.slice('storage:'.length))
  if (path.startsWith('attachments:')) {
    if (linkedBaseFolder === null)
      return lacking("its path is relative to Zotero's linked attachment base folder, which is not known")
    return inside(linkedBaseFolder, path.slice('attachments:'.length))
  }
  if (/^file:/i.test(path)) return fromAddress(path)
  if (isAbsolute(path)) return { path, missing: null }
  if (win32.isAbsolute(path)) return lacking(`its path '${path}' is of another computer`)
  return lacking(`its path '${path}' has an unknown form`)
}

function inside(folder: string, name: string): Resolved {
  const path = join(folder, name)
  const way = relative(folder, path)
  if (way === '' || way.split(/[\\/]/)[0] === '..' || isAbsolute(way))
    return lacking(`its path '${name}' leads out of its folder`)
  return { path, missing: null }
}

function fromAddress(address: string): Resolved {
  try {
    return { path: fileURLToPath(address), missing: null }
  } catch {
    return lacking(`its address '${address}' is of another computer`)
  }
}

function lacking(missing: string): Resolved {
  return { path: null, missing }
}
