import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import type { WorkflowDraft, WorkflowNode } from '../workflow-engine.ts'
import type { KnownFields } from './node-fields.ts'

/** A draft as n8n takes it: name, nodes, connections and settings, and in them only what it knows. */
export function toBody(
  { name, nodes, connections, settings }: WorkflowDraft,
  known: KnownFields,
): JsonObject {
  return {
    name,
    nodes: nodes.map(node => nodeBody(node, known.nodeExtras)),
    connections,
    settings: only(settings, known.settings),
  }
}

function nodeBody(node: WorkflowNode, knownExtras: readonly string[]): JsonObject {
  const { id, name, type, typeVersion, position, parameters, extras } = node
  return { ...only(extras, knownExtras), id, name, type, typeVersion, position: [...position], parameters }
}

function only(values: JsonObject, known: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, JsonValue] => known.includes(entry[0]) && entry[1] !== null,
    ),
  )
}
