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
  return dropSafeIntegerBounds(rest) as JsonSchema
}

/** zod writes ±2^53 into every integer; they say nothing and are paid in tokens. */
function dropSafeIntegerBounds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropSafeIntegerBounds)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !(isBound(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER))
      .map(([key, value]) => [key, dropSafeIntegerBounds(value)]),
  )
}

function isBound(key: string): boolean {
  return key === 'minimum' || key === 'maximum'
}
