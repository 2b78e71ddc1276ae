import type { ReportProgress } from '../model/progress.ts'
import { decideChange, fingerprintSource, readSource } from './compare-source.ts'
import { buildDocument, convertSource, refreshDescription, requireWords } from './convert-source.ts'
import { cutDocument, embedChunks, indexChunks, textsToEmbed } from './embed-chunks.ts'
import { fillDocument } from './fill-vectors.ts'
import { forgetDetached, ingestAttached } from './ingest-attached.ts'
import {
  type IngestReport,
  type IngestRequest,
  isHeavySource,
  isHeavyText,
  type Parts,
} from './ingest-request.ts'
import { readBack } from './read-back.ts'
import { requireCollection } from './require-collection.ts'

/** From this many chunks on, a document is worth finding by its words before its vectors are made. */
const largeDocument = 64

/** The write walk: stores a source as chunks. When a step throws, the old version of the document stays as it was. */
export async function ingest(
  request: IngestRequest,
  parts: Parts,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<IngestReport> {
  const { signal } = context
  const { store, ingestChildren, embedder, clock } = parts
  const planned = await requireCollection(request.collection, parts)
  const collection = { ...planned, policy: request.policy ?? planned.policy }
  const raw = await readSource(request, signal)
  if (ingestChildren && isHeavySource(raw)) return ingestChildren.ingest({ request, raw, embedder }, context)
  const fingerprint = await fingerprintSource({ raw, request, collection }, parts)
  const existing = await store.findDocument(collection.name, raw.source)
  const change = decideChange(existing, fingerprint)
  request.onStep?.('compared')
  if (change === 'skipped' && existing && request.force !== true) {
    const warnings = await refreshDescription(existing, request, parts)
    if (request.vectors === 'after') await fillDocument(existing, parts, context)
    return { ...reportOf({ ...existing, warnings }, change), chunkCount: existing.chunkCount }
  }

  const converted = await convertSource({ raw, request }, parts, context)
  if (ingestChildren && isHeavyText(converted.markdown))
    return ingestChildren.ingest({ request, raw, embedder }, context)
  requireWords(converted, request, raw)
  const attached = await ingestAttached(
    { raw, converted, request },
    child => ingest(child, parts, context),
    context,
  )
  const findings = { raw, converted, attached, fingerprint, collection, request }
  const document = await buildDocument(findings, parts)
  const chunks = cutDocument(document, collection, parts)
  request.onStep?.('cut')
  const startedAt = clock.elapsed()
  const contexts = await request.situate?.(document, chunks, signal)
  const cut = { document, chunks, collection, contexts }
  const isLater = request.vectors === 'later'
  const isByWordsFirst = isLater || (request.vectors === 'after' && chunks.length > largeDocument)
  const vectors = isByWordsFirst
    ? textsToEmbed(cut, embedder).map(text => ({ text }))
    : await embedChunks(cut, parts, context)
  request.onStep?.('embedded')
  await store.ensureCollection(planned)
  const { geometry = [] } = converted
  await store.putDocument(
    { document, chunks: indexChunks({ document, chunks, vectors }, parts), geometry },
    signal,
  )
  await readBack(document, { chunks: chunks.length, pending: isByWordsFirst ? chunks.length : 0 }, parts)
  if (existing !== null) await forgetDetached(existing, converted, parts)
  request.onStep?.('stored')
  if (isByWordsFirst && !isLater) await fillDocument(document, parts, context)
  const embedMs = clock.elapsed() - startedAt
  return {
    ...reportOf(document, change === 'skipped' ? 'replaced' : change),
    attachments: attached.stored,
    chunksWritten: attached.stored.reduce((sum, file) => sum + file.chunksWritten, chunks.length),
    chunkCount: chunks.length,
    pagesRead: document.pages.length,
    pending: attached.stored.reduce((sum, file) => sum + file.pending, isLater ? chunks.length : 0),
    embedMs,
  }
}

function reportOf(
  document: { id: string; source: string; collection: string; warnings: string[] },
  outcome: IngestReport['outcome'],
): IngestReport {
  return {
    outcome,
    documentId: document.id,
    source: document.source,
    collection: document.collection,
    chunksWritten: 0,
    chunkCount: 0,
    pagesRead: 0,
    pending: 0,
    embedMs: 0,
    attachments: [],
    warnings: document.warnings,
  }
}
