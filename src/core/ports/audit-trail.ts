import type { JsonObject } from '../model/json.ts'

/** What is the same for every document of a run. */
export type AuditFacts = {
  /** Names the run; one that was used before is continued. */
  correlationId: string
  /** Name of the tool. */
  kind: string
  collection: string
  denseModel: string
  /** How words are ranked; null where they are not. */
  sparseModel: string | null
}

/** What a run did to one document. */
export type DocumentAudit = {
  /** Path or address. */
  source: string
  documentId: string | null
  chunks: {
    /** Written by this run: added and updated together. */
    written: number
    /** For a document that was not there before. */
    added: number
    /** In place of those of an older version. */
    updated: number
    /** Left as they were, because nothing had changed. */
    skipped: number
    /** Dropped for their quality. */
    filtered: number
  }
  warnings: readonly string[]
  errors: readonly string[]
  /** Where the text came from, when there was a choice. */
  fulltext?: { source: string; provenance: JsonObject }
}

/** One run. Its lines are written in the order of the calls. */
export interface AuditRun {
  /** Starts the time of one document; the answer takes how it ended, once. */
  open(): (outcome: DocumentAudit) => void
  /** Adds the sums as the last line. Resolves when every line is written, or has been given up. */
  close(): Promise<void>
}

/**
 * What was written to collections, run by run, for people who must be able to tell afterwards. A trail that cannot be
 * written is told in the log and never makes the work fail. Nothing is created before there is something to say.
 */
export interface AuditTrail {
  begin(facts: AuditFacts): AuditRun
}
