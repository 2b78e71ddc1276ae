import type { CodeExpression, CodeFunction, CodeSignature } from '../model/code.ts'
import { emptyFunction } from '../model/empty-code.ts'
import type { Place, Value } from './values.ts'

export function objectOf(
  { entries, isOpen }: Extract<CodeExpression, { kind: 'object' }>,
  { file, types }: Place,
): Value {
  return { kind: 'object', entries, isOpen, file, types }
}

export function functionOfLambda(
  { typeParameters = [], typeBounds, parameters, returns }: Extract<CodeExpression, { kind: 'lambda' }>,
  place: Place,
): Value {
  const signature = { typeParameters, parameters, returns, ...(typeBounds ? { typeBounds } : {}) }
  return functionOfSignature(signature, place)
}

/** The value of a function type. */
export function functionOfSignature(
  signature: CodeSignature,
  { file, types }: Pick<Place, 'file' | 'types'>,
): Value {
  return {
    kind: 'function',
    functions: [unnamedFunction(signature)],
    file,
    owner: null,
    receiver: null,
    types,
  }
}

/** The record that `namedtuple('Point', 'x y')` makes, as a call or as a base class; null for other calls. */
export function inferRecord(call: Extract<CodeExpression, { kind: 'call' }>): Value | null {
  const { callee } = call
  const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.name : ''
  const isEnum = /^(Int|Str)?(Enum|Flag)$/.test(name)
  if (name !== 'namedtuple' && name !== 'NamedTuple' && !isEnum) return null
  const [title, list] = call.arguments.map(argument => argument.value)
  if (title?.kind !== 'literal' || list?.kind !== 'literal') return null
  const fields =
    list.type === 'str'
      ? (list.text ?? '').split(/[\s,]+/).filter(Boolean)
      : list.items.flatMap(item => {
          const first = item.kind === 'literal' && item.type === 'tuple' ? item.items[0] : item
          return first?.kind === 'literal' && first.text !== null ? [first.text] : []
        })
  if (fields.length === 0) return null
  const hasDefaults = call.arguments.some(argument => argument.kind !== 'positional')
  return { kind: 'record', name: title.text ?? '', fields, hasDefaults, isInstance: false, isEnum }
}

/** A function without a name and with one signature. */
export function unnamedFunction({
  typeParameters,
  typeBounds,
  parameters,
  returns,
}: CodeSignature): CodeFunction {
  const signature = { typeParameters, parameters, returns, ...(typeBounds ? { typeBounds } : {}) }
  return { ...emptyFunction, ...signature, hasBody: false, isStatic: true }
}
