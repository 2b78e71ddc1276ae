import type { ReportProgress } from '../model/progress.ts'
import { buildDocument } from './build-document.ts'
import { cutDocument } from './cut-document.ts'
import { decideChange } from './decide-change.ts'
import { embedChunks } from './embed-chunks.ts'
import { fingerprintSource } from './fingerprint-source.ts'
import { indexChunks } from './index-chunks.ts'
import type { Parts } from './parts.ts'
import { planCollection } from './plan-collection.ts'
import { readBack } from './read-back.ts'
import type { IngestReport, IngestRequest } from './types.ts'

/** The write walk: a source becomes stored chunks, or the old version stays as it was. */
export async function ingest(
  request: IngestRequest,
  parts: Parts,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<IngestReport> {
  const { signal } = context
  const collection = await planCollection(request.collection, parts)
  const raw = await request.read(signal)
  const fingerprint = await fingerprintSource(raw, request.options, collection, parts)
  const existing = await parts.store.findDocument(collection.name, raw.source)
  const outcome = decideChange(existing, fingerprint)
  if (outcome === 'skipped' && existing)
    return reportOf(
      outcome,
      { id: existing.id, source: raw.source, warnings: existing.warnings },
      collection.name,
      0,
    )

  const converted = await parts.converters.convert(raw, request.options, context)
  const document = await buildDocument({ raw, converted, fingerprint, collection, request }, parts)
  const chunks = cutDocument(document, collection, parts)
  const vectors = await embedChunks(document, chunks, collection, parts, context)
  await parts.store.ensureCollection(collection)
  await parts.store.putDocument({ document, chunks: indexChunks(document, chunks, vectors, parts) }, signal)
  await readBack(document, chunks.length, parts)
  return reportOf(outcome, document, collection.name, chunks.length)
}

function reportOf(
  outcome: IngestReport['outcome'],
  document: { id: string; source: string; warnings: string[] },
  collection: string,
  chunksWritten: number,
): IngestReport {
  return {
    outcome,
    documentId: document.id,
    source: document.source,
    collection,
    chunksWritten,
    warnings: document.warnings,
  }
}
