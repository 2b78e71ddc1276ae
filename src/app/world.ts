import type { Streams } from '../core/contract/shell/terminal.ts'
import type { Clock } from '../core/ports/clock.ts'

/** Everything the program is given by the process it runs in: tests hand it another one. */
export type World = {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  homedir: string
  streams: Streams
  /** Aborts when the user or the system asks the program to stop. */
  signal: AbortSignal
  /** Where the package lies: samples and models are below it. */
  packageFolder: string
  version: string
  /** By which calls of tools are limited: the system's, unless a test hands in another. */
  callClock?: Clock
}
