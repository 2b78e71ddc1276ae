import type { JsonSchema, JsonSchemaNode } from '../../core/contract/json-schema.ts'

/**
 * The schemas of `tools/list`. Clients pay for them in every prompt, so they are shorter than those of the tool table, which
 * OpenAPI, `search_tools` with `detail_level: "full"` and the generated client modules contain whole.
 */

/** The same input schema: it accepts the same values and has every description, bound and default. */
export function listedInput(schema: JsonSchema): JsonSchema {
  // SAFETY: an object schema has no `anyOf` of its own, so it stays an object schema.
  return mergeTypes(schema) as JsonSchema
}

/** All that clients check of a result. Naming the fields of 39 results took 3 kB; the tool table has them with their types. */
export const listedOutput = { type: 'object' } as const

function mergeTypes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(mergeTypes)
  if (node === null || typeof node !== 'object') return node
  const { anyOf, ...rest }: JsonSchemaNode = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, mergeTypes(value)]),
  )
  if (anyOf === undefined) return rest
  const merged = mergeBranches(anyOf) ?? mergeNull(anyOf)
  return merged === null ? { ...rest, anyOf } : { ...rest, ...merged }
}

/**
 * Writes alternatives of different types as one schema with several types; null when that would change its meaning. A keyword
 * such as `minLength` applies to its own type only, but `enum` and `const` apply to every type.
 */
function mergeBranches(branches: readonly JsonSchemaNode[]): JsonSchemaNode | null {
  const types = branches.flatMap(({ type }) => type ?? [])
  const keywords = branches.flatMap(branch => Object.keys(branch).filter(key => key !== 'type'))
  const isPlain =
    branches.every(({ type }) => type !== undefined) && keywords.every(key => ofOneType.has(key))
  const isApart = new Set(types).size === types.length && new Set(keywords).size === keywords.length
  return isPlain && isApart ? { ...Object.assign({}, ...branches), type: types } : null
}

/** Writes "one of these values or null" as one list of values. */
function mergeNull([values, nothing, ...others]: readonly JsonSchemaNode[]): JsonSchemaNode | null {
  if (others.length > 0 || JSON.stringify(nothing) !== '{"type":"null"}') return null
  if (values?.enum === undefined || Object.keys(values).some(key => key !== 'type' && key !== 'enum'))
    return null
  return typeof values.type === 'string'
    ? { type: [values.type, 'null'], enum: [...values.enum, null] }
    : null
}

/** Keywords that JSON Schema applies to values of a single type. */
const ofOneType = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'items',
  'minItems',
  'maxItems',
])
