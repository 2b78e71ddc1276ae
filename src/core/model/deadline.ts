import { abortFailure, Failure, throwIfAborted } from './failure.ts'

/** A moment after which one part of an answer is given up, so that the rest can still be given in time. */
export type Deadline = { signal: AbortSignal; ms: number }

/** What a question may ask of a model: which one it is, until when to wait, and the caller's own signal. */
export type ModelWait = { model: string; by: Deadline | undefined; signal: AbortSignal }

/**
 * What the embedding model gives before the deadline. Later than that it throws Failure `EMBEDDER_TIMEOUT`, also when
 * the work does not react to its signal. An aborted caller's signal throws as always.
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

/** Trouble of one model or one index, not of the question: another way of searching can still answer. */
export function isAvoidable(error: unknown, signal: AbortSignal): error is Failure {
  if (signal.aborted || !(error instanceof Failure)) return false
  return ['unavailable', 'rate_limited', 'timeout'].includes(error.kind) || error.code === 'EMBEDDING_INVALID'
}

function tooSlow(model: string, { ms }: Deadline): Failure {
  return new Failure(
    'timeout',
    'EMBEDDER_TIMEOUT',
    `The embedding model "${model}" did not answer within ${ms / 1000} s.`,
    { hint: 'Check that the model is loaded and its server reachable, then ask again.' },
  )
}
