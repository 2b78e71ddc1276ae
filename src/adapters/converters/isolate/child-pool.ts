import type { Converted } from '../../../core/model/document.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { ConverterSetup } from '../index.ts'
import { findLeash, findNetworkCut, type Leash, type NetworkCut } from './confine.ts'
import { type ChildUse, type IsolatedChild, startChild } from './isolated-child.ts'
import type { ConvertRequest } from './messages.ts'
import { servePrograms } from './serve-programs.ts'
import type { ChildLimits } from './watch-limits.ts'

export type PoolOptions = {
  setup: ConverterSetup
  limits: ChildLimits
  /** Children that may work at the same time. */
  size: number
  environment: Readonly<Record<string, string>>
  observe: (use: ChildUse) => void
  /** What children run instead of the converters: for tests of what they cannot do. */
  program?: URL
  /** How children are started without a network; found out unless given. */
  networkCut?: NetworkCut
  /** How long a child waits for a source before it ends. */
  idleMs?: number
}

export type ChildPool = {
  convert(
    request: ConvertRequest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
  close(): Promise<void>
}

/** The built form of the program has the same name with the ending this file has. */
const ownProgram = new URL(
  `./child${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** What is found out before the first child: how it can be limited, and which programs there are. */
type Ground = { networkCut: NetworkCut; leash: Leash; setup: ConverterSetup }

/**
 * Runs conversions in children, at most `size` at a time. A child takes one source and ends; its successor is started and
 * loads its libraries meanwhile. Only converters that declare it share a child, which is verified after every source.
 */
export function createChildPool(options: PoolOptions): ChildPool {
  const { limits, environment, observe, program = ownProgram, idleMs = 60_000 } = options
  const size = Math.max(1, options.size)
  const programs = servePrograms({ tesseractPath: options.setup.tesseractPath, environment })
  const idle = new Map<IsolatedChild, NodeJS.Timeout>()
  const busy = new Set<IsolatedChild>()
  const waiting: (() => void)[] = []
  let ground: Promise<Ground> | null = null
  let served = 0
  let isClosed = false

  const survey = async (): Promise<Ground> => {
    const [networkCut, leash, hasTesseract] = await Promise.all([
      options.networkCut ?? findNetworkCut(),
      findLeash(),
      programs.hasTesseract(),
    ])
    const setup = { ...options.setup, ...(hasTesseract ? {} : { tesseractPath: null }) }
    return { networkCut, leash, setup }
  }
  const start = (on: Ground, converter: string, isShared: boolean): IsolatedChild =>
    startChild({ ...on, limits, environment, programs, program, converter, isShared })
  const take = (on: Ground, { converter, sharesChild = false }: ConvertRequest): IsolatedChild => {
    const fit = [...idle.keys()].filter(child => child.isFit() && child.isShared === sharesChild)
    const isSame = (child: IsolatedChild): boolean => child.converter === converter
    // A shared child has sealed what its own converter loads; one that ends anyway can load more.
    const child = fit.find(isSame) ?? (sharesChild ? undefined : fit[0])
    if (child === undefined) return start(on, converter, sharesChild)
    clearTimeout(idle.get(child))
    idle.delete(child)
    return child
  }
  const rest = (child: IsolatedChild): void => {
    // A child that has grown fat would give its next source less room than promised.
    if (isClosed || !child.isFit() || child.peakBytes() >= limits.memoryBytes / 3) {
      child.kill()
      return
    }
    const end = (old: IsolatedChild): void => {
      clearTimeout(idle.get(old))
      idle.delete(old)
      old.kill()
    }
    idle.set(child, setTimeout(() => end(child), idleMs).unref())
    const [oldest] = idle.keys()
    if (idle.size > 2 * size && oldest !== undefined) end(oldest)
  }
  /** One source alone needs no successor; from the second on there will probably be a third. */
  const startNext = (on: Ground, { converter, sharesChild = false }: ConvertRequest): void => {
    const spare = [...idle.keys()].filter(child => child.isFit() && !child.isShared).length
    const wanted = Math.min(size, waiting.length + (served > 1 ? 1 : 0))
    if (!isClosed && !sharesChild && spare < wanted) rest(start(on, converter, false))
  }
  return {
    async convert(request, context) {
      throwIfAborted(context.signal)
      ground ??= survey()
      const on = await ground
      throwIfAborted(context.signal)
      while (!isClosed && busy.size >= size) await nextTurn(waiting, context.signal)
      if (isClosed) throw closed()
      const child = take(on, request)
      busy.add(child)
      served += 1
      startNext(on, request)
      const begun = performance.now()
      try {
        return await child.convert(request, context)
      } finally {
        busy.delete(child)
        const { pid } = child
        observe({ name: request.raw.name, ms: performance.now() - begun, peakBytes: child.peakBytes(), pid })
        rest(child)
        waiting.shift()?.()
      }
    },
    async close() {
      isClosed = true
      for (const [child, retire] of idle) {
        clearTimeout(retire)
        child.kill()
      }
      idle.clear()
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
