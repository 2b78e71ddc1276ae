import type { Failure } from '../model/failure.ts'
import type { JsonObject } from '../model/json.ts'
import type { Prompt } from './define-prompt.ts'
import type { Tool } from './define-tool.ts'
import type { ToolsetResource } from './resources.ts'

/** A failure in the words of a contract: an object (JSON envelope) or plain text. */
export type WordedFailure = JsonObject | string

export type Toolset<Services> = {
  name: string
  title: string
  description: string
  tools: readonly Tool<Services>[]
  /** What can be read by a fixed address where the toolset is mounted. */
  resources?: readonly ToolsetResource<Services>[]
  /** What a person can have a language model told where the toolset is mounted. */
  prompts?: readonly Prompt<Services>[]
  /** What its contract calls the folder of its generated modules; it has them there too. */
  codeFolder?: string
  /** Mounted only when named, never by default or by "all". */
  isHidden?: boolean
  /** A Failure becomes what the contract promised its clients. */
  wordFailure(failure: Failure, context: { tool: string; correlationId: string }): WordedFailure
  /** Adds the correlation id to the value itself, for contracts that promise it there. */
  stampValue?(value: Record<string, unknown>, correlationId: string): Record<string, unknown>
}

export function defineToolset<Services>(toolset: Toolset<Services>): Toolset<Services> {
  return toolset
}
