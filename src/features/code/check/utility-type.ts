import type { CodeExpression } from '../model/code.ts'
import { awaited, resultOfCall } from './call-result.ts'
import { valueOfConditional } from './conditional-type.ts'
import { lineageOf } from './lineage.ts'
import { memberOf } from './members.ts'
import {
  expandAlias,
  nothing,
  type ObjectEntry,
  type Place,
  unionOf,
  unknown,
  type Value,
  type World,
} from './values.ts'

/** `Word<Key, …>`, or an operator with its operands. */
type GenericType = { word: string; keys: readonly CodeExpression[] }

/** The value of a type operator; null when the word is none. */
export function valueOfOperator(world: World, { word, keys }: GenericType, place: Place): Value | null {
  const [first, second] = keys
  const typed = (shape: CodeExpression | undefined) => (shape ? world.valueOfType(shape, place) : unknown)
  switch (word) {
    case 'typeof':
      return first ? world.infer(first, place) : unknown
    case 'keyof': {
      const names = keyNames(world, typed(first))
      return names ? literalUnion(names) : unknown
    }
    case 'of':
      return lookUpType(world, typed(first), typed(second))
    case 'if':
      return valueOfConditional(world, keys, place)
    case 'in':
      return valueOfMapped(world, keys, place)
    case 'tuple':
      return {
        kind: 'builtin',
        type: 'Array',
        element: keys.length > 0 ? unionOf(keys.map(typed)) : unknown,
        through: place.file.module,
      }
    case 'infer':
      return unknown
    default:
      return null
  }
}

/** `Options['retry']`, `Items[number]` */
function lookUpType(world: World, value: Value, key: Value): Value {
  if (value.kind === 'builtin' && key.kind === 'builtin' && /^number$/i.test(key.type)) return value.element
  const names = literalTexts(key)
  if (!names || names.length === 0) return unknown
  return unionOf(
    names.map(name => {
      const member = memberOf(world, value, name)
      return member.status === 'found' ? member.value : unknown
    }),
  )
}

/** The value of a global utility type; null when the word is none. */
export function valueOfUtility(world: World, { word, keys }: GenericType, place: Place): Value | null {
  const [first, second] = keys
  const typed = (shape: CodeExpression | undefined) => (shape ? world.valueOfType(shape, place) : unknown)
  switch (word) {
    case 'Partial':
    case 'Required':
    case 'Readonly':
    case 'NonNullable':
    case 'NoInfer':
      return typed(first)
    case 'Omit':
    case 'Pick':
      return first
        ? chooseMembers(world, { isPick: word === 'Pick', target: first, keys: typed(second) }, place)
        : unknown
    case 'Record':
      return recordOf(typed(first), second, place)
    case 'Exclude':
    case 'Extract':
      return chooseTexts(typed(first), typed(second), word === 'Extract')
    case 'ReturnType':
      return resultOfCall(world, typed(first))
    case 'InstanceType':
      return resultOfCall(world, typed(first), { isNew: true })
    case 'Awaited': {
      const value = typed(first)
      return value.kind === 'awaitable' ? awaited(world, value) : value
    }
    case 'Parameters':
    case 'ConstructorParameters':
      return { kind: 'builtin', type: 'Array', element: unknown, through: place.file.module }
    case 'ThisType':
      return { kind: 'object', entries: [], isOpen: false, file: place.file, types: place.types }
    case 'Uppercase':
    case 'Lowercase':
    case 'Capitalize':
    case 'Uncapitalize':
      return { kind: 'builtin', type: 'String', element: unknown, through: place.file.module }
    default:
      return null
  }
}

type Choice = { isPick: boolean; target: CodeExpression; keys: Value }

/** The members that `Pick` or `Omit` leaves. All of them where the keys are not known: that reports no false errors. */
function chooseMembers(world: World, { isPick, target, keys }: Choice, place: Place): Value {
  const value = world.valueOfType(target, place)
  const names = keyNames(world, value)
  const chosen = literalTexts(keys)
  if (!chosen || (!isPick && !names)) return value
  const kept = isPick ? chosen : (names ?? []).filter(name => !chosen.includes(name))
  const lookUp = (name: string): CodeExpression => ({
    kind: 'index',
    object: { kind: 'name', name: 'of', line: 0 },
    keys: [target, { kind: 'literal', type: 'string', text: name, items: [] }],
  })
  return objectOfNames(kept, lookUp, place)
}

/** `Record<'get' | 'post', Handler>`: an object with these members; unknown where the keys are no literals. */
function recordOf(keys: Value, held: CodeExpression | undefined, place: Place): Value {
  const names = literalTexts(keys)
  return names && held && names.length > 0 ? objectOfNames(names, () => held, place) : unknown
}

function objectOfNames(
  names: readonly string[],
  typeOf: (name: string) => CodeExpression,
  place: Place,
): Value {
  const entries = names.map(
    (name): ObjectEntry => ({ name, value: typeOf(name), signature: null, isOptional: false, line: 0 }),
  )
  return { kind: 'object', entries, isOpen: false, file: place.file, types: place.types }
}

function chooseTexts(value: Value, other: Value, isKept: boolean): Value {
  const [own, others] = [literalTexts(value), literalTexts(other)]
  return own && others ? literalUnion(own.filter(text => others.includes(text) === isKept)) : value
}

/** The names of all members, as `keyof` returns them; null where there may be others. */
function keyNames(world: World, value: Value): string[] | null {
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

/** The strings of a literal type or of a union of them; null where other values are possible. */
function literalTexts(value: Value): string[] | null {
  if (value.kind === 'nothing') return []
  if (value.kind === 'builtin') return value.text === undefined ? null : [value.text]
  if (value.kind !== 'union') return null
  const lists = value.options.map(literalTexts)
  return lists.every(list => list !== null) ? lists.flat() : null
}

function literalType(text: string): Value {
  return { kind: 'builtin', type: 'string', element: unknown, text }
}

function literalUnion(texts: readonly string[]): Value {
  return texts.length === 0 ? nothing : unionOf(texts.map(literalType))
}

/** `{ [Name in Keys as Renamed]: Held }`: an object, where its keys are known. */
function valueOfMapped(
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

/** Mapping over the keys of a list returns a list. */
function listOf(world: World, keys: CodeExpression, place: Place): Value | null {
  const isKeys = keys.kind === 'index' && keys.object.kind === 'name' && keys.object.name === 'keyof'
  const target = isKeys ? keys.keys[0] : undefined
  if (target?.kind !== 'name' || !place.types?.has(target.name)) return null
  const value = world.valueOfType(target, place)
  return value.kind === 'builtin' && /Array$/.test(value.type) ? { ...value, element: unknown } : null
}
