import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { MarkedAttachment } from '../build-items.ts'
import { type AnnotationRecord, markOfAnnotations } from '../to-annotation.ts'
import { keeperOf, type ZoteroAttachment, zoteroUri } from '../zotero-item.ts'
import { type AttachmentFolders, resolveAttachment } from './resolve-attachment.ts'

const atOnce = 32

export type PlacedAttachment = {
  attachment: MarkedAttachment['attachment']
  /** Size and time of the file; empty when it is not there. */
  written: string
}

/** Attachments with the place of their file, by the address of the item they belong to. */
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

/** Systems disagree on how accents are spelt in file names; libraries travel between them. */
async function findSpelling(path: string): Promise<{ path: string; written: string } | null> {
  for (const spelling of new Set([path, path.normalize('NFC'), path.normalize('NFD')])) {
    const facts = await stat(spelling).catch(() => null)
    if (facts?.isFile()) return { path: spelling, written: `${facts.size}:${facts.mtimeMs}` }
  }
  return null
}
