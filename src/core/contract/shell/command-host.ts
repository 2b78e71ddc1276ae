import type { Failure } from '../../model/failure.ts'
import type { ReportProgress } from '../../model/progress.ts'
import type { Outcome } from '../invoke.ts'
import type { CliOption, CommandCall } from './command.ts'
import type { Terminal } from './terminal.ts'
import type { Rendering, ShownAnswer } from './tool-shell.ts'

/** The environment that the program was started in. */
export type CommandWorld = {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  homedir: string
}

/** A tool, and the input it is called with. */
export type PlannedCall = { tool: string; values: Record<string, unknown> }

/** What the commands of a feature can use. Nothing is opened before it is needed: `--help` must not open a database. */
export type CommandHost<Services> = {
  world: CommandWorld
  /** The library for documents when the person names none. */
  defaultLibrary(): Promise<string>
  /** Opens the engine and the feature, and returns what its tools can use. */
  open(): Promise<Services>
  /** Returns the flags of a tool, from its schema; an empty list when there is no such tool. */
  optionsOf(tool: string): readonly CliOption[]
  /** Calls a tool as the local CLI user. */
  call(
    tool: string,
    input: Record<string, unknown>,
    context: { signal: AbortSignal; progress?: ReportProgress },
  ): Promise<Outcome>
  /** Calls tools one after the other, with a progress bar, and prints the answers. Returns the highest exit code. */
  runAll(calls: readonly PlannedCall[], call: CommandCall): Promise<number>
  /** Runs another command; returns null when there is no command of these words. */
  runCommand(words: readonly string[], call: CommandCall): Promise<number | null>
  /** Returns what the tool's own command prints for this answer. */
  render(tool: string, answer: ShownAnswer): Promise<Rendering>
  /** Returns the text that is printed for a failure. */
  renderFailure(failure: Failure, terminal: Terminal): string
}
