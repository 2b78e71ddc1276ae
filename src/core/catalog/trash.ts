import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { allAttached, attachedFilter, hasAttachments, ownerOf } from '../model/attached.ts'
import { Failure } from '../model/failure.ts'
import type { TrashedLine } from '../model/library-file.ts'
import type { Clock } from '../ports/clock.ts'
import type { Originals } from '../ports/originals.ts'
import type { Store, TrashEntry } from '../ports/store.ts'
import { documentLine } from './export-collection.ts'

/** How long a deleted document can be restored. */
export const trashHours = 24

type TrashParts = { store: Store; clock: Clock; originals?: Originals }

/** Moves a document with its attachments to the trash. Returns the number of removed chunks; 0 when there was none. */
export async function trashDocument(id: string, parts: TrashParts): Promise<number> {
  const { store, clock } = parts
  await purgeTrash(parts)
  const summary = await store.readSummary(id)
  if (summary === null) return 0
  const attached = hasAttachments(summary)
    ? await store.findDocuments(summary.collection, attachedFilter(summary.source), allAttached)
    : []
  const model = (await store.getCollection(summary.collection))?.model ?? ''
  const deletedAt = clock.now()
  let chunks = 0
  // The document itself comes last: deleting it would delete its attachments for good.
  for (const document of [...attached.filter(below => ownerOf(below) !== null), summary]) {
    const line = await documentLine({ store }, document.id, true)
    const { collection, source, title } = document
    const entry = { id: document.id, owner: id, collection, source, title, deletedAt }
    // A document that must not be read, such as a file of credentials, is not kept either.
    const trash = line === null ? undefined : { ...entry, content: await pack({ ...line, model }) }
    chunks += (await store.deleteDocument(document.id, trash)) ?? 0
  }
  return chunks
}

/** What can be restored, newest first; attachments come back with their document and are not listed. */
export async function listTrash(collections: readonly string[], parts: TrashParts): Promise<TrashEntry[]> {
  await purgeTrash(parts)
  return (await parts.store.listTrash(collections)).filter(({ id, owner }) => id === owner)
}

/** When a document that was deleted at that time can no longer be restored. */
export function restorableUntil(deletedAt: string): string {
  return new Date(Date.parse(deletedAt) + trashHours * 3_600_000).toISOString().replace('.000Z', '+00:00')
}

/** The document in the trash and what was deleted with it, the document first. Throws DOCUMENT_NOT_FOUND. */
export async function trashedWith(id: string, parts: TrashParts): Promise<[TrashEntry, ...TrashEntry[]]> {
  await purgeTrash(parts)
  const found = (await parts.store.listTrash(null)).filter(({ owner }) => owner === id)
  const own = found.find(entry => entry.id === id)
  if (own !== undefined) return [own, ...found.filter(entry => entry !== own)]
  throw new Failure('not_found', 'DOCUMENT_NOT_FOUND', `There is no document ${id} in the trash.`, {
    hint: `list_trash returns what can be restored; documents are kept there for ${trashHours} hours.`,
  })
}

/** The kept document; null when it was removed meanwhile. */
export async function readTrashed(id: string, store: Store): Promise<TrashedLine | null> {
  const content = await store.readTrash(id)
  if (content === null) return null
  // SAFETY: only `pack` writes it.
  return JSON.parse((await promisify(gunzip)(content)).toString()) as TrashedLine
}

function pack(line: TrashedLine): Promise<Uint8Array> {
  return promisify(gzip)(JSON.stringify(line), { level: 1 })
}

/** Removes what is older, with the files of uploads that no document needs any more. */
/** Removes for good what can no longer be restored. */
export async function purgeTrash({ store, clock, originals }: TrashParts): Promise<void> {
  const now = Date.parse(clock.now())
  const expired = (await store.listTrash(null)).filter(
    ({ deletedAt }) => Date.parse(restorableUntil(deletedAt)) <= now,
  )
  if (expired.length === 0) return
  for (const { collection, source } of expired) {
    const newer = await store.findDocument(collection, source)
    await originals?.forget({ collection, source }, newer?.contentHash)
  }
  await store.removeTrash(expired.map(({ id }) => id))
}
