import { uuidOf } from '../../model/identity.ts'
import type { JsonObject } from '../../model/json.ts'
import type { WorkflowConnections, WorkflowDraft, WorkflowNode } from '../../ports/workflow-engine.ts'
import type { NodeInput } from './fields.ts'
import { layoutNodes, type Position } from './layout-nodes.ts'
import { hasAddress } from './triggers.ts'

/** Every node complete: an id, a version, a place. What an earlier version of the same node had is kept. */
export function buildDraft(
  given: {
    name: string
    nodes: readonly NodeInput[]
    connections: WorkflowConnections
    settings: JsonObject
  },
  earlier: readonly WorkflowNode[] = [],
): WorkflowDraft {
  const known = new Map(earlier.map(node => [node.name, node]))
  const places = layoutNodes(
    given.nodes.map(({ name, position }) => ({
      name,
      position: toPosition(position) ?? known.get(name)?.position ?? null,
    })),
    given.connections,
  )
  return {
    name: given.name,
    connections: given.connections,
    settings: given.settings,
    nodes: given.nodes.map(input => {
      const { id, name, type, typeVersion, position: _, parameters, ...extras } = input
      const before = known.get(name)
      const nodeId = id ?? before?.id ?? uuidOf('workflow-node', given.name, name)
      // Without such an id n8n hides a webhook below the id of the workflow and the name of the node, and forms nowhere.
      const webhook = hasAddress(type)
        ? { webhookId: before?.extras.webhookId ?? uuidOf('workflow-webhook', nodeId) }
        : {}
      return {
        id: nodeId,
        name,
        type,
        typeVersion: typeVersion ?? (before?.type === type ? before.typeVersion : 1),
        position: places.get(name) ?? [0, 0],
        // SAFETY: tool input arrives as JSON, and passing through zod leaves it plain.
        parameters: parameters as JsonObject,
        extras: { ...webhook, ...(extras as JsonObject) },
      }
    }),
  }
}

function toPosition(given: readonly number[] | undefined): Position | null {
  const [x, y] = given ?? []
  return x === undefined || y === undefined ? null : [x, y]
}
