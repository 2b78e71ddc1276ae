import type { JsonObject, JsonValue } from '../../../../core/model/json.ts'
import { type EdgeValue, isKind, isMap, type NodeValue, numberOf, type Value } from './types.ts'

/** A value as callers see it. Properties that are not set are left out. */
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

/** What JSON cannot say of numbers is told as text. */
function numberToJson(number: number): JsonValue {
  if (!Number.isFinite(number)) return String(number)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? BigInt(number).toString() : number
}

function nodeToJson({ id, label, properties }: NodeValue): JsonObject {
  return { _id: id, _label: label, ...settled(properties) }
}

function edgeToJson({ type, from, to, properties }: EdgeValue): JsonObject {
  return { _type: type, _from: from.id, _to: to.id, ...settled(properties) }
}

function settled(properties: NodeValue['properties']): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'object' ? [...value] : value]],
    ),
  )
}
