import { type Collection, unfinishedName } from '../model/collection.ts'
import { splitCorrection } from '../model/correction.ts'
import type { DocumentSummary } from '../model/document.ts'
import { Failure, throwIfAborted } from '../model/failure.ts'
import { documentIdOf, sha256 } from '../model/identity.ts'
import { type ReportProgress, silent } from '../model/progress.ts'
import { isCredentialSource } from '../text/excluded-files.ts'
import { cutDocument, embedChunks, indexChunks } from './embed-chunks.ts'
import type { Parts } from './ingest-request.ts'

type Context = { signal: AbortSignal; progress: ReportProgress }

const pageSize = 500

/**
 * Creates a second version of a collection for another model; the current version keeps answering. An interrupted
 * rebuild for the same model is continued.
 */
export async function beginRebuild(
  collection: Collection,
  binding: { model: string; dimensions: number },
  { store, clock }: Parts,
): Promise<Collection> {
  const name = unfinishedName(collection.name)
  const begun = await store.getCollection(name)
  if (begun !== null && begun.model !== binding.model) await store.deleteCollection(name)
  return store.ensureCollection({ ...collection, ...binding, name, createdAt: clock.now() })
}

/** Removes what an interrupted rebuild left. */
export async function abandonRebuild({ name }: Collection, { store }: Pick<Parts, 'store'>): Promise<void> {
  await store.deleteCollection(unfinishedName(name))
}

/** Copies every document that the new version lacks, cut and embedded again from its stored text. */
export async function carryOver(
  { from, to }: { from: Collection; to: Collection },
  parts: Parts,
  { signal, progress }: Context,
): Promise<number> {
  const missing = await missingFrom(from, to, parts)
  for (const [index, summary] of missing.entries()) {
    throwIfAborted(signal)
    await carryDocument({ id: summary.id, to }, parts, signal)
    progress({ done: index + 1, total: missing.length, message: summary.title })
  }
  return missing.length
}

/** Checks that the new version is complete and replaces the old one with it. */
export async function finishRebuild(from: Collection, to: Collection, parts: Parts): Promise<void> {
  const missing = await missingFrom(from, to, parts)
  const { chunks, vectors, lexical } = await parts.store.countIndexes(to.name)
  if (missing.length > 0 || chunks !== vectors || chunks !== lexical)
    throw new Failure(
      'internal',
      'REBUILD_INCOMPLETE',
      `The rebuilt version of "${from.name}" is not complete; the old version is still used.`,
      {
        hint: 'Call again with force_rebuild to continue where it stopped.',
        details: { missing_documents: missing.length, chunks, vectors, lexical },
      },
    )
  await parts.store.replaceCollection(from.name, to.name)
}

/** Documents that the new version lacks, or that were replaced after they were copied. */
export async function missingFrom(
  from: Collection,
  to: Collection,
  { store }: Pick<Parts, 'store'>,
): Promise<DocumentSummary[]> {
  const missing: DocumentSummary[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = await store.listDocuments({ collections: [from.name], limit: pageSize, offset })
    for (const summary of page) {
      // The text of credentials files cannot be read, so a rebuilt collection does not have them.
      if (isCredentialSource(summary)) continue
      const found = await store.findDocument(to.name, summary.source)
      // The old version may be written to between two attempts. A copy keeps its time of creation.
      if (found === null || found.createdAt < summary.createdAt) missing.push(summary)
    }
    if (page.length < pageSize) return missing
  }
}

async function carryDocument(
  { id, to }: { id: string; to: Collection },
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const stored = await parts.store.readDocument(id)
  if (stored === null) return
  const { document, correction } = splitCorrection(stored)
  // Differs from the fingerprint of the source, so that the next ingest reads the source again.
  const fingerprint = sha256(`${document.fingerprint}:${to.model}`)
  const copy = {
    ...document,
    collection: to.name,
    fingerprint,
    id: documentIdOf(to.name, document.source, fingerprint),
  }
  const chunks = cutDocument(copy, to, parts)
  const vectors = await embedChunks({ document: copy, chunks, collection: to }, parts, {
    signal,
    progress: silent,
  })
  const geometry = await parts.store.readGeometry(id, null)
  await parts.store.putDocument(
    { document: copy, chunks: indexChunks({ document: copy, chunks, vectors }, parts), correction, geometry },
    signal,
  )
}
