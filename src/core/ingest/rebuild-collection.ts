import type { Chunk } from '../model/chunk.ts'
import { type Collection, unfinishedId, unfinishedName } from '../model/collection.ts'
import { splitCorrection } from '../model/correction.ts'
import type { Document, DocumentSummary } from '../model/document.ts'
import { Failure, throwIfAborted } from '../model/failure.ts'
import { documentIdOf, sha256 } from '../model/identity.ts'
import type { ReportProgress } from '../model/progress.ts'
import { isCredentialSource } from '../text/excluded-files.ts'
import { cutDocument, indexChunks, isReadWhole, nameChunks, textsToEmbed } from './embed-chunks.ts'
import { fillCollection } from './fill-vectors.ts'
import type { Parts } from './ingest-request.ts'
import { isVectorSource } from './put-vectors.ts'

type Context = { signal: AbortSignal; progress: ReportProgress }

/** A collection and the version of it that is being built. */
type Versions = { from: Collection; to: Collection }

/** The model of the new version. With `embedder`, the model was chosen for the collection. */
export type NewBinding = { model: string; dimensions: number; embedder?: string }

const pageSize = 500

/**
 * Creates a second version of a collection for another model; the current version keeps answering. An interrupted
 * rebuild for the same model is continued.
 *
 * Only a model that was chosen for the collection leaves its documents as they are: their ids and fingerprints stay.
 */
export async function beginRebuild(
  collection: Collection,
  { embedder, ...binding }: NewBinding,
  { store, clock }: Pick<Parts, 'store' | 'clock'>,
): Promise<Collection> {
  const name = unfinishedName(collection.name)
  const begun = await store.getCollection(name)
  if (begun !== null && (begun.model !== binding.model || begun.embedder !== embedder))
    await store.deleteCollection(name)
  const { embedder: _, formerModels = [], ...kept } = collection
  return store.ensureCollection({
    ...kept,
    ...binding,
    ...(embedder === undefined ? {} : { embedder, formerModels: [...formerModels, collection.model] }),
    name,
    // A search over all shared collections must not find it.
    scope: 'isolated',
    createdAt: clock.now(),
  })
}

/** Removes what an interrupted rebuild left. */
export async function abandonRebuild(
  { name }: Pick<Collection, 'name'>,
  { store }: Pick<Parts, 'store'>,
): Promise<void> {
  await store.deleteCollection(unfinishedName(name))
}

/**
 * Copies every document that the new version lacks from its stored text, and makes its vectors. Returns how many were
 * copied. It may stop at any time: the same call continues with the rest.
 */
export async function carryOver(
  versions: Versions,
  parts: Parts,
  { signal, progress }: Context,
): Promise<number> {
  const missing = await missingFrom(versions.from, versions.to, parts)
  for (const [index, { id, title }] of missing.entries()) {
    throwIfAborted(signal)
    await carryDocument({ id, ...versions }, parts, signal)
    progress({ done: index + 1, total: missing.length, message: `Reading ${title}` })
  }
  await fillCollection({ collection: versions.to.name, first: () => [] }, parts, { signal, progress })
  return missing.length
}

/** Copies what is missing and replaces the old version with the new one, also while the old one is written to. */
export async function moveOver(versions: Versions, parts: Parts, context: Context): Promise<void> {
  do await carryOver(versions, parts, context)
  while (!(await tryFinish(versions, parts)))
}

/** Checks that the new version is complete and replaces the old one with it. */
export async function finishRebuild(from: Collection, to: Collection, parts: Parts): Promise<void> {
  if (await tryFinish({ from, to }, parts)) return
  const { chunks, vectors, lexical } = await parts.store.countIndexes(to.name)
  throw new Failure(
    'internal',
    'REBUILD_INCOMPLETE',
    `The rebuilt version of "${from.name}" is not complete; the old version is still used.`,
    {
      hint: 'Call again with force_rebuild to continue where it stopped.',
      details: {
        missing_documents: (await missingFrom(from, to, parts)).length,
        chunks,
        vectors,
        lexical,
      },
    },
  )
}

async function tryFinish({ from, to }: Versions, parts: Pick<Parts, 'store'>): Promise<boolean> {
  const version = await completeFor({ from, to }, parts)
  if (version === null) return false
  return parts.store.replaceCollections([{ name: from.name, by: to.name, version }])
}

/**
 * Returns the version of `from` whose documents `to` has, with all their vectors; null when something is missing. A
 * document that was deleted from `from` is deleted from a copy of its documents.
 */
export async function completeFor(
  { from, to }: Versions,
  { store }: Pick<Parts, 'store'>,
): Promise<string | null> {
  // Read before comparing: what is written after it changes the version.
  const version = (await store.describeCollections()).find(({ name }) => name === from.name)?.version
  if (version === undefined) throw removedMeanwhile(from)
  if ((await missingFrom(from, to, { store })).length > 0) return null
  if (keepsDocuments({ from, to })) await deleteExtra({ from, to }, store)
  const { chunks, vectors, lexical } = await store.countIndexes(to.name)
  return chunks === vectors && chunks === lexical ? version : null
}

/** Documents that the new version lacks, or that were changed after they were copied. */
export async function missingFrom(
  from: Collection,
  to: Collection,
  { store }: Pick<Parts, 'store'>,
): Promise<DocumentSummary[]> {
  const isCopied = keepsDocuments({ from, to }) ? isSameDocument : isAsNew
  const missing: DocumentSummary[] = []
  for await (const summary of documentsOf(from, store)) {
    // The text of credentials files cannot be read, so a rebuilt collection does not have them.
    if (isCredentialSource(summary)) continue
    const found = await store.findDocument(to.name, summary.source)
    if (found === null || !isCopied(found, summary)) missing.push(summary)
  }
  return missing
}

function keepsDocuments({ from, to }: Versions): boolean {
  return to.formerModels?.includes(from.model) ?? false
}

/** A copy keeps its time of creation; a document that the rebuild read again is newer. */
function isAsNew(copy: DocumentSummary, original: DocumentSummary): boolean {
  return copy.createdAt >= original.createdAt
}

function isSameDocument(copy: DocumentSummary, original: DocumentSummary): boolean {
  const factsOf = ({ title, metadata, pageLabelSource, createdAt }: DocumentSummary) =>
    JSON.stringify([title, metadata, pageLabelSource, createdAt])
  return copy.id === unfinishedId(original.id) && factsOf(copy) === factsOf(original)
}

async function deleteExtra({ from, to }: Versions, store: Parts['store']): Promise<void> {
  const extra: string[] = []
  for await (const { id, source } of documentsOf(to, store))
    if ((await store.findDocument(from.name, source)) === null) extra.push(id)
  for (const id of extra) await store.deleteDocument(id)
}

async function* documentsOf(
  { name }: Collection,
  store: Pick<Parts['store'], 'listDocuments'>,
): AsyncGenerator<DocumentSummary> {
  for (let offset = 0; ; offset += pageSize) {
    const page = await store.listDocuments({ collections: [name], limit: pageSize, offset })
    yield* page
    if (page.length < pageSize) return
  }
}

async function carryDocument(
  { id, ...versions }: Versions & { id: string },
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const { to } = versions
  const stored = await parts.store.readDocument(id)
  if (stored === null) return
  const { document: original, correction } = splitCorrection(stored)
  const isKept = keepsDocuments(versions)
  const document = isKept ? { ...original, collection: to.name } : renewed(original, to)
  const chunks = isKept ? await recut(document, to, parts) : cutDocument(document, to, parts)
  const vectors = textsToEmbed({ document, chunks, collection: to }, parts.embedder).map(text => ({ text }))
  const copy = isKept ? { ...document, id: unfinishedId(id) } : document
  await parts.store.putDocument(
    {
      document: copy,
      chunks: indexChunks({ document: copy, chunks, vectors }, parts),
      correction,
      geometry: await parts.store.readGeometry(id, null),
    },
    signal,
  )
}

/** Its fingerprint differs from that of the source, so that the next ingest reads the source again. */
function renewed(document: Document, to: Collection): Document {
  const fingerprint = sha256(`${document.fingerprint}:${to.model}`)
  const id = documentIdOf(to.name, document.source, fingerprint)
  return { ...document, collection: to.name, fingerprint, id }
}

/** The chunks as they are, with ids for the new model; cut again when the new model could not read one of them whole. */
async function recut(document: Document, to: Collection, parts: Parts): Promise<Chunk[]> {
  const chunks = (await parts.store.exportChunks(document.id)).map(({ chunk }) => chunk)
  const isAsIs = isVectorSource(document.source) || isReadWhole({ document, chunks }, parts)
  return isAsIs ? nameChunks({ document, chunks, collection: to }, parts) : cutDocument(document, to, parts)
}

function removedMeanwhile({ name }: Collection): Failure {
  return new Failure('not_found', 'COLLECTION_NOT_FOUND', `"${name}" was deleted during the rebuild.`, {
    details: { collection: name },
  })
}
