import { uuidOf } from '../../core/model/identity.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { NodeInput } from './fields.ts'
import { layoutNodes, type Position } from './layout-nodes.ts'
import { currentVersionOf } from './node-versions.ts'
import { hasAddress } from './triggers.ts'
import type { WorkflowConnections, WorkflowDraft, WorkflowNode } from './workflow-engine.ts'

type Given = {
  name: string
  nodes: readonly NodeInput[]
  connections: WorkflowConnections
  settings: JsonObject
}

type Built = { draft: WorkflowDraft; warnings: string[] }

/**
 * Every node complete: an id, a version, a place. What an earlier version of the same node had is kept. `makeId` makes
 * ids that cannot be guessed: anybody who knows the id of a webhook can start the workflow.
 */
export function buildDraft(
  { name, nodes, connections, settings }: Given,
  { earlier, makeId }: { earlier: readonly WorkflowNode[]; makeId: () => string },
): Built {
  const known = new Map(earlier.map(node => [node.name, node]))
  const places = layoutNodes(
    nodes.map(node => ({
      name: node.name,
      position: toPosition(node.position) ?? known.get(node.name)?.position ?? null,
    })),
    connections,
  )
  const newId = (node: string) => {
    const derived = uuidOf('workflow-node', name, node)
    // A node that has been renamed keeps the id that its old name gave it; n8n refuses two nodes with one id.
    return earlier.some(({ id }) => id === derived) ? makeId() : derived
  }
  const complete = nodes.map(input => {
    const before = known.get(input.name)
    return {
      id: input.id ?? before?.id ?? newId(input.name),
      name: input.name,
      type: input.type,
      typeVersion: input.typeVersion ?? earlierVersion(input, before) ?? currentVersionOf(input.type) ?? 1,
      position: places.get(input.name) ?? ([0, 0] as const),
      // SAFETY: tool input arrives as JSON, and passing through zod leaves it plain.
      parameters: input.parameters as JsonObject,
      extras: extrasOf(input, before, makeId),
    }
  })
  return {
    draft: { name, connections, settings, nodes: complete },
    warnings: assumedVersions(nodes.filter(node => earlierVersion(node, known.get(node.name)) === null)),
  }
}

function toPosition(given: readonly number[] | undefined): Position | null {
  const [x, y] = given ?? []
  return x === undefined || y === undefined ? null : [x, y]
}

function earlierVersion({ type }: NodeInput, before: WorkflowNode | undefined): number | null {
  return before?.type === type ? before.typeVersion : null
}

/** Credentials, notes, retries: what is given, and otherwise what the node had. Null takes it away. */
function extrasOf(
  { id: _, name: __, type, typeVersion: ___, position: ____, parameters: _____, ...given }: NodeInput,
  before: WorkflowNode | undefined,
  makeId: () => string,
): JsonObject {
  // SAFETY: tool input arrives as JSON, and passing through zod leaves it plain.
  const extras = { ...keptExtras(type, before), ...(given as JsonObject) }
  // Without such an id n8n hides a webhook below the id of the workflow and the name of the node, and forms nowhere.
  return hasAddress(type) ? { ...extras, webhookId: extras.webhookId ?? makeId() } : extras
}

/** Credentials and addresses belong to a type of node; the rest may stay when the type changes. */
function keptExtras(type: string, before: WorkflowNode | undefined): JsonObject {
  if (before === undefined) return {}
  if (before.type === type) return before.extras
  const { credentials: _, webhookId: __, ...rest } = before.extras
  return rest
}

/** n8n takes a missing version for the first, whose parameters are often others than those in use today. */
function assumedVersions(nodes: readonly NodeInput[]): string[] {
  const assumed = nodes
    .filter(({ typeVersion, type }) => typeVersion === undefined && currentVersionOf(type) !== 1)
    .map(({ name, type }) => `${JSON.stringify(name)} (${currentVersionOf(type) ?? 1} is used)`)
  return assumed.length === 0 ? [] : [`No typeVersion was given for ${assumed.join(', ')}.`]
}
