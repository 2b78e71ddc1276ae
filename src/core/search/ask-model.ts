import type { Deadline } from '../model/deadline.ts'
import { abortFailure, Failure, throwIfAborted } from '../model/failure.ts'

/** The model that is asked, the deadline for its answer, and the caller's signal. */
export type ModelWait = { model: string; by: Deadline | undefined; signal: AbortSignal }

/**
 * Returns what the embedding model returns before the deadline. After the deadline it throws Failure
 * `EMBEDDER_TIMEOUT`, even when `ask` ignores its signal. When the caller's own signal aborts, it throws that signal's
 * failure.
 */
export async function askModel<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { model, by, signal }: ModelWait,
): Promise<T> {
  if (by === undefined) return ask(signal)
  throwIfAborted(signal)
  if (by.signal.aborted) throw tooSlow(model, by)
  const either = AbortSignal.any([signal, by.signal])
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.aborted ? abortFailure(signal) : tooSlow(model, by))
    either.addEventListener('abort', giveUp, { once: true })
    ask(either)
      .then(resolve, reject)
      .finally(() => either.removeEventListener('abort', giveUp))
  })
}

/** Whether only one model or one index failed, so that another way of searching can still answer the question. */
export function isAvoidable(error: unknown, signal: AbortSignal): error is Failure {
  if (signal.aborted || !(error instanceof Failure)) return false
  return ['unavailable', 'rate_limited', 'timeout'].includes(error.kind) || error.code === 'EMBEDDING_INVALID'
}

function tooSlow(model: string, { ms }: Deadline): Failure {
  return new Failure(
    'timeout',
    'EMBEDDER_TIMEOUT',
    `The embedding model "${model}" did not answer within ${ms / 1000} s.`,
    { hint: 'Check that the model is loaded and its server is reachable, then ask again.' },
  )
}
