import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'

export type LibreOfficeOptions = {
  /** Names to try, in order. */
  commands: readonly string[]
  timeoutMs: number
  /** Words put before the command: a program that limits what it starts. */
  prefix?: readonly string[]
  /** All that it sees of our environment; everything unless given. */
  environment?: Readonly<Record<string, string>>
  /** Told of every process that is started. */
  observe?: (child: ChildProcess) => void
}

export const usualLibreOffice: LibreOfficeOptions = {
  commands: ['soffice', 'libreoffice'],
  timeoutMs: 120_000,
}

export type LibreOfficeRun = LibreOfficeOptions & {
  /** Where the file lies, the result goes and LibreOffice keeps its profile: nothing is shared with the user's own. */
  folder: string
  file: string
  format: string
}

/**
 * Runs the program in a group of its own and ends the whole group as soon as standard input closes: when we ask
 * for it, and also when this process is killed and cannot ask.
 */
const supervisor = [
  // A shell gives background work an empty input unless it is told otherwise.
  'exec 3<&0',
  '"$@" </dev/null >/dev/null 2>&1 3<&- & work=$!',
  '(cat <&3 >/dev/null; kill -9 -$$) & exec 3<&-',
  'wait $work',
].join('\n')

/** PowerPoint before 2007 as PPTX; null when LibreOffice cannot open it. */
export async function rewritePpt(
  bytes: Uint8Array,
  options: LibreOfficeOptions,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-ppt-'))
  try {
    await writeFile(join(folder, 'slides.ppt'), bytes)
    const ran = await runLibreOffice({ ...options, folder, file: 'slides.ppt', format: 'pptx' }, signal)
    if (ran === 'not_installed') throw needsLibreOffice()
    return await readFile(join(folder, 'slides.pptx')).catch(() => null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Converts a file beside itself. LibreOffice and whatever it started end with the signal or with this process. */
export async function runLibreOffice(
  run: LibreOfficeRun,
  signal: AbortSignal,
): Promise<'done' | 'not_installed'> {
  for (const command of run.commands) {
    throwIfAborted(signal)
    if (await attempt(command, run, signal)) return 'done'
  }
  return 'not_installed'
}

function attempt(command: string, run: LibreOfficeRun, signal: AbortSignal): Promise<boolean> {
  const profile = pathToFileURL(join(run.folder, 'profile')).href
  const order = [
    ...(run.prefix ?? []),
    command,
    `-env:UserInstallation=${profile}`,
    '--headless',
    '--norestore',
    '--convert-to',
    run.format,
    '--outdir',
    run.folder,
    join(run.folder, run.file),
  ]
  const child = spawn('/bin/sh', ['-c', supervisor, 'sh', ...order], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...(run.environment === undefined ? {} : { env: { ...run.environment } }),
  })
  run.observe?.(child)
  child.stdin.on('error', () => {})
  return new Promise((resolve, reject) => {
    const stop = (failure: Failure) => {
      settle()
      reject(failure)
    }
    const timer = setTimeout(() => stop(tooSlow(run.timeoutMs)), run.timeoutMs)
    const onAbort = () => stop(abortFailure(signal))
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      child.stdin.destroy()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    child.once('error', () => {
      settle()
      resolve(false)
    })
    child.once('exit', code => {
      settle()
      // What a shell answers for a program that is not there or may not be run.
      resolve(code !== 127 && code !== 126)
    })
  })
}

function tooSlow(timeoutMs: number): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `LibreOffice did not finish within ${Math.round(timeoutMs / 1000)} seconds.`,
    { hint: 'Save the presentation as .pptx and give that file.' },
  )
}

function needsLibreOffice(): Failure {
  return new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    'Unsupported format: PPT needs LibreOffice, which is not installed here.',
    {
      hint: 'Install LibreOffice (the command soffice), or save the presentation as .pptx.',
    },
  )
}
