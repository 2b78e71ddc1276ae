import type { CodeExpression } from '../model/code.ts'
import { literalTexts, literalType } from './type-keys.ts'
import { type ObjectEntry, type Place, unknown, type Value, type World } from './values.ts'

/** `{ [Name in Keys as Renamed]: Held }`: an object, where its keys can be told. */
export function valueOfMapped(
  world: World,
  [name, keys, renamed, held]: readonly CodeExpression[],
  place: Place,
): Value {
  if (name?.kind !== 'name' || !keys || !renamed || !held) return unknown
  const list = listOf(world, keys, place)
  if (list) return list
  const texts = literalTexts(world.valueOfType(keys, place))
  if (!texts) return unknown
  const isRenamed = renamed.kind !== 'literal' || renamed.type !== 'undefined'
  const entries: ObjectEntry[] = []
  for (const text of texts) {
    const types = new Map([...(place.types ?? []), [name.name, literalType(text)] as const])
    const names = isRenamed ? literalTexts(world.valueOfType(renamed, { ...place, types })) : [text]
    if (!names) return unknown
    for (const one of names)
      entries.push({ name: one, value: held, signature: null, isOptional: false, line: 0, types })
  }
  return { kind: 'object', entries, isOpen: false, file: place.file, types: place.types }
}

/** Mapping over the keys of a list gives a list. */
function listOf(world: World, keys: CodeExpression, place: Place): Value | null {
  const isKeys = keys.kind === 'index' && keys.object.kind === 'name' && keys.object.name === 'keyof'
  const target = isKeys ? keys.keys[0] : undefined
  if (target?.kind !== 'name' || !place.types?.has(target.name)) return null
  const value = world.valueOfType(target, place)
  return value.kind === 'builtin' && /Array$/.test(value.type) ? { ...value, element: unknown } : null
}
