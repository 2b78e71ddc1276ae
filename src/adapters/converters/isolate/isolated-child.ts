import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Converted } from '../../../core/model/document.ts'
import { abortFailure, type Failure, throwIfAborted, unpackFailure } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { ConverterSetup } from '../index.ts'
import { crashed } from './child-failures.ts'
import { codeFlags, type Leash, type NetworkCut, permissionFlags, temporaryPrefix } from './confine.ts'
import type { ConvertRequest, Order, Report } from './messages.ts'
import type { ProgramServer } from './serve-programs.ts'
import { type ChildLimits, watchLimits } from './watch-limits.ts'

/** What one conversion took: for surveys and logs. */
export type ChildUse = { name: string; ms: number; peakBytes: number; pid: number | null }

export type ChildOptions = {
  setup: ConverterSetup
  limits: ChildLimits
  environment: Readonly<Record<string, string>>
  programs: ProgramServer
  networkCut: NetworkCut
  leash: Leash
  /** What it will probably convert: loaded before the first order. */
  converter: string
  /** The program it runs. */
  program: URL
  /** Whether it is to take more than one source, and so has to seal itself. */
  isShared: boolean
}

export type IsolatedChild = {
  readonly pid: number | null
  readonly converter: string
  readonly isShared: boolean
  /** Whether it may take a source: it has not had one, or it was verified clean after the last. */
  isFit(): boolean
  convert(
    request: ConvertRequest,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
  peakBytes(): number
  kill(): void
}

/** Starts a child that shares nothing with us but its orders: own memory limit, environment and rights, no stdout. */
export function startChild(options: ChildOptions): IsolatedChild {
  const { limits, programs } = options
  const child = forkChild(options)
  const complaint = keepTail(child)
  let peak = 0
  // From its first order on a child is unfit until it has been verified.
  let isFit = true
  const kill = (): void => {
    isFit = false
    killTree(child)
  }
  // Without a listener the error of a failed start would end our own process; a conversion reports it.
  child.on('error', () => kill())
  keepsUsAlive(child, false)
  const send = (order: Order, fail: (error: Error) => void): void => {
    if (child.connected) child.send(order, error => error && fail(error))
    else fail(new Error('it could not be started'))
  }
  const { setup, converter, isShared } = options
  send({ kind: 'prepare', setup, converter, isShared }, () => kill())
  return {
    pid: child.pid ?? null,
    converter,
    isShared,
    isFit: () => isFit && child.connected && child.exitCode === null && child.signalCode === null,
    peakBytes: () => peak,
    kill,
    async convert({ converter: name, raw, options: convertOptions }, { signal, progress }) {
      throwIfAborted(signal)
      isFit = false
      keepsUsAlive(child, true)
      const ended = Promise.withResolvers<Converted>()
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
      const hear = (report: Report): void => {
        if (report.kind === 'progress') {
          watch.progressed()
          progress(report.progress)
        } else if (report.kind === 'ask') {
          const { id, question } = report
          void session.answer(question).then(answer => send({ kind: 'answer', id, answer }, cannotSend))
        } else {
          // An error may leave a library in the middle of something that cannot be seen from outside.
          isFit = isShared && report.kind === 'converted' && report.isClean === true
          if (report.kind === 'converted') ended.resolve(report.converted)
          else ended.reject(unpackFailure(report.failure))
        }
      }
      const mourn = (code: number | null, cause: string | null): void =>
        fail(crashed(raw.name, cause ?? `exit code ${code}`, complaint()))
      const obey = (): void => fail(abortFailure(signal))
      signal.addEventListener('abort', obey)
      child.on('message', hear).on('exit', mourn)
      try {
        send({ kind: 'convert', converter: name, raw, options: convertOptions }, cannotSend)
        return await ended.promise
      } finally {
        peak = watch.peakBytes()
        watch.end()
        session.close()
        signal.removeEventListener('abort', obey)
        child.off('message', hear).off('exit', mourn)
        keepsUsAlive(child, false)
      }
    },
  }
}

function forkChild({ limits, environment, setup, networkCut, leash, program }: ChildOptions): ChildProcess {
  const temporaryFolder = join(tmpdir(), `${temporaryPrefix}${randomUUID()}`)
  const [command = execPath, ...words] = [...networkCut, ...leash, execPath]
  const child = fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...environment, TMPDIR: temporaryFolder, TEMP: temporaryFolder, TMP: temporaryFolder },
    // A group of its own, so that the programs it started end with it.
    detached: true,
    execPath: command,
    execArgv: [
      ...words,
      '--no-warnings',
      ...codeFlags(),
      ...permissionFlags({ temporaryFolder, threads: setup.tesseractPath === null }),
      // Two thirds for JavaScript: what libraries hold outside of its heap counts as well.
      `--max-old-space-size=${Math.round(limits.memoryBytes / 1_500_000)}`,
    ],
  })
  child.once('exit', () => void rm(temporaryFolder, { recursive: true, force: true }).catch(() => {}))
  return child
}

function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // No such group: it is gone already, or the system has none.
    child.kill('SIGKILL')
  }
}

/** The last words on stderr, which are all that is left of a crash. */
function keepTail(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.on('data', (data: Buffer) => {
    tail = (tail + data.toString()).slice(-2000)
  })
  return () => tail
}

/** An idle child must not keep a finished program from ending. */
function keepsUsAlive(child: ChildProcess, isBusy: boolean): void {
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
