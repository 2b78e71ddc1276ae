import { z } from 'zod'
import type { JsonObject } from '../../model/json.ts'
import type { WorkflowDraft } from '../../ports/workflow-engine.ts'
import { defineTool } from '../define-tool.ts'
import { buildDraft } from './build-draft.ts'
import { checkDraft } from './check-draft.ts'
import {
  answer,
  connections,
  engineFailures,
  node,
  settings,
  tags,
  workflowAnswer,
  workflowId,
} from './fields.ts'
import { leftOut } from './left-out.ts'
import { readConnections } from './read-connections.ts'
import { setActive } from './set-active.ts'

export const updateWorkflow = defineTool({
  name: 'update_workflow',
  title: 'Update a workflow',
  description:
    'Change an existing n8n workflow: only what is given is changed, the rest stays. Nodes and connections are replaced as a whole; a node of the same name keeps its id and place. To switch it on or off only, use activate_workflow or deactivate_workflow.',
  asks: [
    'change an automation',
    'edit a flow',
    'rename a workflow',
    'add a node to an automation',
    'fix a step of a workflow',
    'modify the nodes of a flow',
    'add a step',
    'the automation should do something else',
    'use another address in a flow',
    'add a Slack step to the automation I already have',
    'change when a flow runs',
    'swap a node for another',
    'move the schedule to another hour',
    'a flow does the wrong thing, correct it',
  ],
  access: 'write',
  idempotent: true,
  openWorld: true,
  timeoutMs: 20_000,
  failures: ['WORKFLOW_NOT_FOUND', 'WORKFLOW_INVALID', 'WORKFLOW_REJECTED', ...engineFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/update' },
  input: z.object({
    workflow_id: workflowId,
    name: z
      .string()
      .trim()
      .min(1, 'name must not be empty')
      .max(128)
      .nullable()
      .default(null)
      .describe('New name'),
    nodes: z.array(node).min(1, 'nodes must not be empty').nullable().default(null).describe('All its steps'),
    connections: connections.nullable().default(null).describe('All its connections, as in create_workflow'),
    active: z.boolean().nullable().default(null).describe('Switch its triggers on or off'),
    settings: settings.nullable().default(null).describe('Settings to change; others stay'),
  }),
  output: workflowAnswer,
  async run({ workflows, signal }, { workflow_id, active, ...changes }) {
    const engine = await workflows()
    const { draft: before, summary } = await engine.get(workflow_id, signal)
    const { draft, problems } = merge(before, changes)
    const willBeActive = active ?? summary.isActive
    const warnings = checkDraft(draft, { willBeActive, problems })
    const updated = await engine.update(workflow_id, draft, signal)
    const switched = await setActive(engine, updated, willBeActive, signal)
    return answer(switched.workflow, `Workflow updated successfully. ID: ${workflow_id}`, [
      ...warnings,
      ...leftOut(changes, engine),
      ...switched.warnings,
    ])
  },
})

type Changes = {
  name: string | null
  nodes: z.output<typeof node>[] | null
  connections: Record<string, unknown> | null
  settings: Record<string, unknown> | null
}

function merge(before: WorkflowDraft, changes: Changes): { draft: WorkflowDraft; problems: string[] } {
  const read =
    changes.connections === null
      ? { connections: before.connections, problems: [] }
      : readConnections(changes.connections)
  // SAFETY: tool input arrives as JSON, and passing through zod leaves it plain.
  const settings = { ...before.settings, ...((changes.settings ?? {}) as JsonObject) }
  const name = changes.name ?? before.name
  const draft =
    changes.nodes === null
      ? { name, nodes: before.nodes, connections: read.connections, settings }
      : buildDraft({ name, nodes: changes.nodes, connections: read.connections, settings }, before.nodes)
  return { draft, problems: read.problems }
}
