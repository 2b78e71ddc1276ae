import { z } from 'zod'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { tags, workflowFailures, workflowId } from './fields.ts'
import { defineTool } from './services.ts'
import { isWebhook } from './triggers.ts'
import type { StoredWorkflow, WorkflowEngine, WorkflowNode } from './workflow-engine.ts'

export const executeWorkflow = defineTool({
  name: 'execute_workflow',
  title: 'Run a workflow now',
  description:
    'Start an n8n workflow once, right now, and return the id of the run. If this n8n has no such call, the error names the webhook that starts the workflow instead.',
  asks: [
    'run an automation once',
    'trigger a flow manually',
    'test a workflow now',
    'launch a flow with input',
    'start a flow now, without waiting for its schedule',
  ],
  access: 'write',
  concerns: 'shared',
  openWorld: true,
  timeoutMs: 30_000,
  failures: ['WORKFLOW_REJECTED', 'EXECUTION_UNSUPPORTED', ...workflowFailures],
  positionals: ['workflow_id'],
  tags,
  // Only some versions of n8n have the API call for it.
  stability: 'experimental',
  rest: { method: 'POST', path: '/api/v1/n8n/execute' },
  longInputs: ['data'],
  input: z.object({
    workflow_id: workflowId,
    data: z.record(z.string(), z.unknown()).default({}).describe('Input of the first node'),
  }),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    workflow_id: z.string().describe('Id of the workflow'),
    execution_id: z.string().nullable().describe('Id of the run'),
    waiting: z.boolean().describe('Whether the run waits for its webhook to be called'),
    message: z.string().describe('What was done'),
  }),
  async run({ workflows, signal }, { workflow_id, data }) {
    const engine = await workflows()
    // SAFETY: tool input is parsed JSON, and zod does not change its values.
    const execution = await engine.execute(workflow_id, data as JsonObject, signal)
    if (execution === null) throw cannotExecute(await engine.get(workflow_id, signal), engine)
    return {
      success: true,
      workflow_id,
      execution_id: execution.id,
      waiting: execution.isWaiting,
      message: `Workflow started. Execution: ${execution.id ?? 'unknown'}`,
    }
  },
})

/** Names the webhooks of the workflow, because the public API of most n8n versions cannot start a workflow. */
function cannotExecute({ draft, summary }: StoredWorkflow, engine: WorkflowEngine): Failure {
  const hooks = draft.nodes
    .filter(node => isWebhook(node.type) && node.extras.disabled !== true)
    .flatMap(node =>
      [node.parameters.httpMethod ?? 'GET'].flat().map(method => ({
        method: typeof method === 'string' ? method : 'GET',
        url: engine.webhookUrl(webhookPath(node, summary.id)),
      })),
    )
  const [hook] = hooks
  const start = `send ${hook?.method} ${hook?.url}`
  return new Failure(
    'unsupported',
    'EXECUTION_UNSUPPORTED',
    `This n8n cannot start workflow ${JSON.stringify(summary.id)} through its API.`,
    {
      hint:
        hook === undefined
          ? 'Add a Webhook node, activate the workflow and call that webhook; or start it in the editor.'
          : summary.isActive
            ? `Call its webhook instead: ${start}`
            : `Activate it with activate_workflow, then call its webhook: ${start}`,
      details: { workflow_id: summary.id, webhooks: hooks },
    },
  )
}

/**
 * Returns the path of a webhook in n8n: its own path; its id if it has no path; its id before a path with parameters
 * (“:user”); workflow id and node name if it has no id.
 */
function webhookPath({ name, parameters, extras }: WorkflowNode, workflowId: string): string {
  const path = typeof parameters.path === 'string' ? parameters.path.replace(/^\/+|\/+$/g, '') : ''
  const id = extras.webhookId
  if (typeof id !== 'string' || id === '')
    return [workflowId, encodeURIComponent(name.toLowerCase()), path].join('/')
  if (path === '') return id
  return path.startsWith(':') || path.includes('/:') ? `${id}/${path}` : path
}
