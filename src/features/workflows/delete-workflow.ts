import { z } from 'zod'
import { tags, workflowFailures, workflowId } from './fields.ts'
import { defineTool } from './services.ts'

export const deleteWorkflow = defineTool({
  name: 'delete_workflow',
  title: 'Delete a workflow',
  description:
    'Remove an n8n workflow for good; an active one is deactivated first. To pause it use deactivate_workflow.',
  asks: [
    'delete an automation',
    'remove a flow',
    'discard a workflow that is no longer needed',
    'get rid of an old flow',
  ],
  access: 'destroy',
  concerns: 'shared',
  openWorld: true,
  timeoutMs: 30_000,
  failures: ['WORKFLOW_REJECTED', ...workflowFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/delete' },
  input: z.object({ workflow_id: workflowId }),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    workflow_id: z.string().describe('Id of the deleted workflow'),
    message: z.string().describe('What was done'),
  }),
  async run({ workflows, signal }, { workflow_id }) {
    await (await workflows()).remove(workflow_id, signal)
    return { success: true, workflow_id, message: `Workflow deleted successfully. ID: ${workflow_id}` }
  },
})
