import { setTimeout as pause } from 'node:timers/promises'

/** Remembers that it was rung until someone has come to the door. */
export type Doorbell = {
  ring(): void
  /** Whether it was rung within this time. Answers at once when it has been rung already. */
  heard(ms: number, signal: AbortSignal): Promise<boolean>
  /** Waits until it has been silent for `quietMs`, at most `longestMs`. */
  settled(times: { quietMs: number; longestMs: number }, signal: AbortSignal): Promise<void>
}

export function doorbell(elapsed: () => number): Doorbell {
  let isRung = false
  let rungAt = 0
  let wake = () => {}
  return {
    ring() {
      isRung = true
      rungAt = elapsed()
      wake()
    },
    async heard(ms, signal) {
      if (!isRung && !signal.aborted) await woken(ms, signal)
      const wasRung = isRung
      isRung = false
      return wasRung
    },
    async settled({ quietMs, longestMs }, signal) {
      const until = elapsed() + longestMs
      while (!signal.aborted) {
        const left = Math.min(rungAt + quietMs, until) - elapsed()
        if (left <= 0) break
        await pause(left, undefined, { signal }).catch(() => {})
      }
      isRung = false
    },
  }

  async function woken(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    const onAbort = () => resolve()
    wake = resolve
    signal.addEventListener('abort', onAbort)
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    wake = () => {}
  }
}
