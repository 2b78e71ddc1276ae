import { z } from 'zod'
import { toolMaker } from './define-tool.ts'
import { defineToolset } from './define-toolset.ts'
import type { ResourceContents, ResourcePage, ResourceProvider } from './resources.ts'
import type { ToolRow } from './tool-table.ts'

export type ResourceRows<Services> = { list: ToolRow<Services>; read: ToolRow<Services> }

/**
 * Listing and reading as rows for `invoke`, so that resources have the clock, the log line and the failures of tools.
 * They are never in the tool table.
 */
export function resourceRows<Services>(provider: ResourceProvider): ResourceRows<Services> {
  const defineTool = toolMaker<Services>()
  const list = defineTool({
    ...shared,
    name: 'resources_list',
    title: 'List resources',
    description: 'One page of what can be read.',
    input: z.object({ cursor: z.string().nullable().default(null) }),
    output: z.object({ page: z.custom<ResourcePage>() }),
    async run(context, { cursor }) {
      return { page: await provider.list(cursor, context) }
    },
  })
  const read = defineTool({
    ...shared,
    name: 'resources_read',
    title: 'Read a resource',
    description: 'What stands behind an address.',
    input: z.object({ uri: z.string() }),
    output: z.object({ contents: z.custom<ResourceContents>().nullable() }),
    async run(context, { uri }) {
      return { contents: await provider.read(uri, context) }
    },
  })
  const toolset = defineToolset<Services>({
    name: 'resources',
    title: 'Resources',
    description: 'What can be read by its address.',
    tools: [],
    wordFailure: failure => failure.message,
  })
  const schema = { inputSchema: { type: 'object' as const }, outputSchema: { type: 'object' as const } }
  return { list: { tool: list, toolset, ...schema }, read: { tool: read, toolset, ...schema } }
}

const shared = { access: 'read' as const, timeoutMs: 10_000, failures: [] }
