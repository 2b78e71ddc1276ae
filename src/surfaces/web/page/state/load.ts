import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { CallError } from './api.ts'

/** Work whose result is shown: the last result stays visible while the next one is loaded. */
export type Loaded<Value> = {
  value: Signal<Value | null>
  error: Signal<CallError | null>
  isLoading: Signal<boolean>
  /** How long the last load took. */
  ms: Signal<number>
}

/**
 * Loads again whenever a signal that `what` reads changes. `what` returns the work to do, or null for nothing. A load that
 * is no longer needed is aborted. `waitMs` waits for a pause, as in typing; it is told how long the last load took.
 */
export function useLoaded<Value>(
  what: () => ((abort: AbortSignal) => Promise<Value>) | null,
  { waitMs, keep = true }: { waitMs?: (lastMs: number) => number; keep?: boolean } = {},
): Loaded<Value> {
  const value = useSignal<Value | null>(null)
  const error = useSignal<CallError | null>(null)
  const isLoading = useSignal(false)
  const ms = useSignal(0)
  const isFirst = useRef(true)
  useSignalEffect(() => {
    const work = what()
    const controller = new AbortController()
    if (!keep) value.value = null
    if (work === null) {
      value.value = null
      error.value = null
      isLoading.value = false
      return () => {}
    }
    isLoading.value = true
    const pauseMs = isFirst.current ? 0 : (waitMs?.(ms.peek()) ?? 0)
    const timer = pauseMs === 0 ? undefined : setTimeout(() => run(work, controller.signal), pauseMs)
    if (timer === undefined) void run(work, controller.signal)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  })
  return { value, error, isLoading, ms }

  async function run(work: (abort: AbortSignal) => Promise<Value>, abort: AbortSignal): Promise<void> {
    const from = performance.now()
    try {
      const result = await work(abort)
      if (abort.aborted) return
      value.value = result
      error.value = null
      ms.value = Math.round(performance.now() - from)
    } catch (problem) {
      if (abort.aborted) return
      // SAFETY: `callTool` throws nothing else.
      error.value = problem as CallError
      value.value = null
    }
    isLoading.value = false
  }
}

export type { ReadonlySignal }
