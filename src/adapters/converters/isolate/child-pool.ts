import type { Converted } from '../../../core/model/document.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { DrawnPage, DrawRequest } from '../../../core/ports/converter.ts'
import { findLeash, findNetworkCut, type Leash, type NetworkCut } from '../../confine/confine.ts'
import type { ConverterSetup } from '../index.ts'
import { openCompiledModules } from './compiled-modules.ts'
import { type ChildUse, type IsolatedChild, startChild } from './isolated-child.ts'
import type { ConvertRequest, Result } from './messages.ts'
import { servePrograms } from './serve-programs.ts'
import type { ChildLimits } from './watch-limits.ts'

export type PoolOptions = {
  setup: ConverterSetup
  limits: ChildLimits
  /** How many children may work at the same time. */
  size: number
  environment: Readonly<Record<string, string>>
  observe: (use: ChildUse) => void
  /** Program that the children run instead of the converters, for tests of the confinement. */
  program?: URL
  /** Command prefix that starts children without a network; detected unless given. */
  networkCut?: NetworkCut
  /** How long a child waits for a source before it ends. */
  idleMs?: number
}

type Context = { signal: AbortSignal; progress: ReportProgress }

export type ChildPool = {
  convert(request: Omit<ConvertRequest, 'drawing'>, context: Context): Promise<Converted>
  draw(request: ConvertRequest & { drawing: DrawRequest }, context: Context): Promise<DrawnPage>
  close(): Promise<void>
}

/** The built program has the same name and the extension of this file. */
const ownProgram = new URL(
  `./child${import.meta.url.slice(import.meta.url.lastIndexOf('.'))}`,
  import.meta.url,
)

/** What is detected before the first child starts: how it can be confined, and which programs are installed. */
type Ground = { networkCut: NetworkCut; leash: Leash; setup: ConverterSetup }

/**
 * Runs conversions in child processes, at most `size` at a time. A child converts one source and ends, while its
 * successor already loads its libraries. Only converters with `sharesChild` reuse a child, which is checked for changes
 * after every source.
 */
export function createChildPool(options: PoolOptions): ChildPool {
  const { limits, environment, observe, program = ownProgram, idleMs = 60_000 } = options
  const size = Math.max(1, options.size)
  const programs = servePrograms({ tesseractPath: options.setup.tesseractPath, environment })
  const idle = new Map<IsolatedChild, NodeJS.Timeout>()
  const waiting: (() => void)[] = []
  let ground: Promise<Ground> | null = null
  const compiledModules = options.program === undefined ? openCompiledModules() : null
  let served = 0
  let running = 0
  let spareStarts = 0
  let isClosed = false
  /** All that were started and have not ended. */
  const living = new Set<Promise<IsolatedChild>>()

  const survey = async (): Promise<Ground> => {
    const [networkCut, leash, hasTesseract] = await Promise.all([
      options.networkCut ?? findNetworkCut(),
      findLeash(),
      programs.hasTesseract(),
    ])
    const setup = { ...options.setup, ...(hasTesseract ? {} : { tesseractPath: null }) }
    return { networkCut, leash, setup }
  }
  const start = (on: Ground, converter: string, isShared: boolean): Promise<IsolatedChild> => {
    const own = { limits, environment, programs, program, converter, isShared, compiledModules }
    const child = startChild({ ...on, ...own })
    living.add(child)
    void child.then(({ ended }) => ended).finally(() => living.delete(child))
    return child
  }
  const take = async (
    on: Ground,
    { converter, sharesChild = false }: ConvertRequest,
  ): Promise<IsolatedChild> => {
    const fit = [...idle.keys()].filter(child => child.isFit() && child.isShared === sharesChild)
    const isSame = (child: IsolatedChild): boolean => child.converter === converter
    // A shared child has sealed the libraries of its own converter; a child for one source can load others.
    const child = fit.find(isSame) ?? (sharesChild ? undefined : fit[0])
    if (child === undefined) return start(on, converter, sharesChild)
    clearTimeout(idle.get(child))
    idle.delete(child)
    return child
  }
  const rest = (child: IsolatedChild): void => {
    // A child that uses much memory would leave too little for its next source.
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
  /** A single source needs no successor; after the second one, a third is likely. */
  const startNext = (on: Ground, { converter, sharesChild = false }: ConvertRequest): void => {
    const spare = [...idle.keys()].filter(child => child.isFit() && !child.isShared).length
    const wanted = Math.min(size, waiting.length + (served > 1 ? 1 : 0))
    if (isClosed || sharesChild || spare + spareStarts >= wanted) return
    spareStarts += 1
    void start(on, converter, false)
      .then(rest, () => {})
      .finally(() => {
        spareStarts -= 1
      })
  }
  const run = async (request: ConvertRequest, context: Context): Promise<Result> => {
    throwIfAborted(context.signal)
    ground ??= survey()
    const on = await ground
    throwIfAborted(context.signal)
    while (!isClosed && running >= size) await nextTurn(waiting, context.signal)
    if (isClosed) throw closed()
    running += 1
    served += 1
    try {
      const child = await take(on, request)
      startNext(on, request)
      return await runOn(child, request, context)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
  const runOn = async (child: IsolatedChild, request: ConvertRequest, context: Context): Promise<Result> => {
    const begun = performance.now()
    try {
      if (isClosed) throw closed()
      return await child.run(request, context)
    } finally {
      const { pid } = child
      observe({ name: request.raw.name, ms: performance.now() - begun, peakBytes: child.peakBytes(), pid })
      rest(child)
    }
  }
  return {
    async convert(request, context) {
      const result = await run(request, context)
      if (result.kind === 'converted') return result.converted
      throw new Error('a converting process returned a picture')
    },
    async draw(request, context) {
      const result = await run(request, context)
      if (result.kind === 'drawn') return result.drawn
      throw new Error('a drawing process returned a text')
    },
    async close() {
      isClosed = true
      for (const retire of idle.values()) clearTimeout(retire)
      idle.clear()
      for (const wake of waiting.splice(0)) wake()
      await Promise.all([...living].map(async child => (await child).end()))
    },
  }
}

/** Waits until a conversion has ended; rejects when the signal aborts. */
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
  return new Failure(
    'unavailable',
    'SHUTTING_DOWN',
    'The server is shutting down and accepts no more conversions.',
  )
}
