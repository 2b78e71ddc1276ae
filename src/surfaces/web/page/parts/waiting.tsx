import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Progress } from '../state/event-stream.ts'
import { texts } from '../texts.ts'

type WaitingProps = { what: string; progress?: Progress | null }

/** What the page waits for, how far it is, and for how many seconds already. */
export function Waiting({ what, progress = null }: WaitingProps) {
  const seconds = useSignal(0)
  useEffect(() => {
    const from = performance.now()
    const timer = setInterval(() => {
      seconds.value = Math.floor((performance.now() - from) / 1000)
    }, 250)
    return () => clearInterval(timer)
  }, [])
  const { message, total, done, part = 0 } = progress ?? { message: what, total: null, done: 0 }
  return (
    <div class="waiting">
      <p class="quiet">
        <span role="status">{message}</span> {/* Read aloud every second it would drown everything else. */}
        <span class="seconds" aria-hidden="true">
          {texts.waiting(done, total, seconds.value)}
        </span>
      </p>
      {total === null ? null : <progress aria-label={what} max={total} value={done + part} />}
    </div>
  )
}
