import type { JsonSchema, JsonSchemaNode } from '../../../src/core/contract/json-schema.ts'

/**
 * The inputs of a tool with each name in each of its fields that takes text: as text, in a list, in an object. Required
 * fields that are not probed get a value that fits their schema.
 */
export function probesOf(schema: JsonSchema, names: readonly string[]): Record<string, unknown>[] {
  const filled = fillerOf(schema)
  return Object.entries(schema.properties ?? {}).flatMap(([field, node]) => {
    const wrap = field === 'cursor' ? null : wrapOf(node)
    return wrap === null ? [] : names.map(name => ({ ...filled, [field]: wrap(name) }))
  })
}

/** Values for the required inputs. */
export function fillerOf(schema: JsonSchema): Record<string, unknown> {
  const nodes = schema.properties ?? {}
  return Object.fromEntries((schema.required ?? []).map(name => [name, fillOf(nodes[name] ?? {})]))
}

function typesOf(node: JsonSchemaNode): string[] {
  return [node.type ?? [], ...(node.anyOf ?? []).map(typesOf)].flat(2)
}

/** How a text is put into an input; null when it takes none. */
function wrapOf(node: JsonSchemaNode): ((value: string) => unknown) | null {
  const types = typesOf(node)
  if (node.enum !== undefined) return null
  if (types.includes('string')) return value => value
  if (types.includes('array')) return value => [value]
  return types.includes('object') ? value => ({ source: value, library: value, doc_id: value }) : null
}

function fillOf(node: JsonSchemaNode): unknown {
  const [choice] = node.enum ?? []
  if (choice !== undefined) return choice
  const [type] = typesOf(node)
  if (type === 'integer' || type === 'number') return node.minimum ?? 1
  if (type === 'boolean') return false
  if (type === 'array') return ['ink']
  return type === 'object' ? {} : 'ink'
}
