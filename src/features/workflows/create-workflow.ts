import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { JsonObject } from '../../core/model/json.ts'
import { buildDraft, leftOut, refusedSettings } from './build-draft.ts'
import { checkDraft } from './check-draft.ts'
import { readConnections } from './connections.ts'
import { answer, connections, engineFailures, node, settings, tags, workflowAnswer } from './fields.ts'
import { defineTool } from './services.ts'
import { trySwitchOn, withPatience } from './switch-on.ts'

const timeoutMs = 25_000

export const createWorkflow = defineTool({
  name: 'create_workflow',
  title: 'Create a workflow',
  description:
    'Create a new n8n workflow, an automation of connected nodes, and return its id. It is checked before it is sent; nodes without a position are laid out. Ready-made ones are in list_directory "templates/n8n". To change an existing one use update_workflow.',
  asks: [
    'make a new automation',
    'run something on a schedule',
    'build a flow that runs every day',
    'do something whenever an event happens',
    'notify me regularly',
    'connect two services',
  ],
  access: 'write',
  concerns: 'shared',
  openWorld: true,
  timeoutMs,
  failures: ['WORKFLOW_INVALID', 'WORKFLOW_REJECTED', ...engineFailures],
  positionals: ['name'],
  tags,
  rest: { method: 'POST', path: '/api/v1/n8n/create' },
  longInputs: ['nodes'],
  input: z.object({
    name: z.string().trim().min(1, 'name must not be empty').max(128).describe('Name of the workflow'),
    nodes: z.array(node).min(1, 'nodes must not be empty').describe('Its steps, including a trigger'),
    connections: connections.default({}),
    active: z.boolean().default(false).describe('Activate it right away'),
    settings: settings.default({}),
  }),
  output: workflowAnswer,
  async run({ workflows, ...context }, { name, nodes, connections, active, settings }) {
    const read = readConnections(connections)
    // SAFETY: tool input is parsed JSON, and zod does not change its values.
    const given = { name, nodes, connections: read.connections, settings: settings as JsonObject }
    const built = buildDraft(given, { earlier: [], makeId: randomUUID })
    const warnings = checkDraft(built.draft, { willBeActive: active, problems: read.problems })
    const engine = await workflows()
    return withPatience(context, timeoutMs, async patience => {
      const created = await engine.create(built.draft, context.signal)
      const switched = active
        ? await trySwitchOn(engine, created.workflow, patience)
        : { workflow: created.workflow, warnings: [] }
      return answer(switched.workflow, `Workflow created successfully. ID: ${created.workflow.summary.id}`, [
        ...warnings,
        ...built.warnings,
        ...leftOut({ settings, nodes }, engine),
        ...refusedSettings(created, built.draft),
        ...switched.warnings,
      ])
    })
  },
})
