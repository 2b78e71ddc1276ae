import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js'
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The official clients behind one interface, so that one test body runs with each of them. */

export type Command = { command: string; args: string[]; env?: Record<string, string>; cwd?: string }

export type CallResult = {
  content: { type: string; text?: string }[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

export type ListedTool = {
  name: string
  title?: string | undefined
  annotations?: object | undefined
  _meta?: Record<string, unknown> | undefined
}

export type ListedPrompt = {
  name: string
  title?: string | undefined
  arguments?: { name: string; required?: boolean | undefined }[] | undefined
}

export type CallOptions = {
  signal?: AbortSignal
  onprogress?: (progress: {
    progress: number
    total?: number | undefined
    message?: string | undefined
  }) => void
}

export type McpClient = {
  /** The negotiated revision. */
  protocol: string | undefined
  listTools(): Promise<ListedTool[]>
  callTool(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<CallResult>
  listResources(): Promise<{ uri: string; name: string }[]>
  readResource(uri: string): Promise<{ uri: string; text?: string }[]>
  listPrompts(): Promise<ListedPrompt[]>
  getPrompt(name: string, input?: Record<string, string>): Promise<string[]>
  close(): Promise<void>
}

const identity = { name: 'quire-test', version: '1.0.0' }

/** The clients give up after a minute by default, and a busy machine may need longer. A request that hangs still ends. */
const patience = { timeout: 600_000 }

/** SDK v2 at revision 2026-07-28 only. */
export function connectV2Http(url: string, headers: Record<string, string> = {}): Promise<McpClient> {
  return connectModern(new ModernHttp(new URL(url), { requestInit: { headers } }))
}

export function connectV2Stdio(command: Command): Promise<McpClient> {
  return connectModern(new ModernStdio({ ...command, stderr: 'inherit' }))
}

/** SDK v1, which supports revisions up to 2025-11-25. */
export async function connectV1Http(url: string, headers: Record<string, string> = {}): Promise<McpClient> {
  const transport = new V1Http(new URL(url), { requestInit: { headers } })
  const client = await connectV1(transport)
  return {
    ...client,
    async close() {
      await transport.terminateSession()
      await client.close()
    },
  }
}

export function connectV1Sse(url: string, headers: Record<string, string> = {}): Promise<McpClient> {
  return connectV1(new SSEClientTransport(new URL(url), { requestInit: { headers } }))
}

export function connectV1Stdio(command: Command): Promise<McpClient> {
  return connectV1(new V1Stdio({ ...command, stderr: 'inherit' }))
}

async function connectModern(transport: Parameters<ModernClient['connect']>[0]): Promise<McpClient> {
  const client = new ModernClient(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(transport, patience)
  return {
    protocol: client.getNegotiatedProtocolVersion(),
    listTools: async () => (await client.listTools({}, patience)).tools,
    callTool: async (name, input = {}, options = {}) =>
      (await client.callTool({ name, arguments: input }, { ...patience, ...options })) as CallResult,
    listResources: async () => (await client.listResources({}, patience)).resources,
    readResource: async uri => (await client.readResource({ uri }, patience)).contents,
    listPrompts: async () => (await client.listPrompts({}, patience)).prompts,
    getPrompt: async (name, input = {}) =>
      textsOf(await client.getPrompt({ name, arguments: input }, patience)),
    close: () => client.close(),
  }
}

async function connectV1(transport: Parameters<V1Client['connect']>[0]): Promise<McpClient> {
  const client = new V1Client(identity)
  await client.connect(transport, patience)
  return {
    protocol: 'protocolVersion' in transport ? String(transport.protocolVersion) : undefined,
    listTools: async () => (await client.listTools({}, patience)).tools,
    callTool: async (name, input = {}, options = {}) =>
      (await client.callTool({ name, arguments: input }, undefined, {
        ...patience,
        ...options,
      })) as CallResult,
    listResources: async () => (await client.listResources({}, patience)).resources,
    readResource: async uri => (await client.readResource({ uri }, patience)).contents,
    listPrompts: async () => (await client.listPrompts({}, patience)).prompts,
    getPrompt: async (name, input = {}) =>
      textsOf(await client.getPrompt({ name, arguments: input }, patience)),
    close: () => client.close(),
  }
}

function textsOf({ messages }: { messages: { content: { type: string; text?: string } }[] }): string[] {
  return messages.map(({ content }) => content.text ?? '')
}
