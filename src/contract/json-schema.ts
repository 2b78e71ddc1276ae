import { z } from 'zod'

export type JsonSchema = {
  type: 'object'
  properties?: Record<string, JsonSchemaNode>
  required?: string[]
} & Record<string, unknown>

export type JsonSchemaNode = {
  type?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  anyOf?: JsonSchemaNode[]
  items?: JsonSchemaNode
} & Record<string, unknown>

/** The wire schema of a tool's input or output. Defaults make inputs optional and outputs present. */
export function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  // SAFETY: z.toJSONSchema of an object schema always has type "object".
  return dropEmptyTalk(rest) as JsonSchema
}

/**
 * What zod writes into every schema, says nothing, and is paid in tokens: ±2^53 as bounds, that keys are strings, that a
 * map may hold anything, that a text must not be empty (which the tool itself complains about).
 */
function dropEmptyTalk(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropEmptyTalk)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !(isBound(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER))
      .filter(([key, value]) => !(key === 'propertyNames' && isPlainString(value)))
      .filter(([key, value]) => !(key === 'minLength' && value === 1))
      .filter(
        ([key, value]) => !(key === 'additionalProperties' && isAnything(value) && !('properties' in node)),
      )
      .map(([key, value]) => [key, dropEmptyTalk(value)]),
  )
}

function isBound(key: string): boolean {
  return key === 'minimum' || key === 'maximum'
}

function isPlainString(node: unknown): boolean {
  return JSON.stringify(node) === '{"type":"string"}'
}

function isAnything(node: unknown): boolean {
  return JSON.stringify(node) === '{}'
}
