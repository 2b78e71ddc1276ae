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
