import { z } from 'zod'
import { checkSchedules } from './check-draft.ts'
import { answer, tags, workflowAnswer, workflowFailures, workflowId } from './fields.ts'
import { defineTool } from './services.ts'
import { switchOn, withPatience } from './switch-on.ts'

const timeoutMs = 20_000

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
    'let a flow run from now on',
  ],
  access: 'write',
  concerns: 'shared',
  idempotent: true,
  openWorld: true,
  timeoutMs,
  failures: ['WORKFLOW_INVALID', 'WORKFLOW_REJECTED', 'WORKFLOW_NOT_STARTED', ...workflowFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/activate' },
  input: z.object({ workflow_id: workflowId }),
  output: workflowAnswer,
  async run({ workflows, ...context }, { workflow_id }) {
    const engine = await workflows()
    const found = await engine.get(workflow_id, context.signal)
    checkSchedules(found.draft)
    const { workflow, warnings } = await withPatience(context, timeoutMs, patience =>
      switchOn(engine, found, patience),
    )
    return answer(workflow, `Workflow activated successfully. ID: ${workflow_id}`, warnings)
  },
})
