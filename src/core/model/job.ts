import type { FailureKind } from './failure.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Progress } from './progress.ts'

/** `interrupted`: whoever did the work is gone; the same call again takes it up where it stopped. */
export const jobStates = ['running', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type JobState = (typeof jobStates)[number]

export const itemOutcomes = ['created', 'replaced', 'skipped', 'failed'] as const
export type ItemResult = (typeof itemOutcomes)[number]

/** What became of one source of a job. */
export type JobItem = {
  /** What it is known by inside the job: a path below the folder, an address, a title. */
  name: string
  outcome: ItemResult
  /** Why it failed, or what a reader should know; null when there is nothing to say. */
  message: string | null
  documentId: string | null
  /** Chunks written for it. */
  chunks: number
}

export type ItemCounts = Readonly<Record<ItemResult, number>>

export const noItems: ItemCounts = { created: 0, replaced: 0, skipped: 0, failed: 0 }

/** A failure as it is kept: what may leave the process, and nothing else of it. */
export type JobFailure = {
  kind: FailureKind
  code: string
  message: string
  hint: string | null
  details: JsonObject
}

/** The process that does the work. `instance` is unique, also among processes that had the same pid. */
export type JobOwner = { instance: string; pid: number; host: string }

/** How the call that started the work came in. */
export type JobOrigin = { surface: string; isLocal: boolean }

export type JobSummary = {
  id: string
  /** Calls with the same key ask for the same work. */
  key: string
  /** Name of the tool. */
  kind: string
  title: string
  collection: string | null
  /** What the tool was asked, without secrets. */
  input: JsonObject
  /** Whether `input` is all that the tool needs to be called again. */
  isRepeatable: boolean
  origin: JobOrigin
  /** Of the call that started the latest attempt: its audit has this name. */
  correlationId: string
  state: JobState
  /** 1, and one more each time it was taken up again. */
  attempt: number
  progress: Progress
  counts: ItemCounts
  failure: JobFailure | null
  createdAt: string
  /** When progress, items or state last changed. */
  updatedAt: string
  finishedAt: string | null
  owner: JobOwner
  heartbeatAt: string
  /** Whether someone asked for its end while it was under way. */
  isCancelRequested: boolean
  /** Counts changes, so that a watcher can tell whether there is news. */
  revision: number
}

/** With the value it ended with; null unless it is done. */
export type JobRecord = JobSummary & { result: JsonValue }
