import type { JsonSchemaNode } from '../src/core/contract/json-schema.ts'

/** The way to the first object inside a schema that may have any keys; null when all are closed. */
export function openMapIn(node: JsonSchemaNode, path: string): string | null {
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchemaNode>)
  const isObject = [node.type].flat().includes('object')
  if (isObject && path !== '' && properties.length === 0 && node.additionalProperties !== false) return path
  const inside: [string, JsonSchemaNode][] = [
    ...properties.map(([name, field]): [string, JsonSchemaNode] => [
      path === '' ? name : `${path}.${name}`,
      field,
    ]),
    ...(node.anyOf ?? []).map((branch): [string, JsonSchemaNode] => [path, branch]),
    ...(node.items === undefined ? [] : [[`${path}[]`, node.items] as [string, JsonSchemaNode]]),
  ]
  for (const [way, field] of inside) {
    const found = openMapIn(field, way)
    if (found !== null) return found
  }
  return null
}
