import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { JsonObject } from '../../core/model/json.ts'
import { applyChange } from './apply-change.ts'
import { buildDraft, leftOut, refusedSettings } from './build-draft.ts'
import { checkDraft } from './check-draft.ts'
import { readConnections } from './connections.ts'
import {
  answer,
  connections,
  node,
  settings,
  tags,
  workflowAnswer,
  workflowFailures,
  workflowId,
} from './fields.ts'
import { defineTool } from './services.ts'
import { withPatience } from './switch-on.ts'
import type { WorkflowDraft } from './workflow-engine.ts'

const timeoutMs = 25_000

export const updateWorkflow = defineTool({
  name: 'update_workflow',
  title: 'Update a workflow',
  description:
    'Change an existing n8n workflow: only the given fields are changed, the rest stays. Nodes and connections are replaced as a whole; a node of the same name keeps its id, position, credentials, notes and retry settings unless others are given. To switch it on or off only, use activate_workflow or deactivate_workflow.',
  asks: [
    'change an automation',
    'edit a flow',
    'add a node or step to an automation',
    'change when a flow runs',
    'rename a workflow',
    'correct a workflow that does the wrong thing',
  ],
  access: 'write',
  concerns: 'shared',
  idempotent: true,
  openWorld: true,
  timeoutMs,
  failures: ['WORKFLOW_INVALID', 'WORKFLOW_REJECTED', ...workflowFailures],
  positionals: ['workflow_id'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/update' },
  longInputs: ['nodes'],
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
    settings: settings.nullable().default(null).describe('Settings to change; others are kept'),
  }),
  output: workflowAnswer,
  async run({ workflows, ...context }, { workflow_id, active, ...changes }) {
    const engine = await workflows()
    const before = await engine.get(workflow_id, context.signal)
    const { draft, problems, notes } = mergeChanges(before.draft, changes)
    // An unfinished draft from the editor may be renamed without being valid.
    const isChecked = changes.nodes !== null || changes.connections !== null || active === true
    const willBeActive = active ?? before.summary.isActive
    const warnings = isChecked ? checkDraft(draft, { willBeActive, problems }) : []
    const isWhole = changes.nodes !== null && changes.connections !== null
    const changed = await withPatience(context, timeoutMs, patience =>
      applyChange(engine, { before, draft, active, isWhole }, patience),
    )
    return answer(changed.workflow, `Workflow updated successfully. ID: ${workflow_id}`, [
      ...warnings,
      ...notes,
      ...leftOut(changes, engine),
      ...refusedSettings(changed, draft),
      ...changed.warnings,
    ])
  },
})

type Changes = {
  name: string | null
  nodes: z.output<typeof node>[] | null
  connections: Record<string, unknown> | null
  settings: Record<string, unknown> | null
}

function mergeChanges(
  before: WorkflowDraft,
  changes: Changes,
): { draft: WorkflowDraft; problems: string[]; notes: string[] } {
  const read =
    changes.connections === null
      ? { connections: before.connections, problems: [] }
      : readConnections(changes.connections)
  // SAFETY: tool input is parsed JSON, and zod does not change its values.
  const settings = { ...before.settings, ...((changes.settings ?? {}) as JsonObject) }
  const rest = { name: changes.name ?? before.name, connections: read.connections, settings }
  if (changes.nodes === null)
    return { draft: { ...rest, nodes: before.nodes }, problems: read.problems, notes: [] }
  const built = buildDraft({ ...rest, nodes: changes.nodes }, { earlier: before.nodes, makeId: randomUUID })
  return { draft: built.draft, problems: read.problems, notes: built.warnings }
}
