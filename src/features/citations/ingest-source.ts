import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { ModelEngine } from '../../core/engine.ts'
import { auditItems } from '../../core/ingest/audit-items.ts'
import type { IngestItem, ItemOutcome } from '../../core/ingest/ingest-many.ts'
import { type JobContext, jobItemOf } from '../../core/jobs/job-request.ts'
import type { Collection } from '../../core/model/collection.ts'
import { sayFailure } from '../../core/model/failure.ts'
import type { JobItem } from '../../core/model/job.ts'
import { describeSource } from './describe-source.ts'
import { sparseModel } from './fields.ts'
import type { IngestOptions } from './ingest-options.ts'
import { loadProjectReferences, loadReferences } from './load-references.ts'
import { mismatch } from './mismatch.ts'
import { ocrLanguagesFor } from './ocr-languages.ts'
import type { Services } from './services.ts'
import type { GatheredSource } from './source-item.ts'

const atOnce = 4

type Work = { gather(): Promise<GatheredSource>; options: IngestOptions; job: JobContext }

/** The whole run: what comes back is what the tool answers, and plain JSON. */
export type SourceReport = {
  chunks_written: number
  documents_processed: number
  project: string
  dense_model: string
  embed_model: string
  sparse_model: string | null
  duration_seconds: number
  documents: { added: number; updated: number; skipped: number; failed: number }
  errors: { document: string; error: string }[]
  warnings: string[]
  job_id: string
}

export async function ingestSource(
  context: ToolContext<Services>,
  chosen: Project,
  { gather, options, job }: Work,
): Promise<SourceReport> {
  const startedAt = context.clock.elapsed()
  const engine = await context.engine.withModel(chosen.embedder)
  const target = await targetOf(context, chosen, engine, options.force_rebuild)
  const references = await (options.references_path === undefined || options.references_path === null
    ? loadProjectReferences(context, chosen)
    : loadReferences(context, options.references_path))
  const gathered = await gather()
  const requests = gathered.items.map(item => ({
    name: item.name,
    request: {
      collection: target.collection.name,
      read: item.read,
      ...(item.fallback ? { fallback: item.fallback } : {}),
      metadata: item.metadata,
      options: { password: null, ocrLanguages: ocrLanguagesFor(item, options, context.ocrLanguages) },
      describe: describeSource(item, references.index),
      // What an earlier attempt of this job has read again need not be read once more.
      force: options.force_rebuild && target.replaces === null && !job.earlier.has(item.name),
    },
  }))
  const items = await ingestAudited(context, { engine, requests, chosen, job })
  if (target.replaces !== null) await replace(engine, target.replaces, target.collection, job)
  return reportOf(items, {
    project: chosen.id,
    model: engine.model.id,
    sparse: chosen.hybrid ? sparseModel : null,
    jobId: job.id,
    warnings: [...references.warnings, ...gathered.warnings],
    seconds: (context.clock.elapsed() - startedAt) / 1000,
  })
}

/** Where to write: the project itself, or the version that is being built for another model. */
async function targetOf(
  { engine: home }: ToolContext<Services>,
  chosen: Project,
  engine: ModelEngine,
  mayRebuild: boolean,
): Promise<{ collection: Collection; replaces: Collection | null }> {
  const binding = { model: engine.model.id, dimensions: engine.model.dimensions }
  const collection = await home.catalog.bindCollection(chosen.collection, binding)
  if (collection.model === binding.model) {
    // To force the model it has is to give up the move to another one.
    if (mayRebuild) await engine.rebuild.abandon(collection)
    return { collection, replaces: null }
  }
  if (!mayRebuild) throw mismatch(chosen, binding.model)
  return { collection: await engine.rebuild.begin(collection, binding), replaces: collection }
}

/** What this run did not read is carried over from its stored text; then the new version answers. */
async function replace(
  engine: ModelEngine,
  old: Collection,
  built: Collection,
  { signal, progress }: JobContext,
): Promise<void> {
  await engine.rebuild.carryOver(old, built, { signal, progress })
  await engine.rebuild.finish(old, built)
}

async function ingestAudited(
  { audit, correlationId }: ToolContext<Services>,
  work: { engine: ModelEngine; requests: IngestItem[]; chosen: Project; job: JobContext },
): Promise<JobItem[]> {
  const { engine, requests, chosen, job } = work
  const run = audit.begin({
    correlationId,
    kind: 'ingest_from_source',
    collection: chosen.id,
    denseModel: engine.model.id,
    sparseModel: chosen.hybrid ? sparseModel : null,
  })
  const audited = auditItems(requests, run)
  try {
    const outcomes = await engine.ingestMany(audited.items, {
      signal: job.signal,
      progress: job.progress,
      concurrency: atOnce,
      onOutcome(outcome) {
        // What an aborted job left undone has no outcome yet.
        if (!outcome.ok && job.signal.aborted) return
        job.report(toJobItem(outcome))
        audited.onOutcome(outcome)
      },
    })
    return outcomes.map(toJobItem)
  } finally {
    await run.close()
  }
}

function toJobItem(outcome: ItemOutcome): JobItem {
  return jobItemOf(outcome, sayFailure)
}

function reportOf(
  items: readonly JobItem[],
  run: {
    project: string
    model: string
    sparse: string | null
    jobId: string
    warnings: string[]
    seconds: number
  },
): SourceReport {
  const count = (outcome: JobItem['outcome']) => items.filter(item => item.outcome === outcome).length
  const failed = items.filter(item => item.outcome === 'failed')
  return {
    chunks_written: items.reduce((sum, item) => sum + item.chunks, 0),
    documents_processed: items.length,
    project: run.project,
    dense_model: run.model,
    embed_model: run.model,
    sparse_model: run.sparse,
    duration_seconds: Math.round(run.seconds * 1000) / 1000,
    documents: {
      added: count('created'),
      updated: count('replaced'),
      skipped: count('skipped'),
      failed: failed.length,
    },
    errors: failed.map(({ name, message }) => ({ document: name, error: message ?? '' })),
    warnings: [
      ...run.warnings,
      ...items.flatMap(item => (item.outcome !== 'failed' && item.message !== null ? [item.message] : [])),
      ...failed.map(({ name, message }) => `${name} was left out: ${message ?? ''}`),
    ],
    job_id: run.jobId,
  }
}
