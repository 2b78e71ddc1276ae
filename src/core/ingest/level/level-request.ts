import type { DocumentSummary } from '../../model/document.ts'
import type { JsonObject } from '../../model/json.ts'
import type { ReportProgress } from '../../model/progress.ts'
import type { AuditRun } from '../../ports/audit-trail.ts'
import type { FolderMemory } from '../../ports/folders.ts'
import type { FileReader, FoundFile, LeftOut } from '../../ports/source-reader.ts'

export type LevelRequest = {
  collection: string
  /** A real path. */
  folder: string
  recursive: boolean
  roots: readonly string[] | null
  /** Added to the metadata of new and changed documents; their other metadata stays. */
  metadata: JsonObject
  ocrLanguages: readonly string[]
  /** How many documents to ingest at the same time. */
  concurrency: number
  /** Version of the program: another version may convert the same file differently. */
  program: string
  /** Files that were written less than this ago may be half-written, and are left for the next sync. */
  settleMs: number
  /** `due`: files that failed and have not changed since are retried after growing waits only. */
  retry: 'all' | 'due'
  /** Also removes documents whose folder or drive is missing. */
  forgetVanished: boolean
  /** Only reports what would be done. */
  isDryRun: boolean
  /** `later`: files are found by their words first, and work in the background makes their vectors. */
  vectors?: 'later'
}

/** What reads folders and remembers them. */
export type FolderParts = { files: FileReader; memory: FolderMemory }

export type LevelContext = {
  signal: AbortSignal
  progress: ReportProgress
  /** Called with each item as soon as its outcome is known. */
  onItem(item: LevelItem): void
  audit: AuditRun | null
}

export const levelOutcomes = [
  'added',
  'changed',
  'moved',
  'removed',
  'failed',
  /** Still being written: its old version stays until a later sync. */
  'waiting',
  /** Its folder or drive is missing: its document stays. */
  'unreachable',
] as const
export type LevelOutcome = (typeof levelOutcomes)[number]

/** The outcome of one file that differed from the index. */
export type LevelItem = {
  /** Path below the folder. */
  name: string
  outcome: LevelOutcome
  /** Its previous path below the folder. */
  from: string | null
  documentId: string | null
  /** Chunks written for it. */
  chunks: number
  message: string | null
}

export type LevelReport = {
  /** Files of a known format found. */
  files: number
  unchanged: number
  /** Entries that are not read, by path below the folder. */
  leftOut: LeftOut[]
  /** In order of name. */
  items: LevelItem[]
}

/** A file that must be read to know its content, and the document that was made of it before. */
export type OpenFile = { file: FoundFile; name: string; document: DocumentSummary | null }
