import type { FailureKind } from './failure.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { Progress } from './progress.ts'
import type { Rights } from './rights.ts'

/** `interrupted`: the process that did the work has ended; repeating the call continues the job. */
export const jobStates = ['running', 'done', 'failed', 'cancelled', 'interrupted'] as const
export type JobState = (typeof jobStates)[number]

export const itemOutcomes = ['created', 'replaced', 'skipped', 'failed'] as const
export type ItemResult = (typeof itemOutcomes)[number]

/** The outcome of one source of a job. */
export type JobItem = {
  /** Its name inside the job: a path below the folder, an address or a title. */
  name: string
  outcome: ItemResult
  /** The error or the warnings; null when there are none. */
  message: string | null
  documentId: string | null
  /** Chunks written for it. */
  chunks: number
}

export type ItemCounts = Readonly<Record<ItemResult, number>>

export const noItems: ItemCounts = { created: 0, replaced: 0, skipped: 0, failed: 0 }

/** A failure as it is stored: only what may leave the process. */
export type JobFailure = {
  kind: FailureKind
  code: string
  message: string
  hint: string | null
  details: JsonObject
}

/** The process that does the work. `instance` is unique, even when a pid is reused. */
export type JobOwner = { instance: string; pid: number; host: string }

/** The surface of the call that started the work, and its rights unless they are those of the person. */
export type JobOrigin = { surface: string; isLocal: boolean; rights?: Rights }

export type JobSummary = {
  id: string
  /** Calls with the same key request the same work. */
  key: string
  /** Name of the tool. */
  kind: string
  title: string
  collection: string | null
  /** The input of the tool, without secrets. */
  input: JsonObject
  /** Whether the tool can be called again with `input` alone. */
  isRepeatable: boolean
  origin: JobOrigin
  /** Correlation id of the call that started the latest attempt; its audit has this name. */
  correlationId: string
  state: JobState
  /** 1, plus one each time the job was continued. */
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
  /** Whether cancelling was requested while it ran. */
  isCancelRequested: boolean
  /** Grows with every change. */
  revision: number
}

/** A job with its result; null unless it is done. */
export type JobRecord = JobSummary & { result: JsonValue }
