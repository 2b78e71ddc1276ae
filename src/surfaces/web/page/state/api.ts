import { signal } from '@preact/signals'
import { texts } from '../texts.ts'

/** A call that failed, in words for a person: what is wrong, and what to do next. */
export class CallError extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number
  constructor(message: string, { code = '', hint = '', status = 0 } = {}) {
    super(message)
    this.code = code
    this.hint = hint
    this.status = status
  }
}

/** Whether the server refused a call because nobody has signed in. */
export const mustSignIn = signal(false)

/** Calls a tool by its toolset and name. */
type CallTool = (tool: string, input: object, abort?: AbortSignal) => Promise<unknown>

let call: CallTool = overRest

/** Calls tools in another way from now on: in the window of an agent, through the agent's own connection. */
export function callToolsBy(other: CallTool): void {
  call = other
}

export async function callTool<Value>(tool: string, input: object = {}, abort?: AbortSignal): Promise<Value> {
  // SAFETY: the server returns what the schema of the tool in /openapi.json says.
  return (await call(tool, input, abort)) as Value
}

/** Calls a tool over REST, as every other client does. */
function overRest(tool: string, input: object, abort?: AbortSignal): Promise<unknown> {
  return request(`/api/v1/${tool}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(input),
    ...(abort === undefined ? {} : { signal: abort }),
  })
}

export async function request<Value>(address: string, init: RequestInit = {}): Promise<Value> {
  const response = await fetch(address, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new CallError(texts.errors.unreachable, { hint: texts.errors.unreachableHint })
  })
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) {
    // SAFETY: the routes of this server return what their schemas in /openapi.json say.
    return body as Value
  }
  if (response.status === 401) mustSignIn.value = true
  throw readError(body, response.status)
}

/** Toolsets word their errors in different shapes: a text, or an object with code, message and hint. */
export function readError(body: unknown, status: number): CallError {
  const { error = body } = Object(body)
  if (typeof error === 'string') return new CallError(error, { status })
  const { code, message, hint, details } = Object(error)
  const words = typeof message === 'string' ? message : texts.errors.unknown(status)
  return new CallError(words, {
    code: typeof code === 'string' ? code : '',
    hint:
      typeof hint === 'string' ? hint : typeof Object(details).hint === 'string' ? Object(details).hint : '',
    status,
  })
}
