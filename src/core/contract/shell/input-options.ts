import type { JsonSchema, JsonSchemaNode } from '../json-schema.ts'
import type { CliOption, OptionKind } from './command.ts'

/** Turns a tool's input schema into command-line options: one flag per property, in the order of the schema. */
export function inputOptions(schema: JsonSchema): CliOption[] {
  return Object.entries(schema.properties ?? {}).map(([field, node]) =>
    toOption(field, node, schema.required ?? []),
  )
}

function toOption(field: string, node: JsonSchemaNode, required: readonly string[]): CliOption {
  const { core, isNullable } = withoutNull(node)
  const isRepeatable = core.type === 'array'
  const item = isRepeatable ? withoutNull(core.items ?? {}).core : core
  const kind = kindOf(item)
  const choices = choicesOf(item)
  const negation = negationOf({ kind, isNullable, isRepeatable, default: node.default })
  return {
    field,
    flag: field.replaceAll('_', '-'),
    kind,
    isRepeatable,
    isRequired: required.includes(field) && node.default === undefined,
    description: node.description ?? core.description ?? '',
    ...(node.default === undefined ? {} : { default: node.default }),
    ...(choices === null ? {} : { choices }),
    ...(negation === undefined ? {} : { negation }),
  }
}

function withoutNull(node: JsonSchemaNode): { core: JsonSchemaNode; isNullable: boolean } {
  if (Array.isArray(node.type)) {
    const types = node.type.filter(type => type !== 'null')
    return { core: { ...node, type: types.length === 1 ? String(types[0]) : 'any' }, isNullable: true }
  }
  if (node.anyOf === undefined) return { core: node, isNullable: false }
  const rest = node.anyOf.filter(branch => branch.type !== 'null')
  const isNullable = rest.length < node.anyOf.length
  const [only] = rest
  return { core: rest.length === 1 && only !== undefined ? only : node, isNullable }
}

function kindOf(node: JsonSchemaNode): OptionKind {
  if (node.anyOf?.every(({ type = '' }) => ['string', 'integer', 'number'].includes(String(type))))
    return 'scalar'
  if (node.enum?.every(value => typeof value === 'string')) return 'string'
  switch (node.type) {
    case 'string':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'object':
      return node.type
    default:
      return 'json'
  }
}

function choicesOf(node: JsonSchemaNode): string[] | null {
  return node.enum?.every(value => typeof value === 'string') ? node.enum : null
}

function negationOf(option: {
  kind: OptionKind
  isNullable: boolean
  isRepeatable: boolean
  default: unknown
}): false | null | undefined {
  if (option.kind === 'boolean' && !option.isRepeatable) return false
  return option.isNullable && option.default !== null && option.default !== undefined ? null : undefined
}
