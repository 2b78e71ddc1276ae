import type { Converted } from '../../../model/document.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../model/failure.ts'
import type { ReportProgress } from '../../../model/progress.ts'
import type { ConverterSetup } from '../index.ts'
import { type ChildLimits, type ChildUse, type IsolatedChild, startChild } from './isolated-child.ts'
import type { ConvertRequest } from './messages.ts'

export type { ChildUse } from './isolated-child.ts'

export type PoolOptions = {
  setup: ConverterSetup
  limits: ChildLimits
  /** Children that may work at the same time. */
  size: number
  environment: Readonly<Record<string, string>>
  observe: (use: ChildUse) => void
  /** How long a child waits for the next source before it ends. */
  idleMs?: number
}

export type ChildPool = {
  convert(
    request: ConvertRequest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
  close(): Promise<void>
}

/** Runs conversions in children: at most `size` at a time, warm ones reused, spoiled ones replaced. */
export function createChildPool(options: PoolOptions): ChildPool {
  const { limits, environment, setup, observe, idleMs = 60_000 } = options
  const idle: { child: IsolatedChild; retire: NodeJS.Timeout }[] = []
  const busy = new Set<IsolatedChild>()
  const waiting: (() => void)[] = []
  let isClosed = false

  const take = (): IsolatedChild => {
    for (let rested = idle.pop(); rested; rested = idle.pop()) {
      clearTimeout(rested.retire)
      if (rested.child.isAlive()) return rested.child
    }
    return startChild(limits, environment)
  }
  const rest = (child: IsolatedChild): void => {
    // A child that has grown fat would give its next source less room than promised.
    const isFit = !isClosed && child.isAlive() && child.peakBytes() < limits.memoryBytes / 3
    if (!isFit) {
      child.kill()
      return
    }
    const retire = setTimeout(() => {
      idle.splice(
        idle.findIndex(other => other.child === child),
        1,
      )
      child.kill()
    }, idleMs)
    retire.unref()
    idle.push({ child, retire })
  }
  return {
    async convert(request, context) {
      throwIfAborted(context.signal)
      while (!isClosed && busy.size >= Math.max(1, options.size)) await nextTurn(waiting, context.signal)
      if (isClosed) throw closed()
      const child = take()
      busy.add(child)
      const start = performance.now()
      try {
        return await child.convert({ setup, ...request }, context)
      } finally {
        busy.delete(child)
        observe({ name: request.raw.name, ms: performance.now() - start, peakBytes: child.peakBytes() })
        rest(child)
        waiting.shift()?.()
      }
    },
    async close() {
      isClosed = true
      for (const { child, retire } of idle.splice(0)) {
        clearTimeout(retire)
        child.kill()
      }
      for (const child of busy) child.kill()
      for (const wake of waiting.splice(0)) wake()
    },
  }
}

/** Waits until some conversion has ended; gives up with the signal. */
async function nextTurn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const turn = Promise.withResolvers<void>()
  const giveUp = (): void => turn.reject(abortFailure(signal))
  waiting.push(turn.resolve)
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    await turn.promise
  } finally {
    signal.removeEventListener('abort', giveUp)
    const place = waiting.indexOf(turn.resolve)
    if (place >= 0) waiting.splice(place, 1)
  }
}

function closed(): Failure {
  return new Failure('unavailable', 'SHUTTING_DOWN', 'The server is stopping and converts nothing more.')
}
