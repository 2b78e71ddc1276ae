import type { Failure } from '../model/failure.ts'
import type { JsonObject } from '../model/json.ts'
import type { Prompt } from './define-prompt.ts'
import type { Tool } from './define-tool.ts'
import type { ToolsetResource } from './resources.ts'

/** A failure in the format of a contract: an object (JSON envelope) or plain text. */
export type WordedFailure = JsonObject | string

export type Toolset<Services> = {
  name: string
  title: string
  description: string
  tools: readonly Tool<Services>[]
  /** Resources with a fixed address, listed where the toolset is mounted. */
  resources?: readonly ToolsetResource<Services>[]
  /** Prompts that a person can choose where the toolset is mounted. */
  prompts?: readonly Prompt<Services>[]
  /** The folder that its contract names for generated modules; they are written there as well. */
  codeFolder?: string
  /** Advice for a model on the first call. Of all toolsets that list their tool, the first one's advice is given. */
  firstCall?: { tool: string; advice: string }
  /** Mounted only when named, never by default or by "all". */
  isHidden?: boolean
  /** Turns a Failure into the format that the contract promises. */
  wordFailure(failure: Failure, context: { tool: string; correlationId: string }): WordedFailure
  /** Adds the correlation id to the value itself, for contracts that promise it there. */
  stampValue?(value: Record<string, unknown>, correlationId: string): Record<string, unknown>
}

export function defineToolset<Services>(toolset: Toolset<Services>): Toolset<Services> {
  return toolset
}
