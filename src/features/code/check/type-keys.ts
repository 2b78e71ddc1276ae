import { lineageOf } from './lineage.ts'
import { expandAlias, nothing, unionOf, unknown, type Value, type World } from './values.ts'

/** The names of all members, as `keyof` gives them; null where there may be others. */
export function keyNames(world: World, value: Value): string[] | null {
  switch (value.kind) {
    case 'object':
      return value.isOpen ? null : memberKeys(value.entries)
    case 'instance': {
      const expanded = expandAlias(world, value)
      if (expanded !== value) return keyNames(world, expanded)
      const { parts, builtins, isOpen } = lineageOf(world, value.of)
      if (isOpen || builtins.length > 0) return null
      return memberKeys(
        parts.flatMap(({ definition }) =>
          [...definition.methods, ...definition.attributes].filter(({ isStatic }) => !isStatic),
        ),
      )
    }
    case 'all': {
      const lists = value.options.map(option => keyNames(world, option))
      return lists.every(list => list !== null) ? [...new Set(lists.flat())] : null
    }
    default:
      return null
  }
}

function memberKeys(members: readonly { name: string }[]): string[] {
  return [...new Set(members.map(({ name }) => name))].filter(
    name => !['call', 'new', 'constructor'].includes(name),
  )
}

/** The texts of a literal type or of a union of such; null where other values are possible. */
export function literalTexts(value: Value): string[] | null {
  if (value.kind === 'nothing') return []
  if (value.kind === 'builtin') return value.text === undefined ? null : [value.text]
  if (value.kind !== 'union') return null
  const lists = value.options.map(literalTexts)
  return lists.every(list => list !== null) ? lists.flat() : null
}

export function literalType(text: string): Value {
  return { kind: 'builtin', type: 'string', element: unknown, text }
}

export function literalUnion(texts: readonly string[]): Value {
  return texts.length === 0 ? nothing : unionOf(texts.map(literalType))
}
