import type { Example } from './command.ts'
import type { Terminal } from './terminal.ts'

/** An answer of a tool, to be shown to a person at a terminal. */
export type ShownAnswer = {
  value: Record<string, unknown>
  input: Record<string, unknown>
  terminal: Terminal
}

export type Rendering = {
  /** For stdout. */
  answer: string
  /** For stderr: notes about the answer. */
  remark?: string
  exitCode?: number
}

/** Turns a tool's answer into the text that the CLI prints. */
export type Render = (answer: ShownAnswer) => Rendering

/** A shorter command for a tool: `quire search` for `quire documents search`. It has the flags of the tool. */
export type Alias<Services> = {
  words: readonly string[]
  /** Heading in the overview. */
  group: string
  summary: string
  details?: string
  examples?: readonly Example[]
  /** Inputs that are taken without a flag; those of the tool unless given. */
  positionals?: readonly string[]
  /** Completes typed values, such as the beginning of an id. */
  prepare?(values: Values, open: () => Promise<Services>): Promise<Values>
  /** Adds further data to the tool's answer before it is printed. */
  add?(value: Values, services: Services): Promise<Values>
}

type Values = Record<string, unknown>

/** A tool on the command line. Without it, the command is `quire <toolset> <tool>` and prints the answer field by field. */
export type ToolShell<Services> = {
  aliases?: readonly Alias<Services>[]
  /** Imports the function that prints the answer. */
  render?(): Promise<Render>
}
