import { splitCorrection } from '../model/correction.ts'
import { Failure } from '../model/failure.ts'
import type { TrashedLine } from '../model/library-file.ts'
import type { TrashEntry } from '../ports/store.ts'
import { restoreLine } from './import-collection.ts'
import type { Parts } from './ingest-request.ts'

/**
 * Puts a document back from the trash, with its id, passages and vectors; if the collection has another model by now, it
 * is cut and embedded again. What is back already is left as it is, so that an interrupted restoration can be repeated.
 */
export async function restoreDocument(
  { entry, line }: { entry: TrashEntry; line: TrashedLine },
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const { store } = parts
  const collection = await store.getCollection(entry.collection)
  if (collection === null) return
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
