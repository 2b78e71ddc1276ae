import { z } from 'zod'
import { answer, tags, workflowAnswer, workflowFailures, workflowId } from './fields.ts'
import { defineTool } from './services.ts'

export const deactivateWorkflow = defineTool({
  name: 'deactivate_workflow',
  title: 'Deactivate a workflow',
  description:
    'Switch an n8n workflow off: it is paused and kept, and nothing starts it until activate_workflow does.',
  asks: [
    'turn off an automation',
    'stop a flow from running',
    'pause an automation for a while',
    'disable a flow',
  ],
  access: 'write',
  concerns: 'shared',
  idempotent: true,
  openWorld: true,
  timeoutMs: 15_000,
  failures: ['WORKFLOW_REJECTED', ...workflowFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/deactivate' },
  input: z.object({ workflow_id: workflowId }),
  output: workflowAnswer,
  async run({ workflows, signal }, { workflow_id }) {
    const switched = await (await workflows()).deactivate(workflow_id, signal)
    return answer(switched, `Workflow deactivated successfully. ID: ${workflow_id}`)
  },
})
