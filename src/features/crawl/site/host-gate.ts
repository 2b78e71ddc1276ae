import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import { wait } from './wait.ts'

export type HostGate = {
  /** Waits for a turn, in the order of asking; gives what ends it. */
  enter(signal: AbortSignal): Promise<() => void>
  /** Keeps everyone out for a while, as the host asked. */
  pause(ms: number): void
  /** From now on one at a time, with this much time between two. */
  slowDown(delayMs: number): void
}

/** One host's door: so many at a time, with so much time between two of them. */
export function hostGate(clock: Clock, start: { concurrency: number; delayMs: number }): HostGate {
  let { concurrency, delayMs } = start
  let inside = 0
  let opensAt = Number.NEGATIVE_INFINITY
  const waiting: (() => void)[] = []
  let turn: Promise<unknown> = Promise.resolve()

  async function takePlace(): Promise<void> {
    if (inside < concurrency) {
      inside++
      return
    }
    await new Promise<void>(resolve => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    // The place is handed over as it is.
    if (next !== undefined) next()
    else inside--
  }

  async function untilOpen(signal: AbortSignal): Promise<void> {
    throwIfAborted(signal)
    for (let left = opensAt - clock.elapsed(); left > 0; left = opensAt - clock.elapsed())
      await wait(clock, left, signal)
    opensAt = Math.max(opensAt, clock.elapsed() + delayMs)
  }

  return {
    async enter(signal) {
      await takePlace()
      const mine = turn.then(() => untilOpen(signal))
      turn = mine.catch(() => {})
      try {
        await mine
      } catch (error) {
        leave()
        throw error
      }
      let isInside = true
      return () => {
        if (isInside) leave()
        isInside = false
      }
    },
    pause(ms) {
      opensAt = Math.max(opensAt, clock.elapsed() + ms)
    },
    slowDown(ms) {
      concurrency = 1
      delayMs = Math.max(delayMs, ms)
      opensAt = Math.max(opensAt, clock.elapsed() + delayMs)
    },
  }
}
