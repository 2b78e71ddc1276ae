import type { JsonSchemaNode } from '../../core/contract/json-schema.ts'

/** A JSON Schema reduced to what a type system can express. */
export type Shape =
  | { is: 'any' }
  | { is: 'null' | 'string' | 'number' | 'integer' | 'boolean' }
  | { is: 'literals'; values: readonly unknown[] }
  | { is: 'list'; of: Shape }
  | { is: 'tuple'; of: readonly Shape[] }
  | { is: 'map'; of: Shape }
  | { is: 'object'; fields: readonly Field[]; isOpen: boolean }
  | { is: 'union'; of: readonly Shape[] }

export type Field = {
  name: string
  shape: Shape
  isRequired: boolean
  description: string
  /** Undefined when it has none. */
  default: unknown
  /** Limits that a type cannot express, as a sentence; empty when there are none. */
  limits: string
}

/** Converts the JSON Schema of a tool. An enum is checked before its type, otherwise it would become a string. */
export function shapeOf(node: JsonSchemaNode): Shape {
  if (node.enum !== undefined) return { is: 'literals', values: node.enum }
  if (node.const !== undefined) return { is: 'literals', values: [node.const] }
  const branches = node.anyOf ?? branchesOf(node.oneOf)
  if (branches !== undefined) return { is: 'union', of: branches.map(shapeOf) }
  if (Array.isArray(node.type))
    return { is: 'union', of: node.type.map(type => shapeOf({ ...node, type: String(type) })) }
  switch (node.type) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return { is: node.type }
    case 'array':
      return listShape(node)
    case 'object':
      return objectShape(node)
    default:
      return { is: 'any' }
  }
}

/** The fields of an object schema in order. */
export function fieldsOf(node: JsonSchemaNode): Field[] {
  const required = Array.isArray(node.required) ? node.required : []
  return Object.entries(propertiesOf(node)).map(([name, field]) => ({
    name,
    shape: shapeOf(field),
    isRequired: required.includes(name),
    description: field.description ?? '',
    default: field.default,
    limits: limitsOf(field),
  }))
}

function limitsOf(node: JsonSchemaNode): string {
  const { minimum, maximum, minLength, maxLength } =
    node.anyOf?.find(branch => branch.type !== 'null') ?? node
  if (minimum !== undefined && maximum !== undefined) return `From ${minimum} to ${maximum}.`
  if (minimum !== undefined) return `At least ${minimum}.`
  if (maximum !== undefined) return `At most ${maximum}.`
  // A minimum length of 1 is not mentioned.
  if (maxLength === undefined) return Number(minLength ?? 0) > 1 ? `At least ${minLength} characters.` : ''
  return `At most ${maxLength} characters.`
}

function listShape(node: JsonSchemaNode): Shape {
  const places = branchesOf(node.prefixItems)
  if (places !== undefined) return { is: 'tuple', of: places.map(shapeOf) }
  return { is: 'list', of: node.items === undefined ? { is: 'any' } : shapeOf(node.items) }
}

function objectShape(node: JsonSchemaNode): Shape {
  const fields = fieldsOf(node)
  const more = node.additionalProperties
  if (fields.length > 0) return { is: 'object', fields, isOpen: more !== undefined && more !== false }
  return { is: 'map', of: isNode(more) ? shapeOf(more) : { is: 'any' } }
}

function propertiesOf({ properties }: JsonSchemaNode): Record<string, JsonSchemaNode> {
  // SAFETY: `properties` of a JSON Schema contains schemas.
  return isNode(properties) ? (properties as Record<string, JsonSchemaNode>) : {}
}

function branchesOf(value: unknown): JsonSchemaNode[] | undefined {
  return Array.isArray(value) ? value.filter(isNode) : undefined
}

function isNode(value: unknown): value is JsonSchemaNode {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
