import type { ToolTable } from '../contract/tool-table.ts'
import type { McpExtension } from '../surfaces/mcp/extension.ts'

/** What mounted toolsets add to MCP beyond tools; loaded only where such a toolset is mounted. */
export async function extensionsOf<Services>({ toolsets }: ToolTable<Services>): Promise<McpExtension[]> {
  if (!toolsets.some(toolset => toolset.name === 'conformance')) return []
  const { conformanceExtension } = await import('../surfaces/mcp/conformance/conformance-extension.ts')
  return [conformanceExtension()]
}
