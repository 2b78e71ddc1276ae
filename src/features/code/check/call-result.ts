import type { CodeFunction, CodeSignature } from '../model/code.ts'
import { emptyClass } from '../model/empty-code.ts'
import { keepsSignature } from './decorators.ts'
import { lineageOf } from './lineage.ts'
import { functionOfSignature } from './make-value.ts'
import { findMethods, memberOf } from './members.ts'
import { nativeClass, nativePath } from './native-class.ts'
import { typesOfCall } from './type-scope.ts'
import {
  type ClassReference,
  expandAlias,
  guarded,
  type Place,
  unionOf,
  unknown,
  type Value,
  type World,
} from './values.ts'

/** What is known of a call besides its callee. */
export type CallFit = {
  /** The overload that fits; null where it is not known. */
  signature: CodeSignature | null
  /** The values of its arguments, by position. */
  given: readonly Value[]
  /** The type arguments, as written between `<` and `>`. */
  typeArguments: readonly Value[]
}

/** How a value is called: with `new` or without, and how the arguments fit where that is known. */
export type CallMade = { isNew: boolean; fit?: CallFit | null }

const plainCall: CallMade = { isNew: false }

/** The value that a call returns. */
export function resultOfCall(world: World, callee: Value, call: CallMade = plainCall): Value {
  const { isNew, fit = null } = call
  switch (callee.kind) {
    case 'class':
      return resultOfClass(world, callee, call)
    case 'record':
      return callee.isEnum ? unknown : { ...callee, isInstance: true }
    case 'native': {
      const path = nativePath(callee.path)
      const result = callee.isInstance ? null : nativeResult(path)
      if (result) return { ...callee, path: result, isInstance: true }
      return !callee.isInstance && nativeClass(path) ? { ...callee, path, isInstance: true } : unknown
    }
    case 'builtin_class':
      return { kind: 'builtin', type: callee.type, element: unknown }
    case 'function':
      return unionOf(
        callee.functions.map(one =>
          guarded<Value>(
            world,
            { key: `${callee.file.hash} ${one.name} ${one.line} result`, otherwise: unknown },
            () => resultOfFunction(world, { callee, one, fit }),
          ),
        ),
      )
    case 'instance': {
      const expanded = expandAlias(world, callee)
      if (expanded !== callee) return resultOfCall(world, expanded, call)
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
          types: part.types,
        },
        { isNew: false, fit },
      )
    }
    case 'object': {
      const ways = callee.entries.flatMap(({ name, signature }) =>
        name === (isNew ? 'new' : 'call') && signature ? signature : [],
      )
      const fitting = ways.filter(way => way === fit?.signature)
      return unionOf(
        (fitting.length > 0 ? fitting : ways).map(way =>
          resultOfCall(world, functionOfSignature(way, callee), { isNew: false, fit }),
        ),
      )
    }
    case 'union':
      return unionOf(callee.options.map(option => resultOfCall(world, option, call)))
    case 'all': {
      const results = callee.options.map(option => resultOfCall(world, option, call))
      return results.find(({ kind }) => kind !== 'unknown') ?? unknown
    }
    default:
      return unknown
  }
}

/** The method that runs when an object is called. */
export function callableName(value: Extract<Value, { kind: 'instance' }>): string {
  return value.of.parts[0]?.file.language === 'python' ? '__call__' : 'call'
}

function resultOfClass(
  world: World,
  callee: Extract<Value, { kind: 'class' }>,
  { isNew, fit = null }: CallMade,
): Value {
  const [first] = callee.of.parts
  if (!first) return unknown
  if (first.file.language !== 'python')
    return isNew ? { kind: 'instance', of: specializedBy(world, callee.of, fit) } : unknown
  const lineage = lineageOf(world, callee.of)
  // Calling an enumeration looks a member up, or makes a new enumeration.
  if (
    lineage.parts.some(({ definition: { name } }) => /^(Int|Str)?(Enum|Flag)$/.test(name)) &&
    first.definition.kind !== 'enum'
  )
    return unknown
  if (/^(Int|Str)?(Enum|Flag)$/.test(first.definition.name)) return unknown
  // Calling a metaclass returns a class whose members are not in the metaclass's source.
  if (lineage.builtins.includes('type')) return unknown
  const maker = findMethods(lineage, '__new__')
  // A decorated `__new__` without a return type may return anything.
  if (maker?.functions.some(one => one.returns === null && one.result === null && givesOther(one)))
    return unknown
  return { kind: 'instance', of: callee.of }
}

/** `new Box(item)` determines the type parameters of the class. */
function specializedBy(world: World, of: ClassReference, fit: CallFit | null): ClassReference {
  if (of.parts.every(({ definition }) => definition.typeParameters.length === 0)) return of
  const parts = of.parts.map(part => {
    const place: Place = { file: part.file, receiver: null, owner: null, types: part.types }
    const { given = [], typeArguments = [], signature } = fit ?? {}
    const isOwn = part.definition.methods.some(
      one => one === signature || one.overloads.some(each => each === signature),
    )
    const call = { parameters: signature?.parameters ?? [], given: isOwn ? given : [], typeArguments, place }
    // An inherited constructor refers to the type parameters of the class that declares it.
    const { typeParameters } = part.definition
    return { ...part, types: typesOfCall(world, isOwn ? part.definition : { typeParameters }, call) }
  })
  return { name: of.name, parts }
}

function givesOther(maker: CodeFunction): boolean {
  return maker.decorators.some(decorator => decorator !== 'staticmethod')
}

type FunctionCall = {
  callee: Extract<Value, { kind: 'function' }>
  /** One of the callee's functions. */
  one: CodeFunction
  fit: CallFit | null
}

function resultOfFunction(world: World, { callee, one, fit }: FunctionCall): Value {
  const signature = fit?.signature ?? null
  const native = callee.owner ? null : nativeResult(`${callee.file.module}.${one.name}`)
  if (native) return { kind: 'native', path: native, through: callee.file.module, isInstance: true }
  if (one.isGenerator || !keepsSignature(one.decorators) || isContextManager(one)) return unknown
  const receiver = callee.receiver ?? (callee.owner ? ({ kind: 'class', of: callee.owner } as const) : null)
  const self: Value | null = receiver?.kind === 'class' ? { kind: 'instance', of: receiver.of } : receiver
  const place: Place = {
    file: callee.file,
    receiver: self,
    owner: withTypeParameters(callee, one),
    types: callee.types,
  }
  const own = signature && [one, ...one.overloads].includes(signature) ? signature : null
  const chosen = own ?? (one.overloads.length > 0 ? null : one)
  if (!chosen) {
    const results = one.overloads.map(each =>
      each.returns ? world.valueOfType(each.returns.shape, place) : unknown,
    )
    return unionOf(results)
  }
  if (fit && chosen.typeParameters.length > 0 && callee.file.language !== 'python')
    place.types = typesOfCall(world, chosen, { ...fit, parameters: chosen.parameters, place })
  const { returns } = chosen
  const value = returns
    ? world.valueOfType(returns.shape, place)
    : one.result
      ? world.infer(one.result, { ...place, owner: null })
      : unknown
  const isWrapped = one.isAsync && callee.file.language === 'python'
  return isWrapped || (one.isAsync && !returns) ? { kind: 'awaitable', of: value } : value
}

export function isContextManager({ decorators }: CodeFunction): boolean {
  return decorators.some(decorator => /(^|\.)a?(sync)?contextmanager$/.test(decorator))
}

/** Type parameters of the function shadow names of the file, like those of its class. */
function withTypeParameters(callee: Extract<Value, { kind: 'function' }>, one: CodeFunction): Place['owner'] {
  const parameters = [...one.typeParameters, ...one.overloads.flatMap(each => each.typeParameters)]
  const [part] = callee.owner?.parts ?? []
  if (parameters.length === 0) return callee.owner
  const definition = part?.definition ?? emptyClass
  const extended = { ...definition, typeParameters: [...definition.typeParameters, ...parameters] }
  return { name: callee.owner?.name ?? '', parts: [{ definition: extended, file: callee.file }] }
}

/** The value of `await value`. */
export function awaited(world: World, value: Value): Value {
  switch (value.kind) {
    case 'awaitable':
      return value.of
    case 'union':
      return unionOf(value.options.map(option => awaited(world, option)))
    case 'all': {
      const promise = value.options.find(({ kind }) => kind === 'awaitable')
      return promise ? awaited(world, promise) : unknown
    }
    case 'instance':
      return awaitedInstance(world, value)
    default:
      return unknown
  }
}

/** Awaiting `interface Chain extends Promise<Response>` returns a response; a value without `then` returns itself. */
function awaitedInstance(world: World, value: Extract<Value, { kind: 'instance' }>): Value {
  const expanded = expandAlias(world, value)
  if (expanded !== value) return awaited(world, expanded)
  if (value.of.parts[0]?.file.language === 'python') return unknown
  const place = { receiver: null, owner: value.of }
  for (const { definition, file, types } of lineageOf(world, value.of).parts)
    for (const { shape } of definition.bases) {
      const base = shape.kind === 'index' ? world.valueOfType(shape, { ...place, file, types }) : unknown
      if (base.kind === 'awaitable') return base.of
    }
  return memberOf(world, value, 'then').status === 'missing' ? value : unknown
}

/** Functions of the standard library whose return type is not in the Python source. */
const results: Readonly<Record<string, string>> = {
  're.compile': 're.Pattern',
  'threading.Lock': '_thread.lock',
  'threading.RLock': '_thread.RLock',
  '_thread.allocate_lock': '_thread.lock',
  'uuid.uuid1': 'uuid.UUID',
  'uuid.uuid3': 'uuid.UUID',
  'uuid.uuid4': 'uuid.UUID',
  'uuid.uuid5': 'uuid.UUID',
  'decimal.getcontext': 'decimal.Context',
  'hashlib.md5': '_hashlib.HASH',
  'hashlib.sha1': '_hashlib.HASH',
  'hashlib.sha256': '_hashlib.HASH',
  'hashlib.sha512': '_hashlib.HASH',
}

/** The class that a function of the standard library returns an instance of; null when it is not known. */
function nativeResult(path: string): string | null {
  return Object.hasOwn(results, path) ? (results[path] ?? null) : null
}

/** The value of each item when `value` is iterated. */
export function elementOf(world: World, value: Value): Value {
  if (value.kind === 'builtin') return value.element
  if (value.kind !== 'instance') return unknown
  const methods = findMethods(lineageOf(world, value.of), '__iter__')
  if (!methods) return unknown
  const { functions, part } = methods
  const iterator = resultOfCall(world, {
    kind: 'function',
    functions,
    file: part.file,
    owner: { name: part.definition.name, parts: [part] },
    receiver: value,
  })
  return iterator.kind === 'builtin' ? iterator.element : unknown
}
