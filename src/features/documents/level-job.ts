import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { LevelItem, LevelReport, LevelRequest } from '../../core/ingest/level/level-request.ts'
import type { JobContext } from '../../core/jobs/job-request.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { ItemResult, JobItem } from '../../core/model/job.ts'
import type { Services } from './services.ts'

/** The part of a LevelRequest that differs between callers. */
export type LevelChoices = Pick<
  LevelRequest,
  'collection' | 'folder' | 'recursive' | 'metadata' | 'settleMs' | 'retry' | 'forgetVanished' | 'isDryRun'
> & { ocrLanguages: readonly string[] | null }

/** Documents processed at a time. */
const concurrency = 4

export function levelRequest(
  { rootsFor, caller, server, defaults }: ToolContext<Services>,
  { ocrLanguages, ...choices }: LevelChoices,
): LevelRequest {
  return {
    ...choices,
    roots: rootsFor(caller),
    ocrLanguages: ocrLanguages ?? defaults.ocrLanguages,
    concurrency,
    program: server.version,
    vectors: 'later',
  }
}

/** Updates a library to match a folder inside a running job, and records it in the audit. */
export async function levelInJob(
  { engine, files, folderMemory: memory, audit, correlationId }: ToolContext<Services>,
  request: LevelRequest,
  { kind, job }: { kind: string; job: JobContext },
): Promise<LevelReport> {
  const { collection } = request
  const models = { denseModel: engine.facts.model, sparseModel: 'bm25' }
  const run = audit.begin({ correlationId, kind, collection, ...models })
  try {
    const onItem = (item: LevelItem) => job.report(levelJobItem(item))
    const report = await engine.levelFolder(request, { files, memory }, { ...job, onItem, audit: run })
    await engine.vectors.settleBriefly(job.signal)
    return report
  } finally {
    await run.close()
  }
}

/**
 * Updates a library to match a folder as a job of its own. A caller with the same request at the same time, in any
 * process, joins it, so that two watchers of one folder do the work once.
 */
export async function runLevelJob(
  context: ToolContext<Services>,
  request: LevelRequest,
): Promise<LevelReport> {
  const { engine, correlationId, caller, signal, progress } = context
  const { collection, folder, concurrency: _several, ...rest } = request
  const kind = 'watch'
  const result = await engine.jobs.run<LevelReport>({
    key: sha256(JSON.stringify([kind, collection, folder, rest])),
    kind,
    title: `Follow ${folder}`,
    collection,
    input: { folder, library: collection },
    isRepeatable: false,
    isBrief: true,
    caller,
    correlationId,
    patienceMs: Number.POSITIVE_INFINITY,
    signal,
    progress,
    work: job => levelInJob(context, request, { kind, job }),
  })
  if (result.state === 'done') return result.value
  throw new Error('A job with unlimited patience returned before it was done.')
}

const resultOf: Readonly<Record<LevelItem['outcome'], ItemResult>> = {
  added: 'created',
  changed: 'replaced',
  moved: 'replaced',
  removed: 'replaced',
  failed: 'failed',
  waiting: 'skipped',
  unreachable: 'skipped',
}

/** Returns the entry of a file or page in a job. */
export function levelJobItem({ name, outcome, from, documentId, chunks, message }: LevelItem): JobItem {
  const note = outcome === 'removed' ? 'removed' : from === null ? message : `moved from ${from}`
  return { name, outcome: resultOf[outcome], message: note, documentId, chunks }
}
