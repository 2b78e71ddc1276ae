import type { JsonObject, JsonValue } from '../../../core/model/json.ts'
import type {
  StoredWorkflow,
  WorkflowConnections,
  WorkflowDraft,
  WorkflowNode,
  WorkflowTarget,
} from '../workflow-engine.ts'

/** Parses a workflow in n8n's form. Missing fields become empty, because versions of n8n omit different fields. */
export function readWorkflow(value: JsonValue | undefined): StoredWorkflow {
  // Other versions of the workflow, and names and mail addresses of the users it is shared with.
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
      connections: connectionsOf(raw.connections),
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

function connectionsOf(value: JsonValue | undefined): WorkflowConnections {
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

/**
 * Fields that n8n’s public API accepts in a request. It rejects a body with any other field, so further fields of its
 * own responses must be removed before they are sent back. One entry per generation, oldest first, from the OpenAPI
 * descriptions of n8n 1, 1.123, and 2 up to 2.41. An older n8n rejects the fields of later generations.
 */
export const fieldGenerations: readonly { settings: readonly string[]; nodeExtras: readonly string[] }[] = [
  {
    settings: [
      'saveExecutionProgress',
      'saveManualExecutions',
      'saveDataErrorExecution',
      'saveDataSuccessExecution',
      'executionTimeout',
      'errorWorkflow',
      'timezone',
      'executionOrder',
    ],
    nodeExtras: [
      'webhookId',
      'disabled',
      'notesInFlow',
      'notes',
      'executeOnce',
      'alwaysOutputData',
      'retryOnFail',
      'maxTries',
      'waitBetweenTries',
      'continueOnFail',
      'onError',
      'credentials',
    ],
  },
  {
    settings: ['callerPolicy', 'callerIds', 'timeSavedPerExecution', 'availableInMCP'],
    nodeExtras: [],
  },
  {
    settings: ['timeSavedMode', 'redactionPolicy', 'customTelemetryTags'],
    nodeExtras: ['customTelemetryTags'],
  },
]

type KnownFields = { settings: readonly string[]; nodeExtras: readonly string[] }

/** Returns the fields of the first `generations` generations. */
export function fieldsOf(generations: number): KnownFields {
  const known = fieldGenerations.slice(0, generations)
  return {
    settings: known.flatMap(generation => generation.settings),
    nodeExtras: known.flatMap(generation => generation.nodeExtras),
  }
}

/** Returns the request body for a draft, with known fields only. */
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
