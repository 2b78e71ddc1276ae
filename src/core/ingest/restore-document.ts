import { readTrashed, trashedWith } from '../catalog/trash.ts'
import { splitCorrection } from '../model/correction.ts'
import { Failure } from '../model/failure.ts'
import type { TrashEntry } from '../ports/store.ts'
import { restoreLine } from './import-collection.ts'
import type { Parts } from './ingest-request.ts'

/**
 * Puts a document and its attachments back from the trash, with their ids, passages and vectors; if the collection has
 * another model by now, they are cut and embedded again. A restoration that was interrupted can be repeated.
 */
export async function restoreDocument(
  id: string,
  { partsFor, ...parts }: Parts & { partsFor(collection: string): Promise<Parts> },
  signal: AbortSignal,
): Promise<TrashEntry> {
  const entries = await trashedWith(id, parts)
  for (const entry of entries) await restoreOne(entry, await partsFor(entry.collection), signal)
  await parts.store.removeTrash(entries.map(entry => entry.id))
  const own = entries.find(entry => entry.id === id) ?? entries[0]
  if (own === undefined) throw new Error('trashedWith returns at least one entry')
  return own
}

async function restoreOne(entry: TrashEntry, parts: Parts, signal: AbortSignal): Promise<void> {
  const { store } = parts
  const [collection, line] = [await store.getCollection(entry.collection), await readTrashed(entry.id, store)]
  if (collection === null || line === null) return
  const existing = await store.findDocument(entry.collection, entry.source)
  if (existing?.id === entry.id) return
  if (existing !== null) throw replaced(entry, existing.id)
  const { document, correction } = splitCorrection(line.document)
  const isSameModel = collection.model === line.model
  const plan = { collection, isSameModel, isVerbatim: isSameModel }
  await restoreLine({ line, document, correction, plan }, parts, { signal })
}

function replaced({ id, source }: TrashEntry, newer: string): Failure {
  return new Failure(
    'conflict',
    'DOCUMENT_REPLACED',
    `Document ${id} cannot be restored: its source was added again, as ${newer}.`,
    { hint: 'Delete the newer document first to have the older one back.', details: { source, newer } },
  )
}
