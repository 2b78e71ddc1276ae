import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

export const launcher = fileURLToPath(new URL('../../../bin/quire.js', import.meta.url))

export type Quire = {
  child: ChildProcessByStdio<Writable, Readable, Readable>
  stdout(): string
  stderr(): string
  /** Resolves when the stream contains a match; rejects when the program ends without one. */
  until(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<RegExpMatchArray>
  ended: Promise<{ exitCode: number | null; signal: string | null }>
}

/** A home that is removed after the test. */
export async function temporaryHome(t: TestContext): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'quire-e2e-'))
  // A server that a later hook stops may still be writing to it.
  t.after(() => rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return home
}

/** Starts the program as a user would; it is stopped with the test. */
export function spawnQuire(
  t: TestContext,
  argv: readonly string[],
  options: { home: string; node?: string; launcher?: string; env?: Record<string, string>; cwd?: string },
): Quire {
  const child = spawn(options.node ?? process.execPath, [options.launcher ?? launcher, ...argv], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: {
      PATH: process.env.PATH,
      HOME: options.home,
      QUIRE_HOME: options.home,
      QUIRE_EMBEDDER: 'hash',
      ...options.env,
    },
  })
  const ended = new Promise<{ exitCode: number | null; signal: string | null }>(resolve =>
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal })),
  )
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    until: (pattern, stream = 'stdout') =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = (stream === 'stdout' ? stdout : stderr).match(pattern)
          if (found !== null) resolve(found)
        }
        look()
        child[stream].on('data', look)
        child.on('close', () => reject(new Error(`ended without ${pattern}:\n${stdout}\n${stderr}`)))
      }),
  }
}
