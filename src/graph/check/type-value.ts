import type { CodeClass, CodeExpression, CodeFile, CodeFunction, CodeSignature } from '../../model/code.ts'
import { infer, type Place } from './infer.ts'
import { lookUpInside } from './look-up.ts'
import { memberOf } from './members.ts'
import { scriptClass } from './native-class.ts'
import { builtinClasses } from './python-builtins.ts'
import { guarded, nothing, unionOf, unknown, type Value, type World } from './values.ts'

const sequences = new Set(
  'list List Sequence MutableSequence Iterable Iterator Collection set Set frozenset FrozenSet AbstractSet MutableSet Deque deque Generator AsyncIterator AsyncIterable AsyncGenerator Array ReadonlyArray ReadonlySet IterableIterator AsyncIterableIterator Reversible KeysView ValuesView'.split(
    ' ',
  ),
)
const sameAs = new Set(
  'Omit Pick Annotated ClassVar Final Required NotRequired ReadOnly InitVar Readonly NonNullable Partial'.split(
    ' ',
  ),
)
const primitives: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
}
const awaitables = new Set('Awaitable Promise PromiseLike'.split(' '))

/** A value of a written type. */
export function valueOfType(world: World, shape: CodeExpression, place: Place): Value {
  switch (shape.kind) {
    case 'name':
      return valueOfName(world, shape.name, place)
    case 'member': {
      const owner = infer(world, shape.object, place)
      if (owner.kind === 'unknown') return unknown
      const member = memberOf(world, owner, shape.name)
      return member.status === 'found' ? instanceOf(member.value) : unknown
    }
    case 'index':
      return valueOfGeneric(world, shape, place)
    case 'choice':
      return unionOf(shape.options.map(option => valueOfType(world, option, place)))
    case 'all':
      return { kind: 'all', options: shape.options.map(option => valueOfType(world, option, place)) }
    case 'literal':
      return ['None', 'null', 'undefined'].includes(shape.type)
        ? nothing
        : { kind: 'builtin', type: shape.type, element: unknown }
    case 'object':
      return { kind: 'object', entries: shape.entries, isOpen: shape.isOpen, file: place.file }
    case 'lambda':
      return functionOfSignature(
        { typeParameters: [], parameters: shape.parameters, returns: shape.returns },
        place.file,
      )
    default:
      return unknown
  }
}

/** The instance of a class, and what stands for itself in a type. */
function instanceOf(value: Value): Value {
  switch (value.kind) {
    case 'class':
      return { kind: 'instance', of: value.of }
    case 'record':
      return { ...value, isInstance: true }
    case 'native':
      return value.isInstance ? unknown : { ...value, isInstance: true }
    case 'builtin_class':
      return { kind: 'builtin', type: value.type, element: unknown }
    case 'union':
      return unionOf(value.options.map(instanceOf))
    case 'all': {
      const classes = value.options.filter(({ kind }) => kind === 'class')
      return classes.length > 0 ? unionOf(classes.map(instanceOf)) : unknown
    }
    default:
      return unknown
  }
}

function valueOfName(world: World, name: string, place: Place): Value {
  if (name === 'Self' || name === 'this') return place.receiver ?? unknown
  if (['None', 'void', 'undefined', 'null', 'never'].includes(name)) return nothing
  if (['Any', 'any', 'unknown', 'object', 'AnyStr', 'type', 'Type'].includes(name)) return unknown
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

/** `StrPath = Union[str, PathLike]`: a variable that stands for a type. */
function aliasValue(world: World, name: string, place: Place): Value {
  const variable = place.file.variables.find(one => one.name === name)
  if (!variable?.value) return unknown
  const { value } = variable
  if (value.kind !== 'index' && value.kind !== 'choice') return unknown
  return guarded<Value>(world, `${place.file.hash} ${name} alias`, unknown, () =>
    valueOfType(world, value, place),
  )
}

function valueOfScriptName(world: World, name: string, place: Place): Value {
  const { file } = place
  const primitive = primitives[name]
  if (primitive) return { kind: 'builtin', type: primitive, element: unknown, through: file.module }
  const aliases = file.classes.filter(one => one.name === name && one.kind === 'type')
  const alias = aliases[0]?.alias
  if (alias)
    return guarded<Value>(world, `${file.hash} ${name} alias`, unknown, () =>
      valueOfType(world, alias.shape, { ...place, owner: ownerOf(place, name) }),
    )
  const types = file.classes.filter(one => one.name === name && one.kind !== 'namespace')
  if (types.length > 0)
    return { kind: 'instance', of: { name, parts: types.map(definition => ({ definition, file })) } }
  const result = lookUpInside(world, file, name)
  if (result.status === 'found') return expandAlias(world, instanceOf(result.value))
  if (result.status === 'unsure') return unknown
  const nested = nestedTypes(file.classes, name)
  const parts = nested.map(definition => ({ definition, file }))
  return parts.length > 0
    ? expandAlias(world, { kind: 'instance', of: { name, parts } })
    : languageValue(name, file)
}

/** An object that the language itself brings along. */
function languageValue(name: string, file: CodeFile): Value {
  const path = scriptClass(name)
  return path ? { kind: 'native', path, through: file.module, isInstance: true } : unknown
}

/** Inside a namespace its types are known by their short names. */
function nestedTypes(classes: readonly CodeClass[], name: string): CodeClass[] {
  return classes.flatMap(one =>
    one.kind === 'namespace'
      ? [
          ...one.classes.filter(inner => inner.name === name && inner.kind !== 'namespace'),
          ...nestedTypes(one.classes, name),
        ]
      : [],
  )
}

/** An imported name may be a type alias of another file. */
export function expandAlias(world: World, value: Value): Value {
  if (value.kind !== 'instance') return value
  const part = value.of.parts.find(({ definition }) => definition.kind === 'type')
  const alias = part?.definition.alias
  if (!part || !alias) return value
  const place: Place = { file: part.file, receiver: null, owner: value.of }
  return guarded<Value>(world, `${part.file.hash} ${value.of.name} alias`, unknown, () =>
    expandAlias(world, valueOfType(world, alias.shape, place)),
  )
}

/** The alias's own type parameters are unknown inside it. */
function ownerOf({ file, owner }: Place, name: string): Place['owner'] {
  const parts = file.classes.filter(one => one.name === name).map(definition => ({ definition, file }))
  return { name, parts: [...parts, ...(owner?.parts ?? [])] }
}

function valueOfGeneric(
  world: World,
  { object, keys }: Extract<CodeExpression, { kind: 'index' }>,
  place: Place,
): Value {
  const name = object.kind === 'name' ? object.name : object.kind === 'member' ? object.name : ''
  const [first] = keys
  const typed = (shape: CodeExpression | undefined) => (shape ? valueOfType(world, shape, place) : unknown)
  if (name === 'typeof') return first ? infer(world, first, place) : unknown
  if (name === 'Optional') return unionOf([typed(first), nothing])
  if (name === 'Union') return unionOf(keys.map(typed))
  if (sameAs.has(name)) return typed(first)
  if (awaitables.has(name)) return { kind: 'awaitable', of: typed(first) }
  if (name === 'Coroutine') return { kind: 'awaitable', of: typed(keys[2]) }
  if (sequences.has(name) && !isDefinedHere(place, name))
    return place.file.language === 'python'
      ? { kind: 'builtin', type: name, element: typed(first) }
      : { kind: 'builtin', type: name, element: typed(first), through: place.file.module }
  if (name === 'type' || name === 'Type') {
    const value = typed(first)
    return value.kind === 'instance' ? { kind: 'class', of: value.of } : unknown
  }
  if (name === 'Record' && place.file.language !== 'python') return recordOf(world, keys, place)
  if (['Literal', 'Callable', 'Dict', 'dict', 'Tuple', 'tuple', 'Mapping'].includes(name)) return unknown
  return valueOfType(world, object, place)
}

/** `Record<'get' | 'post', Handler>`: an object with these members. Keys that are not spelt out leave it unknown. */
function recordOf(world: World, [key, value]: readonly CodeExpression[], place: Place): Value {
  const names = key ? keysOf(world, key, place) : null
  if (!names || !value) return unknown
  const entries = names.map(name => ({ name, value, signature: null, isOptional: false, line: 0 }))
  return { kind: 'object', entries, isOpen: false, file: place.file }
}

function keysOf(world: World, shape: CodeExpression, place: Place): string[] | null {
  if (shape.kind === 'literal') return shape.text === null ? null : [shape.text]
  if (shape.kind === 'choice') {
    const lists = shape.options.map(option => keysOf(world, option, place))
    return lists.every(list => list !== null) ? lists.flat() : null
  }
  if (shape.kind !== 'name') return null
  const result = lookUpInside(world, place.file, shape.name)
  if (result.status !== 'found' || result.value.kind !== 'class') return null
  const [part] = result.value.of.parts
  const alias = part?.definition.alias
  if (!part || !alias) return null
  return guarded<string[] | null>(world, `${part.file.hash} ${shape.name} keys`, null, () =>
    keysOf(world, alias.shape, { file: part.file, receiver: null, owner: null }),
  )
}

function isDefinedHere({ file }: Place, name: string): boolean {
  return file.language !== 'python' && file.classes.some(one => one.name === name)
}

/** A function type: one function without a name. */
export function functionOfSignature(signature: CodeSignature, file: CodeFile): Value {
  return { kind: 'function', functions: [functionOf(signature)], file, owner: null, receiver: null }
}

export function functionOf(signature: CodeSignature): CodeFunction {
  return {
    ...signature,
    name: '',
    kind: 'function',
    overloads: [],
    decorators: [],
    result: null,
    hasBody: false,
    isAsync: false,
    isGenerator: false,
    isStatic: true,
    isClassMethod: false,
    isAbstract: false,
    isPrivate: false,
    isExported: false,
    locals: [],
    doc: null,
    line: 0,
    endLine: 0,
  }
}
