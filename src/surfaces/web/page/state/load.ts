import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { callLong, callTool } from './api.ts'
import type { Progress, Report } from './event-stream.ts'
import { asCallError, type CallError } from './send-request.ts'

/** Work whose result is shown: the last result stays visible while the next one is loaded. */
export type Loaded<Value> = {
  value: Signal<Value | null>
  error: Signal<CallError | null>
  isLoading: Signal<boolean>
  /** How far the work is, if it says so. */
  progress: Signal<Progress | null>
  /** How long the last load took. */
  ms: Signal<number>
}

type Work<Value> = (abort: AbortSignal, report: Report) => Promise<Value>

type LoadOptions = {
  /** Waits for a pause, as in typing, depending on how long the last load took. */
  waitMs?: (lastMs: number) => number
  /** Whether the last result stays until the next one is there; the default. */
  keep?: boolean
}

type ToolOptions = LoadOptions & {
  /** Another value calls the tool again with the same input. */
  again?: unknown
  /** Whether its progress is shown. */
  isLong?: boolean
}

/** Calls a tool whenever its input is another one; null calls nothing. */
export function useTool<Value>(
  tool: string,
  input: object | null,
  { again, isLong = false, ...options }: ToolOptions = {},
): Loaded<Value> {
  const wanted = input ?? {}
  return useLoaded<Value>(
    input === null ? null : { tool, input, again },
    (abort, report) =>
      isLong ? callLong(tool, wanted, { report, abort }) : callTool<Value>(tool, wanted, abort),
    options,
  )
}

/** Loads whenever `key` is another value; null loads nothing. A load that is no longer needed is aborted. */
export function useLoaded<Value>(
  key: unknown,
  work: Work<Value>,
  { waitMs, keep = true }: LoadOptions = {},
): Loaded<Value> {
  const value = useSignal<Value | null>(null)
  const error = useSignal<CallError | null>(null)
  const isLoading = useSignal(false)
  const progress = useSignal<Progress | null>(null)
  const ms = useSignal(0)
  const isFirst = useRef(true)
  // Not useEffect, which waits for the next frame before it would send the request.
  useLayoutEffect(() => {
    if (key === null || !keep) value.value = null
    isLoading.value = key !== null
    progress.value = null
    if (key === null) {
      error.value = null
      return
    }
    const controller = new AbortController()
    const pauseMs = isFirst.current ? 0 : (waitMs?.(ms.peek()) ?? 0)
    const timer = pauseMs === 0 ? undefined : setTimeout(() => run(controller.signal), pauseMs)
    if (timer === undefined) void run(controller.signal)
    isFirst.current = false
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key === null ? null : JSON.stringify(key)])
  return { value, error, isLoading, progress, ms }

  async function run(abort: AbortSignal): Promise<void> {
    const from = performance.now()
    try {
      const result = await work(abort, step => {
        if (!abort.aborted) progress.value = step
      })
      if (abort.aborted) return
      value.value = result
      error.value = null
      ms.value = Math.round(performance.now() - from)
    } catch (problem) {
      if (abort.aborted) return
      error.value = asCallError(problem)
      value.value = null
    }
    isLoading.value = false
  }
}
