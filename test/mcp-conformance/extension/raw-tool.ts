import type { CallToolResult, ContentBlock, Tool as McpTool } from '@modelcontextprotocol/server'
import type { RawTool } from '../../../src/surfaces/mcp/mcp-server-factory.ts'

export type RawToolSpec = {
  name: string
  description: string
  inputSchema?: McpTool['inputSchema']
  call: RawTool['call']
}

export function rawTool({ name, description, call, inputSchema = { type: 'object' } }: RawToolSpec): RawTool {
  return { definition: { name, description, inputSchema }, call }
}

export function content(...blocks: ContentBlock[]): CallToolResult {
  return { content: blocks }
}

export function text(sentence: string): ContentBlock {
  return { type: 'text', text: sentence }
}
