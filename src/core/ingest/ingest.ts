import type { ReportProgress } from '../model/progress.ts'
import { decideChange, fingerprintSource, readSource } from './compare-source.ts'
import { buildDocument, convertSource, refreshDescription, requireWords } from './convert-source.ts'
import { cutDocument, embedChunks, indexChunks } from './embed-chunks.ts'
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
  const vectors = await embedChunks({ document, chunks, collection, contexts }, parts, context)
  const embedMs = clock.elapsed() - startedAt
  request.onStep?.('embedded')
  await store.ensureCollection(planned)
  const { geometry = [] } = converted
  await store.putDocument(
    { document, chunks: indexChunks({ document, chunks, vectors }, parts), geometry },
    signal,
  )
  await readBack(document, chunks.length, parts)
  if (existing !== null) await forgetDetached(existing, converted, parts)
  request.onStep?.('stored')
  return {
    ...reportOf(document, change === 'skipped' ? 'replaced' : change),
    attachments: attached.stored,
    chunksWritten: attached.stored.reduce((sum, file) => sum + file.chunksWritten, chunks.length),
    chunkCount: chunks.length,
    pagesRead: document.pages.length,
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
    embedMs: 0,
    attachments: [],
    warnings: document.warnings,
  }
}
