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
  /** For stderr: what is said about the answer. */
  remark?: string
  exitCode?: number
}

/** Makes the text that a person sees of a tool's answer. */
export type Render = (answer: ShownAnswer) => Rendering

/** A tool under words of its own: `quire search` for `quire documents search`. It has the flags of the tool. */
export type Alias<Services> = {
  words: readonly string[]
  /** Heading it is listed under in the overview. */
  group: string
  summary: string
  details?: string
  examples?: readonly Example[]
  /** Inputs that are taken without a flag, where they are not the tool's own. */
  positionals?: readonly string[]
  /** Completes what a person typed, such as the beginning of an id. */
  prepare?(values: Values, open: () => Promise<Services>): Promise<Values>
  /** Adds to the tool's answer what a person wants to see with it. */
  add?(value: Values, services: Services): Promise<Values>
}

type Values = Record<string, unknown>

/** How a person at a shell uses a tool. Without it: `quire <toolset> <tool>`, and an answer field by field. */
export type ToolShell<Services> = {
  aliases?: readonly Alias<Services>[]
  /** Loads what makes the text that a person sees. */
  render?(): Promise<Render>
}
