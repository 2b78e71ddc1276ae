import type { JsonSchema, JsonSchemaNode } from '../../core/contract/json-schema.ts'
import { ownValue } from '../../core/text/json-values.ts'

/**
 * Text from a query or a path as the types that the schema asks for. What does not fit stays text, so that the tool's
 * own check words the complaint.
 */
export async function coerceInput(
  entries: Iterable<[string, string]>,
  schema: JsonSchema,
): Promise<Record<string, unknown>> {
  const input = new Map<string, unknown>()
  for (const [name, text] of entries) {
    const types = typesOf(ownValue(schema.properties ?? {}, name))
    const value = await coerce(text, types)
    if (!types.has('array') || Array.isArray(value)) input.set(name, value)
    else {
      const before = input.get(name)
      input.set(name, [...(Array.isArray(before) ? before : []), value])
    }
  }
  // Own properties whatever they are called, so that the tool's check sees them all.
  return Object.fromEntries(input)
}

function typesOf(node: JsonSchemaNode | undefined): Set<string> {
  if (node === undefined) return new Set()
  const own = [node.type].flat().filter(type => type !== undefined)
  return new Set([...own, ...(node.anyOf ?? []).flatMap(choice => [...typesOf(choice)])])
}

async function coerce(text: string, types: Set<string>): Promise<unknown> {
  if (text === 'null' && types.has('null')) return null
  if ((text === 'true' || text === 'false') && types.has('boolean')) return text === 'true'
  if ((types.has('integer') || types.has('number')) && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  const looksNested =
    (types.has('object') && text.startsWith('{')) || (types.has('array') && text.startsWith('['))
  return looksNested ? new Response(text).json().catch(() => text) : text
}
