import { dirname } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { IngestRequest } from '../../../core/ingest/ingest-request.ts'
import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure, sayFailure, throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Services } from '../services.ts'
import type { RefreshTarget } from './plan-refresh.ts'
import type { RefreshChoices, Refreshing } from './run-refresh.ts'

/** Ingests one file again, or removes its document if the file is gone; null if nothing has changed. */
export async function refreshFile(
  context: ToolContext<Services>,
  { target, choices }: Refreshing<Extract<RefreshTarget, { kind: 'file' }>>,
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { library, path, document } = target
  const { files, rootsFor, caller } = context
  const read = (until: AbortSignal) => files.read(path, rootsFor(caller), until)
  try {
    return await ingestAgain(context, { library, name: path, document, read, choices }, signal)
  } catch (error) {
    throwIfAborted(signal)
    if (!(error instanceof Failure)) throw error
    if (error.code !== 'SOURCE_NOT_FOUND' || document === null) return failedItem(path, error)
    return forgetFile(context, { document, choices }, signal)
  }
}

/** Removes the document of a deleted file; keeps it if the folder or drive of the file is missing. */
export async function forgetFile(
  { engine, files }: ToolContext<Services>,
  { document: { id, source }, choices }: { document: DocumentSummary; choices: RefreshChoices },
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { forgetVanished, isDryRun } = choices
  const where = await files.locate(source)
  if (where.state === 'there') return null
  const isGone =
    where.state === 'gone' &&
    (forgetVanished || (await hasNeighbours(files, { source, nearest: where.nearest }, signal)))
  if (!isGone)
    return itemOf(source, 'unreachable', {
      documentId: id,
      message: 'Its folder or drive is missing; the document is kept.',
    })
  if (!isDryRun) await engine.catalog.deleteDocument(id)
  return itemOf(source, 'removed', { documentId: id })
}

/** Whether the folder has other files: an empty one may be the mount point of a missing drive. */
async function hasNeighbours(
  files: Services['files'],
  { source, nearest }: { source: string; nearest: string },
  signal: AbortSignal,
): Promise<boolean> {
  if (nearest !== dirname(source)) return false
  const listing = await files.list(nearest, { recursive: false, roots: null }, signal)
  return listing.files.length + listing.leftOut.length > 0
}

const outcomes = { created: 'added', replaced: 'changed' } as const

/** Ingests the current version of a source with the metadata of its document; null if it is unchanged. */
export async function ingestAgain(
  context: ToolContext<Services>,
  given: {
    library: string
    name: string
    document: DocumentSummary | null
    read(signal: AbortSignal): Promise<RawSource>
    choices: RefreshChoices
  },
  signal: AbortSignal,
): Promise<LevelItem | null> {
  const { engine, defaults } = context
  const { library, name, document, read } = given
  const { ocrLanguages, isDryRun } = given.choices
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

/** Some libraries embed passages with context about their position; so must a refreshed document. */
async function situated(
  { situate }: ToolContext<Services>,
  library: string,
): Promise<Pick<IngestRequest, 'situate'>> {
  const place = (await situate())?.(library) ?? null
  if (place === null) return {}
  return { situate: async (document, chunks, signal) => (await place(document, chunks, signal)).contexts }
}

export function itemOf(
  name: string,
  outcome: LevelItem['outcome'],
  more: Partial<LevelItem> = {},
): LevelItem {
  return { name, outcome, from: null, documentId: null, chunks: 0, message: null, ...more }
}

export function failedItem(name: string, failure: Failure): LevelItem {
  return itemOf(name, 'failed', { message: sayFailure(failure) })
}
