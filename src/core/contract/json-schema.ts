import { z } from 'zod'

export type JsonSchema = {
  type: 'object'
  properties?: Record<string, JsonSchemaNode>
  required?: string[]
} & Record<string, unknown>

export type JsonSchemaNode = {
  type?: string | string[]
  description?: string
  default?: unknown
  enum?: unknown[]
  anyOf?: JsonSchemaNode[]
  items?: JsonSchemaNode
} & Record<string, unknown>

/** Returns the JSON Schema of a tool's input or output. A field with a default is optional in inputs and required in outputs. */
export function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const known = written[io].get(schema) ?? writeSchema(schema, io)
  written[io].set(schema, known)
  return known
}

/** Cached: writing all schemas takes longer than most commands, and declarations never change. */
const written = { input: new WeakMap<object, JsonSchema>(), output: new WeakMap<object, JsonSchema>() }

function writeSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  // SAFETY: z.toJSONSchema of an object schema always has type "object".
  return dropNeedless(rest) as JsonSchema
}

/** `.meta({ shownAs })`: the schema to publish, where the checked schema accepts more than clients should send. */
export type ShownAs = { shownAs: JsonSchemaNode }

/** For `.meta()`: zod writes no default for a schema that contains transforms. */
export const nullDefault = { hasNullDefault: true } as const

/**
 * Removes what zod writes into every schema and what only costs tokens: bounds of ±2^53, that keys are strings, that a map
 * may contain anything.
 */
function dropNeedless(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropNeedless)
  if (node === null || typeof node !== 'object') return node
  // SAFETY: zod writes JSON Schema, and `.meta()` adds only these two fields to it.
  const { shownAs, hasNullDefault, ...rest } = node as Partial<ShownAs> & JsonSchemaNode
  const own = hasNullDefault === true ? { ...rest, default: null } : rest
  if (shownAs !== undefined) {
    const { description, default: left } = own
    return { ...shownAs, description, ...(left === undefined ? {} : { default: left }) }
  }
  const nullable = withNullType(own)
  if (nullable !== null) return dropNeedless(nullable)
  return Object.fromEntries(
    Object.entries(own)
      .filter(([key, value]) => !(isBound(key) && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER))
      .filter(([key, value]) => !(key === 'propertyNames' && isPlainString(value)))
      .filter(
        ([key, value]) => !(key === 'additionalProperties' && isAnything(value) && !('properties' in node)),
      )
      .map(([key, value]) => [key, dropNeedless(value)]),
  )
}

/**
 * Writes "a value or null" as one schema with two types instead of `anyOf`: shorter, and strict modes of clients do not
 * accept branches with optional properties.
 */
function withNullType({ anyOf, ...rest }: JsonSchemaNode): JsonSchemaNode | null {
  const [value, nothing, ...others] = anyOf ?? []
  if (others.length > 0 || nothing?.type !== 'null' || typeof value?.type !== 'string') return null
  return 'enum' in value || 'const' in value ? null : { ...value, ...rest, type: [value.type, 'null'] }
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

/**
 * An input that may be left out or null; the tool receives `undefined` in both cases. Its schema has `default: null`, so
 * that clients which fill in every parameter know what to send.
 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullable()
    .default(null)
    .transform(value => value ?? undefined)
    .meta(nullDefault)
}
