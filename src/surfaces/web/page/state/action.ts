import { type Signal, useSignal } from '@preact/signals'
import { CallError } from './api.ts'

/** Work that a button starts: whether it runs, and the error it ended with. */
export type Action = {
  error: Signal<CallError | null>
  isBusy: Signal<boolean>
  /** Runs the work; an error is shown instead of thrown. */
  run(work: () => Promise<unknown>): Promise<void>
}

export function useAction(): Action {
  const error = useSignal<CallError | null>(null)
  const isBusy = useSignal(false)
  return {
    error,
    isBusy,
    async run(work) {
      isBusy.value = true
      error.value = null
      try {
        await work()
      } catch (problem) {
        error.value = problem instanceof CallError ? problem : new CallError(String(problem))
      }
      isBusy.value = false
    },
  }
}
