import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { abortFailure, Failure, throwIfAborted } from '../../../model/failure.ts'

export type LibreOfficeRun = {
  /** Names to try, in order. */
  commands: readonly string[]
  timeoutMs: number
  /** Where the file lies, the result goes and LibreOffice keeps its profile: nothing is shared with the user's own. */
  folder: string
  file: string
  format: string
}

/** Converts a file beside itself. LibreOffice and whatever it started are ended when the signal aborts. */
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
  const child = spawn(
    command,
    [
      `-env:UserInstallation=${profile}`,
      '--headless',
      '--norestore',
      '--convert-to',
      run.format,
      '--outdir',
      run.folder,
      join(run.folder, run.file),
    ],
    // Its own group, since `soffice` is a script that starts the program proper.
    { stdio: 'ignore', detached: true },
  )
  return new Promise((resolve, reject) => {
    const end = () => endGroup(child.pid)
    const timer = setTimeout(() => {
      end()
      reject(tooSlow(run.timeoutMs))
    }, run.timeoutMs)
    const onAbort = () => {
      end()
      reject(abortFailure(signal))
    }
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    child.once('error', error => {
      settle()
      if ('code' in error && (error.code === 'ENOENT' || error.code === 'EACCES')) resolve(false)
      else reject(error)
    })
    child.once('exit', () => {
      settle()
      resolve(true)
    })
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function tooSlow(timeoutMs: number): Failure {
  return new Failure(
    'timeout',
    'TIMEOUT',
    `LibreOffice did not finish within ${Math.round(timeoutMs / 1000)} seconds.`,
    {
      hint: 'Save the presentation as .pptx and give that file.',
    },
  )
}
