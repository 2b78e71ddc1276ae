import type { JsonObject, JsonValue } from '../../../../core/model/json.ts'
import type { PropertyValue } from '../../model/code-graph.ts'

/** The value of an expression. Integers are plain numbers; a map is a `Map`, so that no node is mistaken for one. */
export type Value =
  | null
  | boolean
  | string
  | number
  | FloatValue
  | Value[]
  | Map<string, Value>
  | NodeValue
  | EdgeValue
  | PathValue

/** A floating-point number, kept apart from integers: 1.0 / 2 is 0.5, but 1 / 2 is 0. */
type FloatValue = { kind: 'float'; value: number }

export type NodeValue = {
  kind: 'node'
  id: string
  label: string
  properties: Readonly<Record<string, PropertyValue>>
  out: EdgeValue[]
  in: EdgeValue[]
}

export type EdgeValue = {
  kind: 'edge'
  type: string
  from: NodeValue
  to: NodeValue
  properties: Readonly<Record<string, PropertyValue>>
}

type PathValue = { kind: 'path'; nodes: NodeValue[]; edges: EdgeValue[] }

/** The values of the variables that are bound at one point of a query. */
export type Row = Readonly<Record<string, Value>>

export function isMap(value: Value): value is Map<string, Value> {
  return value instanceof Map
}

export function isKind<K extends 'float' | 'node' | 'edge' | 'path'>(
  value: Value,
  kind: K,
): value is Extract<Value, { kind: K }> {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind
}

/** The number of an integer or float; null for any other value. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value
  return isKind(value, 'float') ? value.value : null
}

export function float(value: number): FloatValue {
  return { kind: 'float', value }
}

export function describeType(value: Value): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (isMap(value)) return 'a map'
  if (typeof value === 'object') return value.kind === 'edge' ? 'a relationship' : `a ${value.kind}`
  if (typeof value === 'string') return 'a string'
  return `a ${typeof value}`
}

export function fromProperty(value: PropertyValue | undefined): Value {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return Number.isInteger(value) ? value : float(value)
  return typeof value === 'object' ? [...value] : value
}

/** Converts a value for callers. Properties that are null are left out. */
export function toJson(value: Value): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  const number = numberOf(value)
  if (number !== null) return numberToJson(number)
  if (Array.isArray(value)) return value.map(toJson)
  if (isMap(value)) return Object.fromEntries([...value].map(([key, one]) => [key, toJson(one)]))
  if (isKind(value, 'node')) return nodeToJson(value)
  if (isKind(value, 'edge')) return edgeToJson(value)
  if (isKind(value, 'path'))
    return { nodes: value.nodes.map(nodeToJson), relationships: value.edges.map(edgeToJson) }
  return null
}

/** Numbers that JSON cannot represent become strings. */
function numberToJson(number: number): JsonValue {
  if (!Number.isFinite(number)) return String(number)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number).toString() : number
}

function nodeToJson({ id, label, properties }: NodeValue): JsonObject {
  return { _id: id, _label: label, ...propertiesToJson(properties) }
}

function edgeToJson({ type, from, to, properties }: EdgeValue): JsonObject {
  return { _type: type, _from: from.id, _to: to.id, ...propertiesToJson(properties) }
}

function propertiesToJson(properties: NodeValue['properties']): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'object' ? [...value] : value]],
    ),
  )
}
