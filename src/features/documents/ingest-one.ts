import { basename } from 'node:path'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { Upload, UploadedFile } from '../../core/contract/upload.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import type { ItemOutcome } from '../../core/ingest/ingest-many.ts'
import type { IngestReport } from '../../core/ingest/ingest-request.ts'
import { jobItemOf } from '../../core/jobs/job-request.ts'
import { sha256, sha256InTurns } from '../../core/model/identity.ts'
import type { JobItem } from '../../core/model/job.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { Services } from './services.ts'
import { wordMessage } from './word-failure.ts'

export type OneSource = {
  /** Name of the tool. */
  kind: string
  /** The source as the caller named it; used until it is read. */
  label: string
  /** Distinguishes sources with the same label, for example by a digest of the content. */
  identity: string
  /** Input of the tool without secrets and content; null if that is not enough to repeat the call. */
  input: JsonObject | null
  library: string
  metadata: JsonObject | null
  password: string | null
  ocrLanguages: readonly string[] | null
  read(signal: AbortSignal): Promise<RawSource>
  /** The bytes, when they are nowhere else on this machine and should be kept. */
  original?: Uint8Array
}

/** Ingests one source. If it takes longer than the caller waits, it continues as a job that the same call joins. */
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
      const vectors = 'after' as const
      const request = { collection: library, read: one.read, metadata: metadata ?? {}, options, vectors }
      const report = await engine.ingest(request, job)
      job.report(toJobItem({ name: label, ok: true, report }))
      const notKept = one.original === undefined ? null : await engine.originals?.keep(report, one.original)
      return reportOnWire(
        notKept ? { ...report, warnings: [...report.warnings, sayNotKept(notKept)] } : report,
      )
    },
  })
  if (result.state === 'running')
    return {
      status: 'running' as const,
      doc_id: null,
      source: one.label,
      library: one.library,
      chunk_count: 0,
      warnings: [`Still running: ${result.progress.message}. Call again with the same input to join it.`],
      job_id: result.id,
    }
  return result.value
}

/** Returns the warning for a stored upload whose file was not kept. */
function sayNotKept(reason: string): string {
  return `The file itself was not kept: ${reason}. Its text is stored, but its pages cannot be drawn.`
}

export const wireStatus = { created: 'indexed', replaced: 'replaced', skipped: 'skipped' } as const

function reportOnWire(report: IngestReport) {
  const attachments = report.attachments.map(({ name, documentId, chunksWritten }) => ({
    name,
    doc_id: documentId,
    chunk_count: chunksWritten,
  }))
  return {
    status: wireStatus[report.outcome],
    doc_id: report.documentId,
    source: report.source,
    library: report.collection,
    chunk_count: report.chunksWritten,
    warnings: report.warnings,
    ...(attachments.length === 0 ? {} : { attachments }),
  }
}

/** Returns the entry of one source in a job, with failures worded as by ingest_file. */
export function toJobItem(outcome: ItemOutcome): JobItem {
  return jobItemOf(outcome, failure => wordMessage(failure, 'ingest_file'))
}

/** Ingests uploads like files, under their own name. Undefined if ingest_file is not mounted. */
export function receiveUpload({
  table,
  runtime,
}: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): Upload<Host> | undefined {
  const row = table.find('ingest_file')
  if (row === undefined) return undefined
  return {
    toolset: row.toolset,
    receive: (file, { library, metadata, password, ocrLanguages }, call) => {
      const input = {
        path: file.name,
        metadata,
        password,
        ocr_languages: ocrLanguages,
        ...(library === null ? {} : { library }),
      }
      return invoke<Host>(uploadRow(row, file), { ...call, input }, runtime)
    },
  }
}

/** Returns `ingest_file` for bytes that are already here, so that limits, wording and logging are the same. */
function uploadRow(row: ToolRow<Host>, file: UploadedFile): ToolRow<Services> {
  const name = basename(file.name.replaceAll('\\', '/'))
  const mediaType = file.mediaType.split(';')[0]?.trim() || null
  return {
    ...row,
    tool: {
      ...row.tool,
      name: 'upload',
      run: async (context, { library, metadata, password, ocr_languages }) =>
        ingestOne(context, {
          kind: 'upload',
          label: name,
          identity: await sha256InTurns(file.bytes),
          input: null,
          library: String(library),
          // SAFETY: invoke has parsed the input with the schema of ingest_file.
          metadata: metadata as Parameters<typeof ingestOne>[1]['metadata'],
          password: typeof password === 'string' ? password : null,
          ocrLanguages: Array.isArray(ocr_languages) ? ocr_languages.map(String) : null,
          original: file.bytes,
          read: async () => ({
            source: name,
            name,
            bytes: file.bytes,
            mediaType: mediaType === 'application/octet-stream' ? null : mediaType,
            charset: null,
            lastModified: null,
            fileType: null,
          }),
        }),
    },
  }
}
