import {
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { content, text } from './raw-tool.ts'
import { requestState } from './request-state.ts'

export type Questions = Record<string, InputRequest>

export type Round = {
  tool: string
  questions: Questions
  /** Which round of a longer conversation this is; without it no state is sent along. */
  round?: number
}

/** Asks the client; what comes back is found by `answered` when the client calls again. */
export async function ask(
  { tool, questions, round }: Round,
  context: ServerContext,
): Promise<InputRequiredResult> {
  if (round === undefined) return inputRequired({ inputRequests: questions })
  return inputRequired({
    inputRequests: questions,
    requestState: await requestState.mint({ tool, round }, context),
  })
}

/** Whether the client has answered all of these. */
export function answered(keys: readonly string[], context: ServerContext): boolean {
  return keys.every(key => inputResponse(context.mcpReq.inputResponses, key).kind !== 'missing')
}

/** Asks once, then says what the client answered. */
export async function askOnce(
  round: Round,
  context: ServerContext,
  say: (responses: Record<string, unknown>) => string,
): Promise<CallToolResult | InputRequiredResult> {
  const keys = Object.keys(round.questions)
  if (!answered(keys, context)) return ask(round, context)
  return content(text(say(context.mcpReq.inputResponses ?? {})))
}

/** A question for one text. */
export function askForText(message: string, field: string): InputRequest {
  const requestedSchema = { type: 'object' as const, properties: { [field]: { type: 'string' as const } } }
  return inputRequired.elicit({ message, requestedSchema: { ...requestedSchema, required: [field] } })
}

/** A question for the client's language model. */
export function askModel(question: string, maxTokens: number): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens,
  })
}
