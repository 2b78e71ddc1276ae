import type { IngestReport, IngestRequest, IngestStep } from '../../core/ingest/ingest-request.ts'
import type { VectorItem } from '../../core/ingest/put-vectors.ts'
import type { Collection } from '../../core/model/collection.ts'
import { Failure, type PlainFailure, packFailure, unpackFailure } from '../../core/model/failure.ts'
import type { Progress } from '../../core/model/progress.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { CoreValues } from '../config/settings.ts'

/** What a child is started with. `path` is where converters look for programs. */
export type ChildSetup = { values: CoreValues; path: string }

/** Parts of a request that are functions of the process that asked: called back from the one that works. */
export const answered = ['describe', 'fallback', 'situate'] as const
export type Answered = (typeof answered)[number]

/** One source to ingest, as plain data. */
export type IngestOrder = Omit<IngestRequest, 'read' | 'onStep' | Answered> & {
  /** Its bytes have been sent before. */
  raw: RawSource
  /** The model, as users choose one. */
  model: string
  /** Which functions the request has. */
  asks: readonly Answered[]
}

export type ToChild =
  | { kind: 'setup'; setup: ChildSetup }
  /** The next bytes of the source that is going to be ordered. */
  | { kind: 'bytes'; part: Uint8Array }
  | { kind: 'ingest'; order: IngestOrder }
  | { kind: 'vectors'; items: readonly VectorItem[]; collection: Collection; model: string }
  | { kind: 'answer'; call: number; value: unknown }
  | { kind: 'refused'; call: number; failure: SentFailure }
  | { kind: 'abort'; failure: SentFailure }
  | { kind: 'close' }

export type FromChild =
  /** Its event loop turns. */
  | { kind: 'turn' }
  | { kind: 'call'; call: number; name: Answered | 'embed'; args: readonly unknown[] }
  | { kind: 'step'; step: IngestStep }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; report: IngestReport | null }
  | { kind: 'failed'; failure: SentFailure }

/** `stack` is where an error of another class came from, for the log. */
export type SentFailure = PlainFailure & { stack: string | null }

export function packError(error: unknown): SentFailure {
  if (error instanceof Failure) return { ...packFailure(error), stack: null }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const message = 'Something went wrong inside the server.'
  return { kind: 'internal', code: 'INTERNAL_ERROR', message, hint: null, details: {}, stack }
}

export function unpackError({ stack, ...failure }: SentFailure): Failure {
  return unpackFailure(failure, stack === null ? undefined : new Error(stack))
}
