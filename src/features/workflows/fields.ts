import { z } from 'zod'
import type { JsonObject } from '../../core/model/json.ts'
import type { StoredWorkflow, WorkflowSummary } from './workflow-engine.ts'

/** Inputs and outputs that several tools share. Names inside a node are n8n’s own. */

export const workflowId = z
  .string()
  .trim()
  .min(1, 'workflow_id must not be empty')
  .describe('Id of the workflow, from list_workflows')

export const node = z.looseObject({
  id: z.string().optional().describe('Generated if omitted'),
  name: z.string().trim().min(1, 'name must not be empty').describe('Unique in the workflow'),
  type: z.string().trim().min(1, 'type must not be empty').describe('For example n8n-nodes-base.httpRequest'),
  typeVersion: z.number().optional().describe('Version of that type; a current one if omitted'),
  position: z.array(z.number()).length(2).optional().describe('x and y; laid out if omitted'),
  parameters: z.record(z.string(), z.unknown()).default({}).describe('Parameters of that type'),
})

export type NodeInput = z.output<typeof node>

export const connections = z
  .record(z.string(), z.unknown(), 'must be an object from node to node, such as {"A": "B"}')
  .describe(
    'Where nodes lead, by name: {"A": "B"}, {"A": ["B", "C"]} or n8n’s {"A": {"main": [[{"node": "B"}]]}}',
  )

export const settings = z.record(z.string(), z.unknown()).describe('n8n settings, such as timezone')

export const workflowAnswer = z.object({
  success: z.boolean().describe('Always true; failures are errors'),
  workflow_id: z.string().describe('Id of the workflow'),
  message: z.string().describe('What was done, in one sentence'),
  active: z.boolean().describe('Whether its triggers are on'),
  warnings: z.array(z.string()).describe('Possible problems'),
  data: z.record(z.string(), z.unknown()).describe('The workflow as stored in n8n'),
})

export const summary = z.object({
  workflow_id: z.string().describe('Id of the workflow'),
  name: z.string().describe('Its name'),
  active: z.boolean().describe('Whether its triggers are on'),
  nodes: z.int().describe('How many nodes it has'),
  tags: z.array(z.string()).describe('Its tags'),
  created_at: z.string().nullable().describe('When it was created'),
  updated_at: z.string().nullable().describe('When it last changed'),
})

export function summaryOnWire(found: WorkflowSummary): z.infer<typeof summary> {
  return {
    workflow_id: found.id,
    name: found.name,
    active: found.isActive,
    nodes: found.nodes,
    tags: [...found.tags],
    created_at: found.createdAt,
    updated_at: found.updatedAt,
  }
}

export function answer(
  { summary: { id, isActive }, raw }: StoredWorkflow,
  message: string,
  warnings: readonly string[] = [],
): z.input<typeof workflowAnswer> {
  return {
    success: true,
    workflow_id: id,
    message,
    active: isActive,
    warnings: [...warnings],
    data: raw satisfies JsonObject,
  }
}

/** Failure codes of any call to n8n. */
export const engineFailures = [
  'WORKFLOW_ENGINE_DENIED',
  'WORKFLOW_ENGINE_UNAVAILABLE',
  'RATE_LIMITED',
] as const

/** Failure codes of any call about one workflow. */
export const workflowFailures = ['WORKFLOW_NOT_FOUND', 'WORKFLOW_FORBIDDEN', ...engineFailures] as const

export const tags = ['workflows', 'automation', 'n8n']
