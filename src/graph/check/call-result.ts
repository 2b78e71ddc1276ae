import type { CodeFunction, CodeSignature } from '../../model/code.ts'
import { keepsSignature } from './decorators.ts'
import { infer, type Place } from './infer.ts'
import { lineageOf } from './lineage.ts'
import { findMethods } from './members.ts'
import { nativeClass, nativePath } from './native-class.ts'
import { expandAlias, valueOfType } from './type-value.ts'
import { guarded, unionOf, unknown, type Value, type World } from './values.ts'

/** What calling a value gives. `signature` is the overload that fits, where that was found out. */
export function resultOfCall(
  world: World,
  callee: Value,
  isNew: boolean,
  signature: CodeSignature | null = null,
): Value {
  switch (callee.kind) {
    case 'class':
      return resultOfClass(world, callee, isNew)
    case 'record':
      return callee.isEnum ? unknown : { ...callee, isInstance: true }
    case 'native': {
      const path = nativePath(callee.path)
      return !callee.isInstance && nativeClass(path) ? { ...callee, path, isInstance: true } : unknown
    }
    case 'builtin_class':
      return { kind: 'builtin', type: callee.type, element: unknown }
    case 'function':
      return unionOf(
        callee.functions.map(one =>
          guarded<Value>(world, `${callee.file.hash} ${one.name} ${one.line} result`, unknown, () =>
            resultOfFunction(world, callee, one, signature),
          ),
        ),
      )
    case 'instance': {
      const expanded = expandAlias(world, callee)
      if (expanded !== callee) return resultOfCall(world, expanded, isNew, signature)
      const methods = findMethods(lineageOf(world, callee.of), isNew ? 'new' : callableName(callee))
      if (!methods) return unknown
      const { functions, part } = methods
      return resultOfCall(
        world,
        {
          kind: 'function',
          functions,
          file: part.file,
          owner: { name: part.definition.name, parts: [part] },
          receiver: callee,
        },
        false,
        signature,
      )
    }
    case 'object': {
      const ways = callee.entries.filter(({ name }) => name === (isNew ? 'new' : 'call'))
      const place: Place = { file: callee.file, receiver: null, owner: null }
      const results = ways.map(({ signature: way }) =>
        way?.returns ? valueOfType(world, way.returns.shape, place) : unknown,
      )
      return results.length > 0 ? unionOf(results) : unknown
    }
    case 'union':
      return unionOf(callee.options.map(option => resultOfCall(world, option, isNew, signature)))
    case 'all': {
      const results = callee.options.map(option => resultOfCall(world, option, isNew, signature))
      return results.find(({ kind }) => kind !== 'unknown') ?? unknown
    }
    default:
      return unknown
  }
}

/** The method that stands behind calling an object. */
export function callableName(value: Extract<Value, { kind: 'instance' }>): string {
  return value.of.parts[0]?.file.language === 'python' ? '__call__' : 'call'
}

function resultOfClass(world: World, callee: Extract<Value, { kind: 'class' }>, isNew: boolean): Value {
  const [first] = callee.of.parts
  if (!first) return unknown
  if (first.file.language !== 'python' && !isNew) return unknown
  const lineage = lineageOf(world, callee.of)
  // Calling an enumeration looks a member up, or makes a new enumeration.
  if (
    lineage.parts.some(({ definition: { name } }) => /^(Int|Str)?(Enum|Flag)$/.test(name)) &&
    first.definition.kind !== 'enum'
  )
    return unknown
  if (/^(Int|Str)?(Enum|Flag)$/.test(first.definition.name)) return unknown
  const maker = findMethods(lineage, '__new__')
  // A constructor of its own may return anything; only a plain one is trusted.
  if (maker?.functions.some(one => one.returns === null && one.result === null && givesOther(one)))
    return unknown
  return { kind: 'instance', of: callee.of }
}

function givesOther(maker: CodeFunction): boolean {
  return maker.decorators.some(decorator => decorator !== 'staticmethod')
}

function resultOfFunction(
  world: World,
  callee: Extract<Value, { kind: 'function' }>,
  one: CodeFunction,
  signature: CodeSignature | null,
): Value {
  if (one.isGenerator || !keepsSignature(one.decorators) || isContextManager(one)) return unknown
  const receiver = callee.receiver ?? (callee.owner ? ({ kind: 'class', of: callee.owner } as const) : null)
  const self: Value | null = receiver?.kind === 'class' ? { kind: 'instance', of: receiver.of } : receiver
  const place: Place = { file: callee.file, receiver: self, owner: withTypeParameters(callee, one) }
  const chosen = signature ?? (one.overloads.length > 0 ? null : one)
  if (one.overloads.length > 0 && !signature) {
    const results = one.overloads.map(each =>
      each.returns ? valueOfType(world, each.returns.shape, place) : unknown,
    )
    return unionOf(results)
  }
  const returns = chosen?.returns
  const value = returns
    ? valueOfType(world, returns.shape, place)
    : one.result
      ? infer(world, one.result, { ...place, owner: null })
      : unknown
  const isWrapped = one.isAsync && callee.file.language === 'python'
  return isWrapped || (one.isAsync && !returns) ? { kind: 'awaitable', of: value } : value
}

export function isContextManager({ decorators }: CodeFunction): boolean {
  return decorators.some(decorator => /(^|\.)a?(sync)?contextmanager$/.test(decorator))
}

/** Type parameters of the function hide names of the file, like those of its class. */
function withTypeParameters(callee: Extract<Value, { kind: 'function' }>, one: CodeFunction): Place['owner'] {
  const parameters = [...one.typeParameters, ...one.overloads.flatMap(each => each.typeParameters)]
  const [part] = callee.owner?.parts ?? []
  if (parameters.length === 0) return callee.owner
  const definition = part?.definition ?? emptyClass
  const extended = { ...definition, typeParameters: [...definition.typeParameters, ...parameters] }
  return { name: callee.owner?.name ?? '', parts: [{ definition: extended, file: callee.file }] }
}

const emptyClass = {
  name: '',
  kind: 'class',
  bases: [],
  keywords: {},
  decorators: [],
  typeParameters: [],
  methods: [],
  attributes: [],
  classes: [],
  alias: null,
  isAbstract: false,
  isPrivate: false,
  isExported: false,
  isDynamic: false,
  doc: null,
  line: 0,
  endLine: 0,
} as const
