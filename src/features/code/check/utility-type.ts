import type { CodeExpression } from '../model/code.ts'
import { awaited } from './awaited.ts'
import { resultOfCall } from './call-result.ts'
import { valueOfConditional } from './conditional-type.ts'
import { valueOfMapped } from './mapped-type.ts'
import { memberOf } from './members.ts'
import { keyNames, literalTexts, literalUnion } from './type-keys.ts'
import { type ObjectEntry, type Place, unionOf, unknown, type Value, type World } from './values.ts'

/** What the words that types are made of give; null for any other word. */
export function valueOfOperator(
  world: World,
  word: string,
  keys: readonly CodeExpression[],
  place: Place,
): Value | null {
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

/** Utility types that every script has; null for any other name. */
export function valueOfUtility(
  world: World,
  name: string,
  keys: readonly CodeExpression[],
  place: Place,
): Value | null {
  const [first, second] = keys
  const typed = (shape: CodeExpression | undefined) => (shape ? world.valueOfType(shape, place) : unknown)
  switch (name) {
    case 'Partial':
    case 'Required':
    case 'Readonly':
    case 'NonNullable':
    case 'NoInfer':
      return typed(first)
    case 'Omit':
    case 'Pick':
      return first
        ? chooseMembers(world, { isPick: name === 'Pick', target: first, keys: typed(second) }, place)
        : unknown
    case 'Record':
      return recordOf(typed(first), second, place)
    case 'Exclude':
    case 'Extract':
      return chooseTexts(typed(first), typed(second), name === 'Extract')
    case 'ReturnType':
      return resultOfCall(world, typed(first), false)
    case 'InstanceType':
      return resultOfCall(world, typed(first), true)
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

/** Some members of a type. Where they cannot be told apart, all of them: too many are better than too few. */
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

/** `Record<'get' | 'post', Handler>`: an object with these members. Keys that are not spelt out leave it unknown. */
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
