/**
 * The shared client of generated TypeScript modules: MCP over HTTP, or over stdio with a program that it starts. It runs in
 * Node without dependencies. It is a text because it is generated as a file.
 */
export const typescriptClient = String.raw`/** Calls tools of a Quire server: over HTTP, or over stdio with a program that it starts. */
import { type ChildProcess, spawn } from 'node:child_process'
import { env } from 'node:process'

let serverUrl = env.QUIRE_URL ?? 'http://127.0.0.1:8321'
let token = env.QUIRE_TOKEN ?? null
let program: StdioServer | null = null

const timeoutMs = 300_000

/** Sets the address of the server, such as http://127.0.0.1:8321. */
export function setMcpServerUrl(url: string): void {
  serverUrl = url.replace(/\/+$/, '')
  program?.close()
  program = null
}

/** Sets the token of the server, if it requires one. */
export function setMcpServerToken(given: string | null): void {
  token = given
}

/** Starts a server and uses it instead of HTTP: setMcpServerCommand(['quire', 'mcp', '--toolsets', 'all']). */
export function setMcpServerCommand(command: readonly string[]): void {
  program?.close()
  program = startServer(command)
}

/** The error of a tool: its code, message and details. */
export class McpToolError extends Error {
  readonly tool: string
  readonly code: string
  readonly details: unknown

  constructor(tool: string, code: string, message: string, details: unknown = null) {
    super("MCP tool '" + tool + "' failed with " + code + ': ' + message)
    this.name = 'McpToolError'
    this.tool = tool
    this.code = code
    this.details = details
  }
}

export async function callMcpTool(tool: string, input: object = {}): Promise<unknown> {
  const params = { name: tool, arguments: input }
  const reply = program === null ? await post(tool, params) : await program.request('tools/call', params)
  if (reply.error !== undefined)
    throw new McpToolError(tool, 'PROTOCOL_ERROR', reply.error.message, reply.error.data)
  const result = reply.result ?? {}
  const text = result.content?.find(part => part.type === 'text')?.text ?? ''
  if (result.isError === true) throw toError(tool, text, result._meta)
  return result.structuredContent ?? parseJson(text) ?? text
}

type Reply = {
  id?: unknown
  result?: {
    content?: { type: string; text?: string }[]
    structuredContent?: unknown
    isError?: boolean
    _meta?: Record<string, unknown>
  }
  error?: { message: string; data?: unknown }
}

async function post(tool: string, params: object): Promise<Reply> {
  const toolset = toolsets[tool]
  const query = toolset === undefined ? '' : '?toolsets=' + encodeURIComponent(toolset)
  const response = await fetch(serverUrl + '/mcp' + query, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === null ? {} : { authorization: 'Bearer ' + token }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    // A redirect could send the request to any host.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? String(error.cause ?? error.message) : String(error)
    throw new McpToolError(tool, 'UNREACHABLE', serverUrl + ' does not answer: ' + reason)
  })
  const body = await response.text()
  const reply = parseReply(body)
  if (reply !== null) return reply
  throw new McpToolError(tool, 'HTTP_' + response.status, body.slice(0, 500))
}

/** Parses a reply: JSON, or the last event of a stream. */
function parseReply(body: string): Reply | null {
  const isReply = (value: unknown): value is Reply =>
    value !== null && typeof value === 'object' && ('result' in value || 'jsonrpc' in value)
  const whole = parseJson(body)
  if (isReply(whole)) return whole
  const events = body.split(/\r?\n/).filter(line => line.startsWith('data:'))
  const values = events.map(line => parseJson(line.slice(5)))
  return values.findLast(value => isReply(value)) ?? null
}

/** Contracts format errors differently: an object with a code, a plain text, or an object with a text. */
function toError(tool: string, text: string, meta: Record<string, unknown> = {}): McpToolError {
  const parsed = parseJson(text)
  const inner = fieldOf(parsed, 'error') ?? parsed
  const code = fieldOf(inner, 'code') ?? meta.code ?? 'TOOL_ERROR'
  const message = fieldOf(inner, 'message') ?? (typeof inner === 'string' ? inner : text)
  return new McpToolError(tool, String(code), String(message), fieldOf(inner, 'details') ?? null)
}

function fieldOf(value: unknown, field: string): unknown {
  if (value === null || typeof value !== 'object') return undefined
  return Object.entries(value).find(([name]) => name === field)?.[1]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type StdioServer = { request(method: string, params: object): Promise<Reply>; close(): void }

/** Starts a server as a child process, with one JSON message per line. It ends with this program. */
function startServer([command = '', ...args]: readonly string[]): StdioServer {
  const child: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let nextId = 1
  let rest = ''
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
    hold()
  }
  /** Keeps this program alive while it waits for a reply, but not while the server is idle. */
  const hold = () => {
    const streams = [child, child.stdout, child.stdin] as { ref?(): void; unref?(): void }[]
    for (const stream of streams) waiting.size > 0 ? stream.ref?.() : stream.unref?.()
  }
  child.on('error', error => fail(error.message))
  child.on('close', () => fail('the server has ended'))
  child.stdin?.on('error', () => {})
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const reply = parseJson(line) as Reply | undefined
      const asker = typeof reply?.id === 'number' ? waiting.get(reply.id) : undefined
      if (reply === undefined || asker === undefined) continue
      waiting.delete(reply.id as number)
      hold()
      asker.resolve(reply)
    }
  })
  const write = (message: object) => child.stdin?.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')
  const send = (method: string, params: object) =>
    new Promise<Reply>((resolve, reject) => {
      const id = nextId++
      waiting.set(id, { resolve, reject })
      hold()
      write({ id, method, params })
    })
  const ready = send('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'quire-client', version: '1.0.0' },
  }).then(() => write({ method: 'notifications/initialized' }))
  ready.catch(() => {})
  return {
    async request(method, params) {
      await ready
      return send(method, params)
    },
    close: () => child.stdin?.end(),
  }
}
`
