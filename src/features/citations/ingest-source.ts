import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { auditItems } from '../../core/ingest/audit-items.ts'
import type { IngestItem, ItemOutcome } from '../../core/ingest/ingest-many.ts'
import { type JobContext, jobItemOf } from '../../core/jobs/job-request.ts'
import { sayFailure } from '../../core/model/failure.ts'
import type { JobItem } from '../../core/model/job.ts'
import type { ModelEngine } from '../../core/model-engine.ts'
import { ownValue } from '../../core/text/json-values.ts'
import { chooseTarget } from './choose-target.ts'
import { describeSource } from './describe-source.ts'
import { sparseModel } from './fields.ts'
import type { GatheredSource, SourceItem } from './gather-sources.ts'
import type { IngestOptions } from './ingest-from-source.ts'
import { loadProjectReferences, loadReferences } from './load-references.ts'
import type { Services } from './services.ts'
import { warnOfVersions } from './warn-of-versions.ts'

const atOnce = 4

type Work = { gather(): Promise<GatheredSource>; options: IngestOptions; job: JobContext }

/** The result of the run, as the tool returns it. Plain JSON. */
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
  const target = await chooseTarget({ catalog: context.engine.catalog, rebuild: engine.rebuild }, chosen, {
    model: engine.model.id,
    dimensions: engine.model.dimensions,
    mayRebuild: options.force_rebuild,
  })
  // A forced rebuild with the current model abandons an unfinished move to another model.
  if (options.force_rebuild && target.replaces === null) await engine.rebuild.abandon(target.collection)
  const references = await (options.references_path === undefined || options.references_path === null
    ? loadProjectReferences(context, chosen)
    : loadReferences(context, options.references_path))
  const gathered = await gather()
  // A single source is complete when the call returns; a new version for another model makes its vectors itself.
  const isInBackground = target.replaces === null && gathered.items.length > 1
  const requests = gathered.items.map(item => ({
    name: item.name,
    request: {
      collection: target.collection.name,
      read: item.read,
      ...(item.fallback ? { fallback: item.fallback } : {}),
      metadata: item.metadata,
      options: { password: null, ocrLanguages: ocrLanguagesFor(item, options, context.ocrLanguages) },
      describe: describeSource(item, references.index),
      ...(isInBackground ? { vectors: 'later' as const } : {}),
      // Documents that an earlier attempt of this job already re-read are not read again.
      force: options.force_rebuild && target.replaces === null && !job.earlier.has(item.name),
    },
  }))
  const items = await ingestAudited(context, { engine, requests, chosen, job })
  if (target.replaces !== null) {
    // Documents that this run did not read are copied from their stored text.
    await engine.rebuild.moveOver(target.replaces, target.collection, {
      signal: job.signal,
      progress: job.progress,
    })
  }
  if (isInBackground) await context.engine.vectors.settleBriefly(job.signal)
  const versions = await warnOfVersions(context.engine.catalog, target.collection.name)
  return reportOf(items, {
    project: chosen.id,
    model: engine.model.id,
    sparse: chosen.hybrid ? sparseModel : null,
    jobId: job.id,
    warnings: [
      ...references.warnings,
      ...gathered.warnings,
      ...versions,
      ...(await warnOfPending(target.collection.name, context)),
    ],
    seconds: (context.clock.elapsed() - startedAt) / 1000,
  })
}

/** Passages whose vectors are still to be made. */
async function warnOfPending(collection: string, { engine }: ToolContext<Services>): Promise<string[]> {
  const all = await engine.catalog.listCollections({ includeIsolated: true })
  const pending = all.find(({ name }) => name === collection)?.pending ?? 0
  return pending === 0 ? [] : [`${pending} passages are found by words only until their vectors are made.`]
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
        // Items that an aborted job did not finish have no outcome yet.
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
      ...failed.map(({ name, message }) => `${name} was skipped: ${message ?? ''}`),
    ],
    job_id: run.jobId,
  }
}

/** Language names as reference managers write them. */
const names: Readonly<Record<string, string>> = {
  english: 'en',
  german: 'de',
  deutsch: 'de',
  french: 'fr',
  français: 'fr',
  spanish: 'es',
  español: 'es',
  italian: 'it',
  italiano: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  russian: 'ru',
  chinese: 'zh',
  japanese: 'ja',
}

/**
 * Returns the requested languages, otherwise the language of the item, otherwise the server's default. Ignores regions.
 */
export function ocrLanguagesFor(
  item: Pick<SourceItem, 'reference'>,
  options: Pick<IngestOptions, 'ocr_languages'>,
  byDefault: readonly string[],
): readonly string[] {
  if (options.ocr_languages !== undefined && options.ocr_languages.length > 0)
    return [...new Set(options.ocr_languages.map(baseOf))]
  const own = item.reference?.language ?? null
  return own === null ? byDefault : [baseOf(own)]
}

/** `en-US`, `en_GB` and `English` are all `en`. */
function baseOf(language: string): string {
  const plain = language.trim().toLowerCase()
  return ownValue(names, plain) ?? plain.split(/[-_]/)[0] ?? plain
}
