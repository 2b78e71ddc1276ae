import { Failure, type PlainFailure, packFailure, unpackFailure } from '../../../core/model/failure.ts'
import type { Progress } from '../../../core/model/progress.ts'
import type { CheckReport } from '../check/report.ts'
import type { ParseReport, RepositoryState } from '../graph/update-repository.ts'
import type { ScriptSource } from '../ports/code-work.ts'
import type { GraphPlace } from '../tables/index.ts'

/** What a thread is started with. */
export type ThreadData = {
  place: GraphPlace
  hasModel: boolean
  /** Where its type checkers may write; removed when the thread has ended. */
  checkersFolder: string
}

/** The calls, with what they take and return. */
export type Orders = {
  check: { input: ScriptSource; output: CheckReport }
  update: { input: RepositoryState; output: ParseReport }
}

/** What a thread asks the main thread while it works. */
export type Questions = {
  /** Starts to read these files; `nextFile` returns them. */
  readFiles: { input: readonly string[]; output: null }
  /** Null after the last one. */
  nextFile: { input: null; output: { path: string; text: string | null } | null }
  countTokens: { input: string; output: number }
  embedDocuments: { input: readonly string[]; output: Float32Array[] }
}

export type ToThread =
  | { kind: keyof Orders; input: unknown }
  | { kind: 'cancel' }
  | ({ kind: 'reply'; id: number } & Outcome)

export type FromThread =
  | { kind: 'ask'; id: number; question: keyof Questions; input: unknown }
  | { kind: 'progress'; progress: Progress }
  | ({ kind: 'done' } & Outcome)

export type Outcome = { value: unknown } | { failure: PlainFailure } | { error: unknown }

/** Runs something and makes its end a value that can be sent to another thread. */
export async function packOutcome(run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await run() }
  } catch (error) {
    return error instanceof Failure ? { failure: packFailure(error) } : { error }
  }
}

/** Returns the value, or throws what was thrown on the other thread. */
export function unpackOutcome(outcome: Outcome): unknown {
  if ('value' in outcome) return outcome.value
  throw 'failure' in outcome ? unpackFailure(outcome.failure) : outcome.error
}
