import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import type { StoredWorkflow, WorkflowConnections, WorkflowNode, WorkflowTarget } from '../workflow-engine.ts'

/** A workflow as n8n answers with it. What is missing is empty: versions of n8n differ in what they leave out. */
export function readWorkflow(value: JsonValue | undefined): StoredWorkflow {
  // Other versions of the workflow, and with whom it is shared: names and mail addresses of people.
  const { activeVersion: _, shared: __, ...raw } = objectOf(value)
  const nodes = listOf(raw.nodes).map(readNode)
  return {
    summary: {
      id: textOf(raw.id),
      name: textOf(raw.name),
      isActive: raw.active === true,
      nodes: nodes.length,
      tags: listOf(raw.tags)
        .map(tag => textOf(objectOf(tag).name))
        .filter(name => name !== ''),
      createdAt: textOf(raw.createdAt) || null,
      updatedAt: textOf(raw.updatedAt) || null,
    },
    draft: {
      name: textOf(raw.name),
      nodes,
      connections: readConnections(raw.connections),
      settings: objectOf(raw.settings),
    },
    versions:
      raw.activeVersionId === undefined
        ? null
        : { saved: textOf(raw.versionId), published: textOf(raw.activeVersionId) || null },
    triggers: typeof raw.triggerCount === 'number' ? raw.triggerCount : null,
    raw,
  }
}

function readNode(value: JsonValue): WorkflowNode {
  const { id, name, type, typeVersion, position, parameters, ...extras } = objectOf(value)
  const [x = 0, y = 0] = listOf(position).map(Number)
  return {
    id: textOf(id),
    name: textOf(name),
    type: textOf(type),
    typeVersion: typeof typeVersion === 'number' ? typeVersion : 1,
    position: [x, y],
    parameters: objectOf(parameters),
    extras,
  }
}

function readConnections(value: JsonValue | undefined): WorkflowConnections {
  return Object.fromEntries(
    Object.entries(objectOf(value)).map(([source, kinds]) => [
      source,
      Object.fromEntries(
        Object.entries(objectOf(kinds)).map(([kind, outputs]) => [
          kind,
          listOf(outputs).map(targets => listOf(targets).map(readTarget)),
        ]),
      ),
    ]),
  )
}

function readTarget(value: JsonValue): WorkflowTarget {
  const { node, type, index } = objectOf(value)
  return {
    node: textOf(node),
    type: textOf(type) || 'main',
    index: typeof index === 'number' ? index : 0,
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
