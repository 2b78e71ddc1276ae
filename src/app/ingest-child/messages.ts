import type { IngestReport, IngestRequest, IngestStep } from '../../core/ingest/ingest-request.ts'
import type { VectorItem } from '../../core/ingest/put-vectors.ts'
import type { Collection } from '../../core/model/collection.ts'
import { Failure, type PlainFailure, packFailure, unpackFailure } from '../../core/model/failure.ts'
import type { Progress } from '../../core/model/progress.ts'
import type { RawSource } from '../../core/model/source.ts'
import type { CoreValues } from '../config/settings.ts'

/** The setup of a child. `path` is where converters search for programs. */
export type ChildSetup = { values: CoreValues; path: string }

/** Functions of a request. They run in the parent; the child calls them with messages. */
export const answered = ['describe', 'fallback', 'situate'] as const
export type Answered = (typeof answered)[number]

/** One source to ingest, as plain data. */
export type IngestOrder = Omit<IngestRequest, 'read' | 'onStep' | Answered> & {
  /** Without its bytes, which are sent before. */
  raw: RawSource
  /** The model, as in the setting `embedder.model`. */
  model: string
  /** The functions that the request has. */
  asks: readonly Answered[]
}

export type ToChild =
  | { kind: 'setup'; setup: ChildSetup }
  /** The next bytes of the source of the following `ingest` message. */
  | { kind: 'bytes'; part: Uint8Array }
  | { kind: 'ingest'; order: IngestOrder }
  | { kind: 'vectors'; items: readonly VectorItem[]; collection: Collection; model: string }
  | { kind: 'answer'; call: number; value: unknown }
  | { kind: 'refused'; call: number; failure: SentFailure }
  | { kind: 'abort'; failure: SentFailure }
  | { kind: 'close' }

export type FromChild =
  /** Sent regularly while the event loop is not blocked. */
  | { kind: 'turn' }
  | { kind: 'call'; call: number; name: Answered | 'embed' | 'embedTokens'; args: readonly unknown[] }
  | { kind: 'step'; step: IngestStep }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'done'; report: IngestReport | null }
  | { kind: 'failed'; failure: SentFailure }

/** `stack` is the stack of an error that is not a Failure, for the log. */
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
