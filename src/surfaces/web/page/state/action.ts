import { type Signal, useSignal } from '@preact/signals'
import type { Progress, Report } from './event-stream.ts'
import { asCallError, type CallError } from './send-request.ts'

/** Work that a button starts: whether it runs, how far it is, and the error it ended with. */
export type Action = {
  error: Signal<CallError | null>
  isBusy: Signal<boolean>
  progress: Signal<Progress | null>
  /** Runs the work; an error is shown instead of thrown. */
  run(work: (report: Report) => Promise<unknown>): Promise<void>
}

export function useAction(): Action {
  const error = useSignal<CallError | null>(null)
  const isBusy = useSignal(false)
  const progress = useSignal<Progress | null>(null)
  return {
    error,
    isBusy,
    progress,
    async run(work) {
      isBusy.value = true
      error.value = null
      progress.value = null
      try {
        await work(step => {
          progress.value = step
        })
      } catch (problem) {
        error.value = asCallError(problem)
      }
      isBusy.value = false
    },
  }
}
