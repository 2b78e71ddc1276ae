import { type Report, streamed } from './event-stream.ts'
import { sendRequest } from './send-request.ts'

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
  return request(addressOfTool(tool), asJson(input, abort))
}

/** Calls a tool that may take long over REST: `report` receives its progress from the stream of events. */
export function callLong<Value>(
  tool: string,
  input: object,
  { report, abort }: { report: Report; abort?: AbortSignal },
): Promise<Value> {
  return streamed<Value>(addressOfTool(tool), asJson(input, abort), report)
}

export async function request<Value>(address: string, init: RequestInit = {}): Promise<Value> {
  const response = await sendRequest(address, init)
  // SAFETY: the routes of this server return what their schemas in /openapi.json say.
  return (await response.json()) as Value
}

function addressOfTool(tool: string): string {
  return `/api/v1/${tool}`
}

function asJson(input: object, abort: AbortSignal | undefined): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(input),
    ...(abort === undefined ? {} : { signal: abort }),
  }
}
