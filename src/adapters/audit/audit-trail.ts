import type { AuditFacts, AuditTrail, DocumentAudit } from '../../core/ports/audit-trail.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Log } from '../../core/ports/log.ts'

/** Where the lines of runs are kept. Every process that shares it may append to a run. */
export type AuditLines = {
  /** Called before the first line of a run: removes the oldest runs beyond the number that is kept. */
  prepare(): Promise<void>
  append(run: string, line: string): Promise<void>
}

export type AuditOptions = {
  lines: AuditLines
  /** How many runs are kept; the oldest are deleted first. 0 writes no audit. */
  keep: number
  clock: Clock
  log: Log
}

/** Writes one line of JSON per document of a run, then a summary line. */
export function auditTrail(options: AuditOptions): AuditTrail {
  const { clock } = options
  if (options.keep === 0) return { begin: () => ({ open: () => () => {}, close: async () => {} }) }
  return {
    begin(facts) {
      const append = lineWriter(facts.correlationId, options)
      const startedAt = clock.elapsed()
      const sums = { documents: 0, ...noChunks }
      const warnings: string[] = []
      const errors: string[] = []
      const remember = (list: string[], source: string, messages: readonly string[]) => {
        if (list.length < mostMessages) list.push(...messages.map(message => `${source}: ${message}`))
      }
      return {
        open() {
          const openedAt = clock.elapsed()
          return outcome => {
            sums.documents += 1
            for (const name of chunkNames) sums[name] += outcome.chunks[name]
            remember(warnings, outcome.source, outcome.warnings)
            remember(errors, outcome.source, outcome.errors)
            append({
              ...headOf('document', facts),
              doc_id: outcome.documentId,
              source_path: outcome.source,
              documents_processed: sums.documents,
              ...chunkFields(outcome.chunks),
              duration_seconds: secondsBetween(openedAt, clock.elapsed()),
              ...fulltextFields(outcome),
              warnings: outcome.warnings,
              errors: outcome.errors,
              timestamp: clock.now(),
            })
          }
        },
        close() {
          return append({
            ...headOf('summary', facts),
            doc_id: null,
            source_path: null,
            documents_processed: sums.documents,
            ...chunkFields(sums),
            duration_seconds: secondsBetween(startedAt, clock.elapsed()),
            warnings,
            errors,
            timestamp: clock.now(),
          })
        },
      }
    },
  }
}

type ChunkSums = DocumentAudit['chunks']

/** The summary repeats at most this many messages; the lines of the documents have all of them. */
const mostMessages = 100
const chunkNames = ['written', 'added', 'updated', 'skipped', 'filtered'] as const
const noChunks: ChunkSums = { written: 0, added: 0, updated: 0, skipped: 0, filtered: 0 }

function fulltextFields({ fulltext }: DocumentAudit) {
  if (fulltext === undefined) return {}
  return { fulltext_source: fulltext.source, fulltext_provenance: fulltext.provenance }
}

function headOf(event: 'document' | 'summary', facts: AuditFacts) {
  return {
    event,
    correlation_id: facts.correlationId,
    tool: facts.kind,
    project_id: facts.collection,
    dense_model: facts.denseModel,
    sparse_model: facts.sparseModel,
  }
}

function chunkFields(chunks: ChunkSums) {
  return Object.fromEntries(chunkNames.map(name => [`chunks_${name}`, chunks[name]]))
}

function secondsBetween(from: number, to: number): number {
  return Math.round(to - from) / 1000
}

/** Appends line by line. After the first error it writes nothing more: an incomplete audit would be misleading. */
function lineWriter(run: string, { lines, log }: AuditOptions): (line: object) => Promise<void> {
  let hasFailed = false
  let isPrepared = false
  let written = Promise.resolve()
  const write = async (line: object) => {
    if (hasFailed) return
    try {
      if (!isPrepared) await lines.prepare()
      isPrepared = true
      await lines.append(run, JSON.stringify(line))
    } catch (error) {
      hasFailed = true
      log.write('warn', 'audit', { problem: `The audit cannot be written: ${String(error)}` })
    }
  }
  return line => {
    written = written.then(() => write(line))
    return written
  }
}
