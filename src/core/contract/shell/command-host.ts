import type { Failure } from '../../model/failure.ts'
import type { ReportProgress } from '../../model/progress.ts'
import type { Outcome } from '../invoke.ts'
import type { CliOption, CommandCall } from './command.ts'
import type { Terminal } from './terminal.ts'
import type { Rendering, ShownAnswer } from './tool-shell.ts'

/** Where the program was started. */
export type CommandWorld = {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  homedir: string
}

/** A tool, and the input it is called with. */
export type PlannedCall = { tool: string; values: Record<string, unknown> }

/** What the commands of a feature work with. Nothing is opened before it is needed: `--help` must not open a database. */
export type CommandHost<Services> = {
  world: CommandWorld
  /** The library that documents go to when none is named. */
  defaultLibrary(): Promise<string>
  /** Opens the engine and the feature. */
  open(): Promise<Services>
  /** The flags of a tool, from its schema; none when there is no such tool. */
  optionsOf(tool: string): readonly CliOption[]
  /** Calls a tool as the person at the shell. */
  call(
    tool: string,
    input: Record<string, unknown>,
    context: { signal: AbortSignal; progress?: ReportProgress },
  ): Promise<Outcome>
  /** Calls tools one after the other, with a progress bar, and prints the answers; returns the worst exit code. */
  runAll(calls: readonly PlannedCall[], call: CommandCall): Promise<number>
  /** Runs another command; null when there is none of these words. */
  runCommand(words: readonly string[], call: CommandCall): Promise<number | null>
  /** What a tool's own command prints of an answer. */
  render(tool: string, answer: ShownAnswer): Promise<Rendering>
  /** What a person is told of a failure. */
  renderFailure(failure: Failure, terminal: Terminal): string
}
