import { dirname } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { IngestRequest } from '../../../core/ingest/ingest-request.ts'
import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Services } from '../services.ts'
import { failedItem, itemOf } from './item.ts'
import type { RefreshChoices, RefreshTarget } from './types.ts'

/** Brings one file level with its document; null when nothing has changed. */
export async function refreshFile(
  context: ToolContext<Services>,
  { library, path, document }: Extract<RefreshTarget, { kind: 'file' }>,
  choices: RefreshChoices,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { files, rootsFor, caller } = context
  const read = (until: AbortSignal) => files.read(path, rootsFor(caller), until)
  try {
    return await ingestAgain(context, { library, name: path, document, read }, choices, signal)
  } catch (error) {
    throwIfAborted(signal)
    if (!(error instanceof Failure)) throw error
    if (error.code !== 'SOURCE_NOT_FOUND' || document === null) return failedItem(path, error)
    return forgetFile(context, document, choices, signal)
  }
}

/** Removes the document of a file that is gone; where only its folder or drive is out of sight, it stays. */
export async function forgetFile(
  { engine, files }: ToolContext<Services>,
  { id, source }: DocumentSummary,
  { forgetVanished, isDryRun }: RefreshChoices,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const where = await files.locate(source)
  if (where.state === 'there') return null
  const isGone =
    where.state === 'gone' && (forgetVanished || (await hasNeighbours(source, where.nearest, files, signal)))
  if (!isGone)
    return itemOf(source, 'unreachable', {
      documentId: id,
      message: 'Its folder or drive is not there; the document is kept.',
    })
  if (!isDryRun) await engine.catalog.deleteDocument(id)
  return itemOf(source, 'removed', { documentId: id })
}

/** An empty folder may be the place of a drive that is not mounted. */
async function hasNeighbours(
  source: string,
  nearest: string,
  files: Services['files'],
  signal: AbortSignal,
): Promise<boolean> {
  if (nearest !== dirname(source)) return false
  const listing = await files.list(nearest, { recursive: false, roots: null }, signal)
  return listing.files.length + listing.leftOut.length > 0
}

const outcomes = { created: 'added', replaced: 'changed' } as const

/** Ingests a source as it is now, under what is known of it; null when it is the same. */
export async function ingestAgain(
  context: ToolContext<Services>,
  given: {
    library: string
    name: string
    document: DocumentSummary | null
    read(signal: AbortSignal): Promise<RawSource>
  },
  { ocrLanguages, isDryRun }: RefreshChoices,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { engine, defaults } = context
  const { library, name, document, read } = given
  const request: IngestRequest = {
    collection: library,
    read,
    metadata: document?.metadata ?? {},
    options: { password: null, ocrLanguages: ocrLanguages ?? defaults.ocrLanguages },
    ...(await situated(context, library)),
  }
  if (isDryRun) {
    const change = await engine.compareSource(request, signal)
    return change === 'skipped' ? null : itemOf(name, outcomes[change])
  }
  const report = await engine.ingest(request, { signal, progress: () => {} })
  if (report.outcome === 'skipped') return null
  return itemOf(name, outcomes[report.outcome], {
    documentId: report.documentId,
    chunks: report.chunksWritten,
    message: report.warnings.length === 0 ? null : report.warnings.join(' '),
  })
}

/** A library may embed passages with words about their place: what is read again must be, too. */
async function situated(
  { situate }: ToolContext<Services>,
  library: string,
): Promise<Pick<IngestRequest, 'situate'>> {
  const place = (await situate())?.(library) ?? null
  if (place === null) return {}
  return { situate: async (document, chunks, signal) => (await place(document, chunks, signal)).contexts }
}
