import type { Streams } from '../core/contract/shell/terminal.ts'
import type { Clock } from '../core/ports/clock.ts'

/** Everything that the program uses of its process. Tests pass their own. */
export type World = {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  homedir: string
  streams: Streams
  /** Aborts when the user or the system asks the program to stop. */
  signal: AbortSignal
  /** Root folder of the package, which contains the samples and the models. */
  packageFolder: string
  version: string
  /** Clock for the time limits of tool calls. Default: the system clock. */
  callClock?: Clock
}
