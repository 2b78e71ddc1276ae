import type { ToolContext } from '../../core/contract/define-tool.ts'
import { auditItems } from '../../core/ingest/audit-items.ts'
import type { ItemOutcome } from '../../core/ingest/ingest-many.ts'
import type { IngestRequest } from '../../core/ingest/ingest-request.ts'
import { type JobContext, jobItemOf } from '../../core/jobs/job-request.ts'
import { ownerOf } from '../../core/model/attached.ts'
import { sayFailure } from '../../core/model/failure.ts'
import type { JobItem } from '../../core/model/job.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { Services } from './services.ts'

/** A file to ingest into the knowledge base. */
export type KnowledgeItem = {
  /** The name that the caller used. */
  name: string
  /** Distinguishes files with the same name. */
  identity: string
  /** Stored as `source_type`. */
  origin: 'document' | 'upload'
  read(signal: AbortSignal): Promise<RawSource>
  /** The bytes, when they are nowhere else on this machine and should be kept. */
  original?: Uint8Array
}

const concurrency = 4
const pageSize = 1000

/**
 * Ingests every item; one bad file does not stop the others. Documents are removed for `cleanBefore` at the end, and
 * only if something was stored, so that a failed call changes nothing.
 */
export async function ingestItems(
  context: ToolContext<Services>,
  work: { items: readonly KnowledgeItem[]; topics: readonly string[]; cleanBefore: boolean; library: string },
  job: JobContext,
) {
  const { engine, audit, correlationId, defaults } = context
  const { items, topics, library, cleanBefore } = work
  const situation = situate(context)
  const run = audit.begin({
    correlationId,
    kind: 'ingest_documents',
    collection: library,
    denseModel: engine.facts.model,
    sparseModel: 'bm25',
  })
  const audited = auditItems(
    items.map(({ name, origin, read }) => ({
      name,
      request: {
        collection: library,
        metadata: { source_type: origin, ...(topics.length === 0 ? {} : { topics: [...topics] }) },
        options: { password: null, ocrLanguages: defaults.ocrLanguages },
        read,
        vectors: 'later' as const,
        ...situation.request,
      },
    })),
    run,
  )
  try {
    const outcomes = await engine.ingestMany(audited.items, {
      signal: job.signal,
      progress: job.progress,
      concurrency,
      onOutcome(outcome) {
        // Items that an aborted job did not finish have no outcome yet.
        if (!outcome.ok && job.signal.aborted) return
        job.report(toJobItem(outcome))
        audited.onOutcome(outcome)
      },
    })
    for (const [at, outcome] of outcomes.entries()) {
      const original = items[at]?.original
      if (outcome.ok && original !== undefined) await engine.originals?.keep(outcome.report, original)
    }
    await engine.vectors.settleBriefly(job.signal)
    const stored = outcomes.flatMap(outcome => (outcome.ok ? [outcome.report.documentId] : []))
    const removed =
      cleanBefore && stored.length > 0 ? await removeOthers(engine, library, new Set(stored)) : 0
    const summary = summariseItems(
      items.map(({ name }) => name),
      outcomes.map(toJobItem),
    )
    return {
      ...summary,
      removed,
      status: 'done' as const,
      warnings: [...situation.warnings, ...warningsOf(outcomes, cleanBefore, stored.length)],
    }
  } finally {
    await run.close()
  }
}

/** With USE_CONTEXTUAL_EMBEDDINGS, each passage is embedded with a sentence of the language model about its place. */
function situate({ knowledge, situateChunks }: ToolContext<Services>) {
  const warnings: string[] = []
  if (!knowledge.contextual) return { request: {}, warnings }
  if (situateChunks === null) {
    warnings.push(
      'Contextual embeddings are on, but no language model is set (llm.url): passages were embedded without context.',
    )
    return { request: {}, warnings }
  }
  const request: Pick<IngestRequest, 'situate'> = {
    async situate(document, chunks, signal) {
      const situated = await situateChunks(document, chunks, signal)
      warnings.push(...situated.warnings.map(warning => `${document.title}: ${warning}`))
      return situated.contexts
    },
  }
  return { request, warnings }
}

async function removeOthers(
  { catalog }: Services['engine'],
  library: string,
  kept: ReadonlySet<string>,
): Promise<number> {
  const others: string[] = []
  for (let offset = 0; ; offset += pageSize) {
    const page = await catalog.listDocuments({ collection: library, limit: pageSize, offset })
    // Attachments are deleted with the mail they are in.
    const whole = page.filter(document => ownerOf(document) === null)
    others.push(...whole.map(({ id }) => id).filter(id => !kept.has(id)))
    if (page.length < pageSize) break
  }
  for (const id of others) await catalog.deleteDocument(id)
  return others.length
}

function warningsOf(outcomes: readonly ItemOutcome[], cleanBefore: boolean, stored: number): string[] {
  const own = outcomes.flatMap(outcome =>
    outcome.ok ? outcome.report.warnings.map(warning => `${outcome.name}: ${warning}`) : [],
  )
  const kept = 'Nothing could be stored, so nothing was removed.'
  return cleanBefore && stored === 0 ? [kept, ...own] : own
}

function toJobItem(outcome: ItemOutcome): JobItem {
  return jobItemOf(outcome, sayFailure)
}

const statusOf = { created: 'indexed', replaced: 'replaced', skipped: 'skipped', failed: 'failed' } as const

/** Summarises the items in the order of the files. Skips unfinished ones. */
export function summariseItems(names: readonly string[], items: readonly JobItem[]) {
  const byName = new Map(items.map(item => [item.name, item]))
  const known = names.flatMap(name => byName.get(name) ?? [])
  return {
    documents_processed: known.filter(({ outcome }) => outcome !== 'failed').length,
    chunks_created: known.reduce((sum, { chunks }) => sum + chunks, 0),
    errors: known.map(({ outcome, message }) => (outcome === 'failed' ? [message ?? ''] : [])),
    results: known.map(({ name, outcome, documentId, chunks }) => ({
      file: name,
      status: statusOf[outcome],
      document_id: documentId,
      chunks_created: chunks,
    })),
  }
}
