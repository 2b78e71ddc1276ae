import type { JsonObject } from '../model/json.ts'

/** Facts that are the same for every document of a run. */
export type AuditFacts = {
  /** Identifies the run; a run with an id that was used before is continued. */
  correlationId: string
  /** Name of the tool. */
  kind: string
  collection: string
  denseModel: string
  /** The name of the lexical ranking; null when there is none. */
  sparseModel: string | null
}

/** What a run did with one document. */
export type DocumentAudit = {
  /** Path or address. */
  source: string
  documentId: string | null
  chunks: {
    /** Written by this run: added and updated together. */
    written: number
    /** For a document that was not there before. */
    added: number
    /** Replacing those of an older version. */
    updated: number
    /** Kept, because nothing had changed. */
    skipped: number
    /** Dropped for their quality. */
    filtered: number
  }
  warnings: readonly string[]
  errors: readonly string[]
  /** Where the text came from, when there were several sources. */
  fulltext?: { source: string; provenance: JsonObject }
}

/** One run. Its lines are written in the order in which outcomes are passed. */
export interface AuditRun {
  /** Starts timing one document. Call the returned function once, with the outcome. */
  open(): (outcome: DocumentAudit) => void
  /** Adds the totals as the last line. Resolves when every line is written or has failed. */
  close(): Promise<void>
}

/**
 * Records what each run wrote to collections.
 *
 * A caller may rely on this: a trail that cannot be written is reported in the log and never makes the work fail. No
 * file is created before the first line.
 */
export interface AuditTrail {
  begin(facts: AuditFacts): AuditRun
}
