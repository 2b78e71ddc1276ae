import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { answer, engineFailures, tags, workflowAnswer, workflowId } from './fields.ts'

export const activateWorkflow = defineTool({
  name: 'activate_workflow',
  title: 'Activate a workflow',
  description:
    'Switch an n8n workflow on, so that its schedule, webhook or other trigger starts it from now on. To run it once, now, use execute_workflow.',
  asks: [
    'turn on an automation',
    'start the schedule of a flow',
    'make a workflow live',
    'resume an automation',
    'enable a flow',
    'switch it on',
    'switch an automation on',
    'let the flow run again',
    'put it into production',
    'go live',
  ],
  access: 'write',
  idempotent: true,
  openWorld: true,
  timeoutMs: 15_000,
  failures: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_REJECTED', ...engineFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/activate' },
  input: z.object({ workflow_id: workflowId }),
  output: workflowAnswer,
  async run({ workflows, signal }, { workflow_id }) {
    const switched = await (await workflows()).setActive(workflow_id, true, signal)
    return answer(switched, `Workflow activated successfully. ID: ${workflow_id}`)
  },
})
