import type { ReportProgress } from '../model/progress.ts'
import { isCredentialSource, refusedCredentials } from '../text/excluded-files.ts'
import { decideChange, fingerprintSource } from './compare-source.ts'
import { buildDocument, convertSource, describeDocument, refreshDescription } from './convert-source.ts'
import { cutDocument, embedChunks, indexChunks } from './embed-chunks.ts'
import { type IngestReport, type IngestRequest, lightLength, type Parts } from './ingest-request.ts'
import { readBack } from './read-back.ts'
import { requireCollection } from './require-collection.ts'

/** The write walk: a source becomes stored chunks, or the old version stays as it was. */
export async function ingest(
  request: IngestRequest,
  parts: Parts,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<IngestReport> {
  const { signal } = context
  const planned = await requireCollection(request.collection, parts)
  const collection = { ...planned, policy: request.policy ?? planned.policy }
  const raw = await request.read(signal)
  // Uploads and texts come without a reader that would have refused them; nothing of them goes to a converter or model.
  if (isCredentialSource(raw)) throw refusedCredentials(raw.source)
  const { ingestChildren, embedder } = parts
  if (ingestChildren && isHeavy(raw.bytes)) return ingestChildren.ingest({ request, raw, embedder }, context)
  const fingerprint = await fingerprintSource(raw, request, collection, parts)
  const existing = await parts.store.findDocument(collection.name, raw.source)
  const outcome = decideChange(existing, fingerprint)
  request.onStep?.('compared')
  if (outcome === 'skipped' && existing && request.force !== true) {
    const warnings = await refreshDescription(existing, request, parts)
    const { id, chunkCount } = existing
    return {
      ...reportOf(outcome, { id, source: raw.source, warnings }, collection.name, 0),
      chunkCount,
    }
  }

  const converted = await convertSource(raw, request, parts, context)
  // Some characters become many when words are found in them: one of Arabic becomes eighteen.
  if (ingestChildren && converted.markdown.normalize('NFKC').length > lightLength)
    return ingestChildren.ingest({ request, raw, embedder }, context)
  const built = await buildDocument({ raw, converted, fingerprint, collection, request }, parts)
  const document = await describeDocument(built, request)
  const chunks = cutDocument(document, collection, parts)
  request.onStep?.('cut')
  const startedAt = parts.clock.elapsed()
  const contexts = await request.situate?.(document, chunks, signal)
  const vectors = await embedChunks(document, chunks, collection, parts, { ...context, contexts })
  const embedMs = parts.clock.elapsed() - startedAt
  request.onStep?.('embedded')
  await parts.store.ensureCollection(planned)
  await parts.store.putDocument({ document, chunks: indexChunks(document, chunks, vectors, parts) }, signal)
  await readBack(document, chunks.length, parts)
  request.onStep?.('stored')
  const change = outcome === 'skipped' ? 'replaced' : outcome
  return {
    ...reportOf(change, document, collection.name, chunks.length),
    pagesRead: document.pages.length,
    embedMs,
  }
}

/**
 * Whether a source may take longer than other callers should wait: it is large, or packed, so that its size says nothing.
 * What is packed begins with bytes that no text has; PDF does not always.
 */
function isHeavy(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 1024)
  return bytes.length > lightLength || start.some(byte => byte < 9) || Buffer.from(start).includes('%PDF-')
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
    chunkCount: chunksWritten,
    pagesRead: 0,
    embedMs: 0,
    warnings: document.warnings,
  }
}
