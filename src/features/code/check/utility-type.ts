import type { CodeExpression } from '../model/code.ts'
import { awaited, resultOfCall } from './call-result.ts'
import { type Place, unionOf, unknown, type Value, type World } from './values.ts'

/** `Word<Key, …>`, or an operator with its operands. */
type GenericType = { word: string; keys: readonly CodeExpression[] }

/**
 * The value of a type operator; null when the word is none. Conditional and mapped types, `keyof` and indexed types are
 * left to a type checker: their values are unknown.
 */
export function valueOfOperator(world: World, { word, keys }: GenericType, place: Place): Value | null {
  const [first] = keys
  switch (word) {
    case 'typeof':
      return first ? world.infer(first, place) : unknown
    case 'tuple': {
      const element = keys.length > 0 ? unionOf(keys.map(one => world.valueOfType(one, place))) : unknown
      return { kind: 'builtin', type: 'Array', element, through: place.file.module }
    }
    case 'keyof':
    case 'of':
    case 'if':
    case 'in':
    case 'infer':
      return unknown
    default:
      return null
  }
}

/** The value of a global utility type; null when the word is none. `Pick` and `Omit` keep all members. */
export function valueOfUtility(world: World, { word, keys }: GenericType, place: Place): Value | null {
  const [first] = keys
  const value = first ? world.valueOfType(first, place) : unknown
  switch (word) {
    case 'Partial':
    case 'Required':
    case 'Readonly':
    case 'NonNullable':
    case 'NoInfer':
    case 'Omit':
    case 'Pick':
      return value
    case 'ReturnType':
      return resultOfCall(world, value)
    case 'InstanceType':
      return resultOfCall(world, value, { isNew: true })
    case 'Awaited':
      return value.kind === 'awaitable' ? awaited(world, value) : value
    case 'Parameters':
    case 'ConstructorParameters':
      return { kind: 'builtin', type: 'Array', element: unknown, through: place.file.module }
    case 'Uppercase':
    case 'Lowercase':
    case 'Capitalize':
    case 'Uncapitalize':
      return { kind: 'builtin', type: 'String', element: unknown, through: place.file.module }
    case 'Record':
    case 'Exclude':
    case 'Extract':
    case 'ThisType':
      return unknown
    default:
      return null
  }
}
