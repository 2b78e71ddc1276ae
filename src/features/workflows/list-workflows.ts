import { z } from 'zod'
import { engineFailures, summary, summaryOnWire, tags } from './fields.ts'
import { defineTool } from './services.ts'

export const listWorkflows = defineTool({
  name: 'list_workflows',
  title: 'List workflows',
  description:
    'List the automations in n8n, its workflows, with id, name and whether they are on. Use get_workflow for the nodes of one.',
  asks: ['which automations exist', 'overview of my flows', 'which flows are active'],
  access: 'read',
  concerns: 'shared',
  pages: { of: ['workflows'], by: ['workflow_id'] },
  openWorld: true,
  timeoutMs: 15_000,
  failures: ['INVALID_CURSOR', ...engineFailures],
  tags,
  rest: { method: 'GET', path: '/api/v1/n8n/list' },
  shell: {
    render: async () => (await import('./render.ts')).renderWorkflows,
  },
  input: z.object({
    active_only: z.boolean().default(false).describe('Only active ones'),
    limit: z.int().min(1).max(250).default(50).describe('How many to return'),
    cursor: z.string().nullable().default(null).describe('next_cursor of the previous page'),
  }),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    workflows: z.array(summary).describe('In the order that n8n returns'),
    count: z.int().describe('How many are returned'),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null at the end'),
  }),
  async run({ workflows, signal }, { active_only, limit, cursor }) {
    const engine = await workflows()
    const page = await engine.list({ activeOnly: active_only, limit, cursor }, signal)
    return {
      success: true,
      workflows: page.workflows.map(summaryOnWire),
      count: page.workflows.length,
      next_cursor: page.nextCursor,
    }
  },
})
