import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'

export type LibreOfficeOptions = {
  /** Command names to try, in order. */
  commands: readonly string[]
  timeoutMs: number
  /** Command prefix that confines the program. */
  prefix?: readonly string[]
  /** Its environment variables; all of this process by default. */
  environment?: Readonly<Record<string, string>>
  /** Called with every started process. */
  observe?: (child: ChildProcess) => void
}

export const usualLibreOffice: LibreOfficeOptions = {
  commands: ['soffice', 'libreoffice'],
  timeoutMs: 120_000,
}

export type LibreOfficeRun = LibreOfficeOptions & {
  /** Folder of the file, the result and the LibreOffice profile, so that the user's own profile is not used. */
  folder: string
  file: string
  format: string
}

/**
 * Runs the program in its own process group and kills the group when standard input closes: on request, and also when
 * this process is killed.
 */
const supervisor = [
  // A shell connects background jobs to an empty input by default.
  'exec 3<&0',
  '"$@" </dev/null >/dev/null 2>&1 3<&- & work=$!',
  '(cat <&3 >/dev/null; kill -9 -$$) & exec 3<&-',
  'wait $work',
].join('\n')

/** Converts PowerPoint before 2007 to PPTX; null when LibreOffice cannot open it. */
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

/**
 * Converts a file; the result is written beside it. LibreOffice and its children end with the signal or with this
 * process.
 */
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
      // Exit codes of a shell for a program that is missing or may not be run.
      resolve(code !== 127 && code !== 126)
    })
  })
}

function tooSlow(timeoutMs: number): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `LibreOffice did not finish within ${Math.round(timeoutMs / 1000)} seconds.`,
    { hint: 'Save the presentation as .pptx and pass that file.' },
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
