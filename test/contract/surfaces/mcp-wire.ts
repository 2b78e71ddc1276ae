/** Handwritten MCP requests, for tests of the wire format. */

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'wire', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

type Params = Record<string, unknown> & { _meta?: Record<string, unknown> }

/** A request of revision 2026-07-28, which is stateless. */
export function modern(method: string, params: Params = {}) {
  const name = params.name ?? params.uri
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: { ...params, _meta: { ...envelope, ...params._meta } },
    }),
  }
}

/** A request of an earlier revision. */
export function legacy(method: string, params: Params = {}, headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

export const initialize = legacy('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'wire', version: '1.0.0' },
})

export type RpcMessage = {
  id?: number
  method?: string
  params?: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of many shapes.
  result?: any
  error?: { code: number; message: string; data?: Record<string, unknown> }
}

/** All messages of a response, whether it is one JSON body or a stream of events. */
export async function messagesOf(response: Response): Promise<RpcMessage[]> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('text/event-stream')) return [JSON.parse(text)]
  return text
    .split('\n')
    .filter(line => line.startsWith('data: {'))
    .map(line => JSON.parse(line.slice('data: '.length)))
}

/** The one message that answers the request. */
export async function reply(response: Response): Promise<RpcMessage> {
  const answers = (await messagesOf(response)).filter(message => message.id === 1)
  if (answers.length !== 1) throw new Error(`${answers.length} answers`)
  return answers[0]!
}
