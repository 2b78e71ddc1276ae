import assert from 'node:assert/strict'
import { type ClientConfig, MultiServerMCPClient } from '@langchain/mcp-adapters'
import {
  type CallResult,
  type Command,
  connectV1Http,
  connectV1Sse,
  connectV1Stdio,
  connectV2Http,
  connectV2Stdio,
  type McpClient,
} from './clients.ts'
import { inspect } from './inspector.ts'

/** The functions that every client has. */
export type RealClient = Pick<McpClient, 'listTools' | 'callTool' | 'close'>

/** Clients that start a server over stdio. */
export const stdioClients: Record<string, (command: Command) => Promise<RealClient>> = {
  'SDK v1': connectV1Stdio,
  'SDK v2': connectV2Stdio,
  'the inspector': async ({ command, args }) => inspectorClient([command, ...args]),
  LangChain: ({ command, args }) => connectLangChain({ transport: 'stdio', command, args }),
}

/** Clients that connect to a server by URL. */
export const httpClients: Record<string, (url: string) => Promise<RealClient>> = {
  'SDK v1': url => connectV1Http(`${url}/mcp`),
  'SDK v1 over SSE': url => connectV1Sse(`${url}/sse`),
  'SDK v2': url => connectV2Http(`${url}/mcp`),
  'the inspector': async url => inspectorClient([`${url}/mcp`]),
  LangChain: url => connectLangChain({ transport: 'http', url: `${url}/mcp` }),
}

/** A new process for every request; with --strict an invalid schema is an error. */
function inspectorClient(target: readonly string[]): RealClient {
  const ask = async (...flags: string[]) => {
    const { code, stdout, stderr } = await inspect(target, flags)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout)
  }
  return {
    listTools: async () => (await ask('--method', 'tools/list', '--strict')).tools,
    callTool(name, input = {}): Promise<CallResult> {
      const pairs = Object.entries(input).map(([key, value]) => `${key}=${value}`)
      return ask('--method', 'tools/call', '--tool-name', name, '--tool-arg', ...pairs)
    },
    close: async () => {},
  }
}

async function connectLangChain(connection: ClientConfig['mcpServers'][string]): Promise<RealClient> {
  const client = new MultiServerMCPClient({ mcpServers: { quire: connection } })
  const tools = await client.getTools()
  return {
    listTools: async () => tools,
    async callTool(name, input = {}) {
      const tool = tools.find(candidate => candidate.name === name)
      assert.ok(tool, `no tool ${name}`)
      // A single text block beside a structured value is returned as that block.
      return { content: [await tool.invoke(input)] }
    },
    close: () => client.close(),
  }
}
