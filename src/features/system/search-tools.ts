import { z } from 'zod'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { defineTool, type Services } from './services.ts'

/** `bounded` is for servers and callers that are limited to some toolsets. */
const usage = {
  open: 'Run any of these with call_tool. Mounted tools can also be called by name; to mount more, connect to /mcp?toolsets=<toolset> or start Quire with --toolsets. Typed modules: list_directory servers.',
  bounded:
    'Run any of these with call_tool. Mounted tools can also be called by name. This server only offers some toolsets: tools of others cannot be reached here.',
}

export const searchTools = defineTool({
  name: 'search_tools',
  title: 'Find tools',
  description:
    'Find tools of this server by what they do, best first, also unlisted ones. Use it when no listed tool fits; run one with call_tool.',
  asks: [
    'what can you do',
    'which tools are there',
    'is there a function for this',
    'find the right tool',
    'discover capabilities',
  ],
  access: 'read',
  isDoor: true,
  pages: { of: ['tools'], by: ['name'] },
  timeoutMs: 15_000,
  failures: [],
  positionals: ['query'],
  tags: ['tools'],
  rest: { method: 'POST', path: '/api/v1/tools/search' },
  shell: {
    render: async () => (await import('./render.ts')).renderTools,
  },
  input: z.object({
    query: z.string().trim().min(1, 'query must not be empty').describe('What you want to do'),
    detail_level: z
      .enum(['name', 'description', 'full'])
      .default('description')
      .describe('full adds the schemas'),
    limit: z.int().min(1).max(50).default(5).describe('How many tools'),
  }),
  output: z.object({
    tools: z.array(z.record(z.string(), z.unknown())),
    usage: z.string().describe('How to call them'),
    warnings: z.array(z.string()).optional(),
  }),
  async run({ tools, signal, caller }, { query, detail_level, limit }) {
    const { rows, warnings } = await tools.rank(query, { limit, caller }, signal)
    const isBounded = tools.isBounded || caller.reach !== undefined
    return {
      tools: rows.map(row => describeRow(row, detail_level, tools.isMounted(row, caller))),
      usage: isBounded ? usage.bounded : usage.open,
      ...(warnings.length === 0 ? {} : { warnings }),
    }
  },
})

function describeRow(
  { tool, toolset, inputSchema, outputSchema }: ToolRow<Services>,
  level: 'name' | 'description' | 'full',
  mounted: boolean,
): Record<string, unknown> {
  const name = { name: tool.name, toolset: toolset.name, mounted }
  if (level === 'name') return name
  if (level === 'description') return { ...name, description: tool.description }
  return {
    ...name,
    description: tool.description,
    access: tool.access,
    version: tool.version ?? '1.0.0',
    stability: tool.stability ?? 'stable',
    input_schema: inputSchema,
    output_schema: outputSchema,
  }
}
