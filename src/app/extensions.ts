import type { ToolTable } from '../core/contract/tool-table.ts'
import type { McpExtension } from '../surfaces/mcp/extension.ts'

/** What mounted toolsets add to MCP beyond tools; loaded only where such a toolset is mounted. */
export async function extensionsOf<Services>({ toolsets }: ToolTable<Services>): Promise<McpExtension[]> {
  if (!toolsets.some(toolset => toolset.name === 'conformance')) return []
  const { conformanceExtension } = await import('../../test/mcp-conformance/extension/conformance-extension.ts')
  return [conformanceExtension()]
}
