import type { Failure } from '../../../core/model/failure.ts'
import { hung, tooLong, tooMuchMemory } from './child-failures.ts'
import { measureUse } from './measure-use.ts'

/**
 * `timeMs` is processor time that a conversion and the programs it needs may use without progress, so that a busy machine
 * ends nothing. `memoryBytes` is what they may hold together.
 */
export type ChildLimits = {
  timeMs: number
  memoryBytes: number
  /** How long nothing may use the processor at all; `timeMs`, at least a minute, unless given. */
  stallMs?: number
}

export type LimitWatch = {
  /** The conversion got forward: its time starts again. */
  progressed(): void
  peakBytes(): number
  end(): void
}

const pollMs = 100
/** Ten times the limit by the clock ends a conversion that does use the processor, but next to nothing. */
const mostClock = 10

/** Measures the processes until `end` and calls `fail` once when they exceed a limit. */
export function watchLimits(watched: {
  name: string
  limits: ChildLimits
  pids: () => readonly number[]
  fail: (failure: Failure) => void
}): LimitWatch {
  const { name, limits, pids, fail } = watched
  const stallMs = limits.stallMs ?? Math.max(limits.timeMs, 60_000)
  const cpuByPid = new Map<number, number>()
  let peak = 0
  let cpu = 0
  let cpuAtProgress: number | null = null
  let progressAt = performance.now()
  let movedAt = progressAt
  let isMeasuring = false
  let isOver = false

  const measure = async (): Promise<void> => {
    const now = pids()
    let bytes = 0
    let isTimed = false
    for (const [pid, use] of await Promise.all(now.map(async pid => [pid, await measureUse(pid)] as const))) {
      bytes += use.bytes
      isTimed ||= use.cpuMs !== null
      // A process that has just ended measures as nothing; what it had used stays used.
      cpuByPid.set(pid, Math.max(cpuByPid.get(pid) ?? 0, use.cpuMs ?? 0))
    }
    if (isOver) return
    peak = Math.max(peak, bytes)
    const total = [...cpuByPid.values()].reduce((sum, ms) => sum + ms, 0)
    if (total > cpu) movedAt = performance.now()
    cpu = total
    cpuAtProgress ??= cpu
    const clockMs = performance.now() - progressAt
    // Programs that work side by side each have the time of one.
    const cpuLimit = limits.timeMs * Math.max(1, now.length - 1)
    if (bytes > limits.memoryBytes) fail(tooMuchMemory(name, limits.memoryBytes))
    else if (isTimed && cpu - cpuAtProgress > cpuLimit) fail(tooLong(name, limits.timeMs))
    else if (performance.now() - movedAt > stallMs) fail(hung(name, stallMs))
    else if (clockMs > limits.timeMs * (isTimed ? mostClock : 1)) fail(hung(name, clockMs))
  }
  const poll = setInterval(() => {
    if (isMeasuring) return
    isMeasuring = true
    void measure().finally(() => {
      isMeasuring = false
    })
  }, pollMs)
  return {
    progressed() {
      cpuAtProgress = null
      progressAt = performance.now()
    },
    peakBytes: () => peak,
    end() {
      isOver = true
      clearInterval(poll)
    },
  }
}
