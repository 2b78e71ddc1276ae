import type { Tool as McpTool } from '@modelcontextprotocol/server'
import type { ToolRow } from '../../core/contract/tool-table.ts'

/** How a tool of the table is shown to MCP clients. */
export function toMcpTool<Services>(row: ToolRow<Services>): McpTool {
  const { tool, toolset } = row
  const isRead = tool.access === 'read'
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    // SAFETY: z.toJSONSchema writes plain JSON; the type of the contract only does not say so.
    inputSchema: row.inputSchema as McpTool['inputSchema'],
    outputSchema: row.outputSchema,
    annotations: {
      title: tool.title,
      readOnlyHint: isRead,
      destructiveHint: tool.access === 'destroy',
      idempotentHint: isRead || tool.idempotent === true,
      openWorldHint: tool.openWorld === true,
    },
    _meta: {
      'quire/tool': {
        toolset: toolset.name,
        tags: [...(tool.tags ?? [])],
        version: tool.version ?? '1.0.0',
        stability: tool.stability ?? 'stable',
      },
    },
  }
}
