import type { CodeExpression, CodeFile } from '../model/code.ts'
import { enclosingSpaces, nestedTypes, typesNamed } from './file-index.ts'
import { lookUpInside } from './look-up.ts'
import { functionOfLambda, objectOf } from './make-value.ts'
import { memberOf } from './members.ts'
import { scriptClass } from './native-class.ts'
import { builtinClasses } from './python-builtins.ts'
import { typeScopeOf } from './type-scope.ts'
import { valueOfOperator, valueOfUtility } from './utility-type.ts'
import {
  anything,
  type ClassReference,
  expandAlias,
  guarded,
  nothing,
  type Place,
  unionOf,
  unknown,
  type Value,
  type World,
} from './values.ts'

const sequences = new Set(
  'list List Sequence MutableSequence Iterable Iterator Collection set Set frozenset FrozenSet AbstractSet MutableSet Deque deque Generator AsyncIterator AsyncIterable AsyncGenerator Reversible KeysView ValuesView'.split(
    ' ',
  ),
)
const sameAs = new Set('Annotated ClassVar Final Required NotRequired ReadOnly InitVar'.split(' '))
const primitives: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
}
const scriptSequences = new Set(
  'Array ReadonlyArray Set ReadonlySet Iterable Iterator IterableIterator AsyncIterable AsyncIterator AsyncIterableIterator Generator AsyncGenerator'.split(
    ' ',
  ),
)
const awaitables = new Set('Awaitable Promise PromiseLike'.split(' '))

/** More steps than any finite type needs; recursive types are cut here. */
const mostSteps = 2_000

/** A value of a written type. */
export function valueOfType(world: World, shape: CodeExpression, place: Place): Value {
  world.steps = world.depth === 0 ? 0 : world.steps + 1
  if (world.steps > mostSteps) return unknown
  switch (shape.kind) {
    case 'name':
      return valueOfName(world, shape.name, place)
    case 'member': {
      const owner = spaceOf(world, shape.object, place)
      if (owner.kind === 'unknown') return unknown
      const member = memberOf(world, owner, shape.name)
      if (member.status !== 'found') return unknown
      return place.file.language === 'python'
        ? instanceOf(member.value)
        : specialize(world, instanceOf(member.value), [])
    }
    case 'index':
      return valueOfGeneric(world, shape, place)
    case 'choice':
      return unionOf(shape.options.map(option => valueOfType(world, option, place)))
    case 'all':
      return { kind: 'all', options: shape.options.map(option => valueOfType(world, option, place)) }
    case 'literal':
      return ['None', 'null', 'undefined'].includes(shape.type) ? nothing : literalOf(shape, place)
    case 'object':
      return objectOf(shape, place)
    case 'lambda':
      return functionOfLambda(shape, place)
    default:
      return unknown
  }
}

/** The part before the dot of a type: a namespace, also where a value of the same name has that very type. */
function spaceOf(world: World, shape: CodeExpression, place: Place): Value {
  const { file } = place
  const parts = file.classes.filter(
    one => shape.kind === 'name' && one.name === shape.name && one.kind === 'namespace',
  )
  if (place.file.language === 'python' || parts.length === 0 || shape.kind !== 'name')
    return world.infer(shape, place)
  return { kind: 'class', of: { name: shape.name, parts: parts.map(definition => ({ definition, file })) } }
}

function literalOf({ type, text }: Extract<CodeExpression, { kind: 'literal' }>, { file }: Place): Value {
  const value = { kind: 'builtin', type, element: unknown } as const
  return text === null || file.language === 'python' ? value : { ...value, text }
}

function emptyObject({ file }: Place): Value {
  return { kind: 'object', entries: [], isOpen: false, file }
}

/** The value that a type name denotes: an instance, for a class. */
function instanceOf(value: Value): Value {
  switch (value.kind) {
    case 'class':
      return isNamespace(value.of) || isAny(value.of) ? unknown : { kind: 'instance', of: value.of }
    case 'record':
      return { ...value, isInstance: true }
    case 'native':
      return value.isInstance || anyPath.test(value.path) ? unknown : { ...value, isInstance: true }
    case 'builtin_class':
      return { kind: 'builtin', type: value.type, element: unknown }
    case 'union':
      return unionOf(value.options.map(instanceOf))
    case 'all': {
      const classes = value.options.filter(one => one.kind === 'class' && !isNamespace(one.of))
      return classes.length > 0 ? unionOf(classes.map(instanceOf)) : unknown
    }
    default:
      return unknown
  }
}

/** `typing.Any` is a class since Python 3.11, but a value of that type has every member. */
const anyPath = /^typing(?:_extensions)?\.Any$/

function isAny({ name, parts }: ClassReference): boolean {
  return parts.some(({ file }) => anyPath.test(`${file.module}.${name}`))
}

/** Whether a reference is only a namespace, which is no type. */
function isNamespace({ parts }: ClassReference): boolean {
  return parts.length > 0 && parts.every(({ definition }) => definition.kind === 'namespace')
}

function valueOfName(world: World, name: string, place: Place): Value {
  if (name === 'Self' || name === 'this') return place.receiver ?? unknown
  if (['None', 'void', 'undefined', 'null', 'never'].includes(name)) return nothing
  const bound = place.types?.get(name)
  if (bound) return bound
  if (place.file.language !== 'python' && name === 'any') return anything
  if (place.file.language !== 'python' && name === 'object') return emptyObject(place)
  if (['Any', 'unknown', 'AnyStr', 'type', 'Type'].includes(name)) return unknown
  if (place.owner?.parts.some(({ definition }) => definition.typeParameters.includes(name))) return unknown
  const { file } = place
  if (file.language !== 'python') return valueOfScriptName(world, name, place)
  const result = lookUpInside(world, file, name)
  if (result.status === 'found') {
    if (result.value.kind !== 'unknown') return instanceOf(result.value)
    return aliasValue(world, name, place)
  }
  return builtinClasses[name] ? { kind: 'builtin', type: name, element: unknown } : unknown
}

/** `StrPath = Union[str, PathLike]`: a variable that is a type alias. */
function aliasValue(world: World, name: string, place: Place): Value {
  const variable = place.file.variables.find(one => one.name === name)
  if (!variable?.value) return unknown
  const { value } = variable
  if (value.kind !== 'index' && value.kind !== 'choice') return unknown
  return guarded<Value>(world, { key: `${place.file.hash} ${name} alias`, otherwise: unknown }, () =>
    valueOfType(world, value, place),
  )
}

function valueOfScriptName(world: World, name: string, place: Place): Value {
  const { file } = place
  const primitive = primitives[name]
  if (primitive) return { kind: 'builtin', type: primitive, element: unknown, through: file.module }
  return specialize(world, instanceOfName(world, name, place), [])
}

/** The type of this name, before its type parameters are set. */
function instanceOfName(world: World, name: string, { file, owner }: Place): Value {
  for (const space of enclosingSpaces(file, owner?.parts[0]?.definition)) {
    const inner = space.classes.filter(one => one.name === name && one.kind !== 'namespace')
    if (inner.length > 0)
      return { kind: 'instance', of: { name, parts: inner.map(definition => ({ definition, file })) } }
  }
  const types = typesNamed(file, name)
  if (types.length > 0)
    return { kind: 'instance', of: { name, parts: types.map(definition => ({ definition, file })) } }
  const result = lookUpInside(world, file, name)
  if (result.status === 'found') return instanceOf(result.value)
  if (result.status === 'unsure') return unknown
  const parts = nestedTypes(file, name).map(definition => ({ definition, file }))
  return parts.length > 0 ? { kind: 'instance', of: { name, parts } } : languageValue(name, file)
}

/** Sets the type parameters of a class, interface or alias to the arguments, else to their defaults. */
export function specialize(world: World, value: Value, given: readonly Value[]): Value {
  if (value.kind === 'union') return unionOf(value.options.map(option => specialize(world, option, given)))
  if (value.kind !== 'instance') return value
  const isGeneric = value.of.parts.some(({ definition }) => definition.typeParameters.length > 0)
  if (!isGeneric) return expandAlias(world, value)
  const parts = value.of.parts.map(part => ({ ...part, types: typeScopeOf(world, part, given) }))
  return expandAlias(world, { kind: 'instance', of: { name: value.of.name, parts } })
}

/** An instance of a global class. */
function languageValue(name: string, file: CodeFile): Value {
  const path = scriptClass(name)
  return path ? { kind: 'native', path, through: file.module, isInstance: true } : unknown
}

function valueOfGeneric(
  world: World,
  { object, keys }: Extract<CodeExpression, { kind: 'index' }>,
  place: Place,
): Value {
  const name = object.kind === 'name' ? object.name : object.kind === 'member' ? object.name : ''
  const [first] = keys
  const typed = (shape: CodeExpression | undefined) => (shape ? valueOfType(world, shape, place) : unknown)
  if (place.file.language !== 'python') return valueOfScriptGeneric(world, { object, keys }, place)
  if (name === 'Optional') return unionOf([typed(first), nothing])
  if (name === 'Union') return unionOf(keys.map(typed))
  if (sameAs.has(name)) return typed(first)
  if (awaitables.has(name)) return { kind: 'awaitable', of: typed(first) }
  if (name === 'Coroutine') return { kind: 'awaitable', of: typed(keys[2]) }
  if (sequences.has(name)) return { kind: 'builtin', type: name, element: typed(first) }
  if (name === 'type' || name === 'Type') {
    const value = typed(first)
    return value.kind === 'instance' ? { kind: 'class', of: value.of } : unknown
  }
  if (['Literal', 'Callable', 'Dict', 'dict', 'Tuple', 'tuple', 'Mapping'].includes(name)) return unknown
  return valueOfType(world, object, place)
}

/** `Map<string, Item>`, `Partial<Options>`, `Options['retry']`, `keyof Options`… */
function valueOfScriptGeneric(
  world: World,
  { object, keys }: Pick<Extract<CodeExpression, { kind: 'index' }>, 'object' | 'keys'>,
  place: Place,
): Value {
  const typed = (shape: CodeExpression | undefined) => (shape ? valueOfType(world, shape, place) : unknown)
  if (object.kind === 'name') {
    const operated = valueOfOperator(world, { word: object.name, keys }, place)
    if (operated) return operated
    if (!isDefinedHere(place, object.name)) {
      const through = place.file.module
      if (awaitables.has(object.name)) return { kind: 'awaitable', of: typed(keys[0]), through }
      if (scriptSequences.has(object.name))
        return { kind: 'builtin', type: object.name, element: typed(keys[0]), through }
      const utility = valueOfUtility(world, { word: object.name, keys }, place)
      if (utility) return utility
    }
    if (place.types?.has(object.name)) return unknown
    return specialize(world, instanceOfName(world, object.name, place), keys.map(typed))
  }
  const member =
    object.kind === 'member' ? memberOf(world, spaceOf(world, object.object, place), object.name) : null
  return member?.status === 'found' ? specialize(world, instanceOf(member.value), keys.map(typed)) : unknown
}

/** Whether the file defines or imports a name that is also global. */
function isDefinedHere({ file }: Place, name: string): boolean {
  const isNamed = typesNamed(file, name).length > 0 || nestedTypes(file, name).length > 0
  return isNamed || file.imports.some(one => one.alias === name)
}
