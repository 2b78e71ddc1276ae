import type { ToolTable } from '../core/contract/tool-table.ts'
import type { Feature } from '../core/feature.ts'
import type { McpExtension } from '../surfaces/mcp/mcp-server-factory.ts'

/** What mounted features add to MCP beyond tools; loaded only where their toolset is mounted. */
export async function extensionsOf<Services>(
  { toolsets }: ToolTable<Services>,
  features: readonly Feature[],
): Promise<McpExtension[]> {
  const mounted = features.filter(({ toolset }) => toolsets.some(({ name }) => name === toolset?.name))
  const extensions = await Promise.all(mounted.map(feature => feature.extend?.mcp?.()))
  // SAFETY: a feature that extends MCP gives what this surface takes; the core does not know its type.
  return extensions.filter(extension => extension !== undefined) as McpExtension[]
}
