import type { ToolContext } from '../../core/contract/define-tool.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { RawSource } from '../../core/model/source.ts'
import { toJobItem } from './job-item.ts'
import type { Services } from './services.ts'

export type OneSource = {
  /** Name of the tool. */
  kind: string
  /** What the caller called it: the source while it is not read yet. */
  label: string
  /** What else tells this source from another of the same label: where relative paths start, a digest of content. */
  identity: string
  /** What the tool was asked, without secrets and content; null where that would not be enough to ask it again. */
  input: JsonObject | null
  library: string
  metadata: JsonObject | null
  password: string | null
  ocrLanguages: readonly string[] | null
  read(signal: AbortSignal): Promise<RawSource>
}

/** Ingests one source; beyond the caller's patience it goes on as a job that the same call joins. */
export async function ingestOne(context: ToolContext<Services>, one: OneSource) {
  const { engine, signal, progress, patienceMs, defaults, caller, correlationId } = context
  const { library, label, metadata, ocrLanguages, identity } = one
  const isRepeatable = one.input !== null && one.password === null
  const result = await engine.jobs.run({
    key: sha256(JSON.stringify(['ingest', library, label, metadata, ocrLanguages, identity])),
    kind: one.kind,
    title: `Ingest ${label}`,
    collection: library,
    input: {
      ...(one.input ?? { source: label }),
      library,
      metadata,
      ocr_languages: ocrLanguages && [...ocrLanguages],
    },
    isRepeatable,
    isBrief: true,
    caller,
    correlationId,
    patienceMs,
    signal,
    progress,
    async work(job) {
      const options = { password: one.password, ocrLanguages: ocrLanguages ?? defaults.ocrLanguages }
      const request = { collection: library, read: one.read, metadata: metadata ?? {}, options }
      const report = await engine.ingest(request, job)
      job.report(toJobItem({ name: label, ok: true, report }))
      return reportOnWire(report)
    },
  })
  if (result.state === 'running')
    return {
      status: 'running' as const,
      doc_id: null,
      source: one.label,
      library: one.library,
      chunk_count: 0,
      warnings: [`Still at work: ${result.progress.message}. Call again with the same input to join it.`],
      job_id: result.id,
    }
  return result.value
}

const statusOf = { created: 'indexed', replaced: 'replaced', skipped: 'skipped' } as const

export function reportOnWire(report: {
  outcome: keyof typeof statusOf
  documentId: string
  source: string
  collection: string
  chunksWritten: number
  warnings: string[]
}) {
  return {
    status: statusOf[report.outcome],
    doc_id: report.documentId,
    source: report.source,
    library: report.collection,
    chunk_count: report.chunksWritten,
    warnings: report.warnings,
  }
}
