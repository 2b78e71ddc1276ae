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
  /** Added to the metadata of what is new or changed; what a document has beside it stays. */
  metadata: JsonObject
  ocrLanguages: readonly string[]
  /** Documents to work on at a time. */
  concurrency: number
  /** Version of the program: another one may read the same file differently. */
  program: string
  /** Files written less than this ago may still be half-written, and are left for later. */
  settleMs: number
  /** `due`: files that failed and have not changed since are tried again after growing waits only. */
  retry: 'all' | 'due'
  /** Remove documents also when the folder or drive that their files lay on is not there. */
  forgetVanished: boolean
  /** Only say what would be done. */
  isDryRun: boolean
}

/** What the walk reads folders with. */
export type FolderParts = { files: FileReader; memory: FolderMemory }

export type LevelContext = {
  signal: AbortSignal
  progress: ReportProgress
  /** Sees each as it is known. */
  onItem(item: LevelItem): void
  audit: AuditRun | null
}

export const levelOutcomes = [
  'added',
  'changed',
  'moved',
  'removed',
  'failed',
  /** Still being written: its old version stays, and a later look takes it up. */
  'waiting',
  /** Its folder or drive is not there: its document stays. */
  'unreachable',
] as const
export type LevelOutcome = (typeof levelOutcomes)[number]

/** What became of one file that was not as the index has it. */
export type LevelItem = {
  /** Path below the folder. */
  name: string
  outcome: LevelOutcome
  /** Where it lay before, below the folder. */
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
  /** What the walk met and does not read, by path below the folder. */
  leftOut: LeftOut[]
  /** In order of name. */
  items: LevelItem[]
}

/** A file that must be read to know what it holds now, and the document that was made of it before. */
export type OpenFile = { file: FoundFile; name: string; document: DocumentSummary | null }
