import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { abortFailure, type Failure, throwIfAborted, unpackFailure } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import {
  codeFlags,
  type Leash,
  type NetworkCut,
  permissionFlags,
  temporaryPrefix,
} from '../../confine/confine.ts'
import type { ConverterSetup } from '../index.ts'
import type { CompiledModules } from './compiled-modules.ts'
import type { ConvertRequest, Order, Report, Result } from './messages.ts'
import type { ProgramServer } from './serve-programs.ts'
import { type ChildLimits, crashed, watchLimits } from './watch-limits.ts'

/** Resources of one conversion, for measurements and logs. */
export type ChildUse = { name: string; ms: number; peakBytes: number; pid: number | null }

export type ChildOptions = {
  setup: ConverterSetup
  limits: ChildLimits
  environment: Readonly<Record<string, string>>
  programs: ProgramServer
  networkCut: NetworkCut
  leash: Leash
  /** The converter whose libraries are loaded before the first order. */
  converter: string
  program: URL
  /** Whether it converts more than one source, and therefore seals its realm. */
  isShared: boolean
  /** Null for a program that does not report that it is prepared. */
  compiledModules: CompiledModules | null
}

export type IsolatedChild = {
  readonly pid: number | null
  readonly converter: string
  readonly isShared: boolean
  /** Whether it may take a source: it had none yet, or was verified unchanged after the last one. */
  isFit(): boolean
  /** Converts the source, or draws a page of it when the request has a drawing. */
  run(request: ConvertRequest, context: { signal: AbortSignal; progress: ReportProgress }): Promise<Result>
  peakBytes(): number
  kill(): void
  /** Kills it, and returns when the process has ended and its folder is removed. */
  end(): Promise<void>
  /** Resolved after the same, whatever ended it. */
  readonly ended: Promise<void>
}

/**
 * Starts a child with its own memory limit, environment and permissions, and without stdout. It shares nothing with
 * this process but messages.
 */
export async function startChild(options: ChildOptions): Promise<IsolatedChild> {
  const { limits, programs, compiledModules } = options
  const temporaryFolder = join(tmpdir(), `${temporaryPrefix}${randomUUID()}`)
  const compileCache = join(temporaryFolder, 'compiled')
  await compiledModules?.copyTo(compileCache, options.converter)
  const child = forkChild(options, {
    temporaryFolder,
    variables: compiledModules ? { NODE_COMPILE_CACHE: compileCache } : {},
  })
  const complaint = keepTail(child)
  let peak = 0
  // After its first order a child is unfit until it has been verified.
  let isFit = true
  const kill = (): void => {
    isFit = false
    killTree(child)
  }
  // Without a listener, a failed start would end this process. The conversion reports the error.
  child.on('error', () => kill())
  keepsUsAlive(child, false)
  const send = (order: Order, fail: (error: Error) => void): void => {
    if (child.connected) child.send(order, error => error && fail(error))
    else fail(new Error('it could not be started'))
  }
  const { setup, converter, isShared } = options
  send({ kind: 'prepare', setup, converter, isShared }, () => kill())
  const prepared = compiledModules
    ? untilPrepared(child).then(async ({ hasCompiled }) => {
        if (hasCompiled) await compiledModules.keep(compileCache, converter)
        await remove(compileCache)
      })
    : Promise.resolve()
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  // A copy of its modules may be under way.
  const ended = Promise.all([exited, prepared]).then(() => remove(temporaryFolder))
  return {
    pid: child.pid ?? null,
    converter,
    isShared,
    isFit: () => isFit && child.connected && child.exitCode === null && child.signalCode === null,
    peakBytes: () => peak,
    kill,
    ended,
    async end() {
      keepsUsAlive(child, true)
      kill()
      await ended
    },
    async run({ converter: name, raw, options: convertOptions, drawing }, { signal, progress }) {
      throwIfAborted(signal)
      isFit = false
      keepsUsAlive(child, true)
      const ended = Promise.withResolvers<Result>()
      const session = programs.open(raw.name)
      const fail = (failure: Failure): void => {
        kill()
        ended.reject(failure)
      }
      const watch = watchLimits({
        name: raw.name,
        limits,
        pids: () => [child.pid ?? [], session.pids()].flat(),
        fail,
      })
      const cannotSend = (error: Error): void => fail(crashed(raw.name, error.message, complaint()))
      const onReport = (report: Report): void => {
        if (report.kind === 'progress') {
          watch.progressed()
          progress(report.progress)
        } else if (report.kind === 'ask') {
          const { id, question } = report
          void session.answer(question).then(answer => send({ kind: 'answer', id, answer }, cannotSend))
        } else if (report.kind !== 'prepared') {
          // After an error, a library may be in an inconsistent state that the check does not see.
          isFit = isShared && report.kind === 'converted' && report.isClean === true
          if (report.kind === 'failed') ended.reject(unpackFailure(report.failure))
          else ended.resolve(report)
        }
      }
      const onExit = (code: number | null, cause: string | null): void =>
        fail(crashed(raw.name, cause ?? `exit code ${code}`, complaint()))
      const onAbort = (): void => fail(abortFailure(signal))
      signal.addEventListener('abort', onAbort)
      child.on('message', onReport).on('exit', onExit)
      try {
        const asked = { converter: name, raw, options: convertOptions, ...(drawing ? { drawing } : {}) }
        void prepared.then(() => send({ kind: 'convert', ...asked }, cannotSend))
        return await ended.promise
      } finally {
        peak = watch.peakBytes()
        watch.end()
        session.close()
        signal.removeEventListener('abort', onAbort)
        child.off('message', onReport).off('exit', onExit)
        keepsUsAlive(child, false)
      }
    },
  }
}

function forkChild(
  { limits, environment, setup, networkCut, leash, program }: ChildOptions,
  { temporaryFolder, variables }: { temporaryFolder: string; variables: Record<string, string> },
): ChildProcess {
  const [command = execPath, ...words] = [...networkCut, ...leash, execPath]
  return fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...environment,
      ...variables,
      TMPDIR: temporaryFolder,
      TEMP: temporaryFolder,
      TMP: temporaryFolder,
    },
    // A process group of its own, so that the programs it started are killed with it.
    detached: true,
    execPath: command,
    execArgv: [
      ...words,
      '--no-warnings',
      ...codeFlags(),
      ...permissionFlags({ temporaryFolder, threads: setup.tesseractPath === null }),
      // Two thirds of the limit for the JavaScript heap: memory of native libraries counts too.
      `--max-old-space-size=${Math.round(limits.memoryBytes / 1_500_000)}`,
    ],
  })
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch(() => {})
}

/** Returns before the child gets a source, also when it cannot be prepared: then its first order fails. */
function untilPrepared(child: ChildProcess): Promise<{ hasCompiled: boolean }> {
  return new Promise(resolve => {
    child.on('message', (report: Report) => {
      if (report.kind === 'prepared') resolve(report)
    })
    child.once('exit', () => resolve({ hasCompiled: false }))
    child.once('error', () => resolve({ hasCompiled: false }))
  })
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // There is no such group: the process has ended, or the system has no process groups.
    child.kill('SIGKILL')
  }
}

/** Keeps the end of stderr, to report it after a crash. */
function keepTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.on('data', (data: Buffer) => {
    tail = (tail + data.toString()).slice(-2000)
  })
  return () => tail
}

/** An idle child must not keep this process alive. */
function keepsUsAlive(child: ChildProcess, isBusy: boolean): void {
  // SAFETY: the pipe of a child is a socket, which has these methods; its declared type is any readable stream.
  const stderr = child.stderr as (typeof child.stderr & { ref?(): void; unref?(): void }) | null
  if (isBusy) {
    child.ref()
    child.channel?.ref()
    stderr?.ref?.()
  } else {
    child.unref()
    child.channel?.unref()
    stderr?.unref?.()
  }
}
