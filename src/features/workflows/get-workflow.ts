import { z } from 'zod'
import { hasUnpublished } from './apply-change.ts'
import { answer, tags, workflowAnswer, workflowFailures, workflowId } from './fields.ts'
import { defineTool } from './services.ts'
import { isDead } from './switch-on.ts'

export const getWorkflow = defineTool({
  name: 'get_workflow',
  title: 'Show a workflow',
  description:
    'Show how one n8n workflow, an automation, is built: its nodes, connections and settings, as update_workflow accepts them.',
  asks: [
    'show one automation',
    'which steps does a flow consist of',
    'how is a workflow built',
    'export a workflow as JSON',
    'explain what an automation does',
  ],
  access: 'read',
  concerns: 'shared',
  pages: { of: ['data.nodes', 'warnings'], by: ['id', 'name'] },
  openWorld: true,
  timeoutMs: 15_000,
  failures: [...workflowFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'GET', path: '/api/v1/n8n/get' },
  input: z.object({ workflow_id: workflowId }),
  output: workflowAnswer,
  async run({ workflows, signal }, { workflow_id }) {
    const found = await (await workflows()).get(workflow_id, signal)
    const { name, nodes } = found.summary
    return answer(found, `${name} has ${nodes} ${nodes === 1 ? 'node' : 'nodes'}.`, [
      ...(hasUnpublished(found)
        ? [
            'This is the draft. It differs from the published version, which is what runs (versionId differs from activeVersionId); activate_workflow publishes the draft.',
          ]
        : []),
      ...(isDead(found) ? ['n8n lists it as active, but has started none of its triggers.'] : []),
    ])
  },
})
