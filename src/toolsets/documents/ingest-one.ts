import type { ToolContext } from '../../contract/define-tool.ts'
import { sha256 } from '../../model/identity.ts'
import type { JsonObject } from '../../model/json.ts'
import type { RawSource } from '../../model/source.ts'
import type { Services } from '../services.ts'

export type OneSource = {
  /** What the caller called it: the job's key and the source while it is not read yet. */
  label: string
  library: string
  metadata: JsonObject | null
  password: string | null
  ocrLanguages: readonly string[] | null
  read(signal: AbortSignal): Promise<RawSource>
}

/** Ingests one source; beyond the caller's patience it goes on as a job that the same call joins. */
export async function ingestOne(context: ToolContext<Services>, one: OneSource) {
  const { engine, signal, progress, patienceMs, defaults } = context
  const result = await engine.jobs.run({
    key: sha256(JSON.stringify(['ingest', one.library, one.label])),
    patienceMs,
    signal,
    progress,
    work: job =>
      engine.ingest(
        {
          collection: one.library,
          read: one.read,
          metadata: one.metadata ?? {},
          options: { password: one.password, ocrLanguages: one.ocrLanguages ?? defaults.ocrLanguages },
        },
        job,
      ),
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
  return reportOnWire(result.value)
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
