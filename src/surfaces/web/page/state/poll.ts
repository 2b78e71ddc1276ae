import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callTool } from './api.ts'

/** The answer of a tool, asked for again and again while it is shown. An answer stays when the next call fails. */
export function usePolled<Value>(tool: string, everyMs: number): Signal<Value | null> {
  const answer = useSignal<Value | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    async function look(): Promise<void> {
      const found = await callTool<Value>(tool).catch(() => null)
      if (!isShown) return
      if (found !== null) answer.value = found
      timer = setTimeout(look, everyMs)
    }
    void look()
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [])
  return answer
}
