import type { CodeClass, CodeExpression, CodeSignature } from '../model/code.ts'
import { lineageOf } from './lineage.ts'
import { type ClassPart, type Place, type TypeScope, unknown, type Value, type World } from './values.ts'

/** The type parameters of a class, interface or alias with their arguments, else their defaults. */
export function typeScopeOf(world: World, part: ClassPart, given: readonly Value[]): TypeScope {
  const { definition, file } = part
  const scope = new Map<string, Value>(part.types)
  for (const [at, name] of definition.typeParameters.entries()) {
    const written = definition.typeBounds?.[name]?.default
    const place: Place = { file, receiver: null, owner: null, types: scope }
    scope.set(name, given[at] ?? (written ? world.valueOfType(written.shape, place) : unknown))
  }
  return scope
}

type CallOfGeneric = {
  parameters: CodeSignature['parameters']
  /** The values of the arguments, by position. */
  given: readonly Value[]
  /** The type arguments, as written between `<` and `>`. */
  typeArguments: readonly Value[]
  place: Place
}

/**
 * The type parameters of a call: as written, else as inferred from the arguments. One that no argument can determine has
 * its default or its bound; one that an argument should determine but does not is unknown.
 */
export function typesOfCall(
  world: World,
  { typeParameters, typeBounds }: Pick<CodeSignature, 'typeParameters' | 'typeBounds'>,
  { parameters, given, typeArguments, place }: CallOfGeneric,
): TypeScope {
  const scope = new Map<string, Value>(place.types)
  for (const name of typeParameters) scope.delete(name)
  const shown = new Map<string, Value>()
  for (const [at, value] of given.entries()) {
    const shape = parameters[at]?.type?.shape
    if (shape) match(shape, value, { names: typeParameters, shown })
  }
  for (const [at, name] of typeParameters.entries()) {
    const bound = typeBounds?.[name]
    const fallback = bound?.default ?? bound?.extends
    const isShown = given.some((value, at) => {
      const shape = (parameters[at] ?? parameters.at(-1))?.type?.shape
      return shape !== undefined && mayShow(world, { shape, name, value, place })
    })
    const value = typeArguments[at] ?? shown.get(name)
    scope.set(
      name,
      value ??
        (isShown || !fallback ? unknown : world.valueOfType(fallback.shape, { ...place, types: scope })),
    )
  }
  return scope
}

type Showing = { shape: CodeExpression; name: string; value: Value; place: Place }

/** Whether an argument can determine a type parameter. `any` does so only where the parameter is the whole type. */
function mayShow(world: World, { shape, name, value, place }: Showing): boolean {
  if (!mentions(shape, name)) return false
  if (value.kind === 'unknown' && value.isAny) return isNaked(shape, name)
  if (shape.kind === 'choice' || shape.kind === 'all')
    return shape.options.some(option => mayShow(world, { shape: option, name, value, place }))
  if (value.kind !== 'object' || value.isOpen || shape.kind !== 'index') return true
  const wanted = world.valueOfType(shape.object, place)
  if (wanted.kind !== 'instance') return true
  const { parts, isOpen } = lineageOf(world, wanted.of)
  return value.entries.some(({ name: key }) => {
    const part = parts.find(({ definition }) => memberNamed(definition, key))
    const member = part && memberNamed(part.definition, key)
    if (!part || !member) return isOpen
    return part.definition.typeParameters.some(parameter => mentions(member, parameter))
  })
}

function memberNamed({ attributes, methods }: CodeClass, name: string): object | undefined {
  return attributes.find(one => one.name === name) ?? methods.find(one => one.name === name)
}

function isNaked(shape: CodeExpression, name: string): boolean {
  if (shape.kind === 'name') return shape.name === name
  return (
    (shape.kind === 'choice' || shape.kind === 'all') && shape.options.some(option => isNaked(option, name))
  )
}

type Matching = { names: readonly string[]; shown: Map<string, Value> }

/** Infers type parameters by comparing a written type with a value of it. */
function match(shape: CodeExpression, value: Value, matching: Matching): void {
  const { names, shown } = matching
  if (shape.kind === 'name' && names.includes(shape.name)) {
    if (!shown.has(shape.name)) shown.set(shape.name, value)
    return
  }
  if (shape.kind !== 'index' || shape.object.kind !== 'name') return
  const [first] = shape.keys
  if (!first) return
  const { name } = shape.object
  if (value.kind === 'builtin' && /^(Readonly)?Array$|^Iterable$/.test(name))
    match(first, value.element, matching)
  if (value.kind === 'awaitable' && /^Promise(Like)?$/.test(name)) match(first, value.of, matching)
  const part =
    value.kind === 'instance' ? value.of.parts.find(one => one.definition.name === name) : undefined
  for (const [at, parameter] of (part?.definition.typeParameters ?? []).entries()) {
    const key = shape.keys[at]
    const held = part?.types?.get(parameter)
    if (key && held) match(key, held, matching)
  }
}

const texts = new WeakMap<object, string>()

/** Whether a name occurs anywhere in a written type. */
function mentions(shape: object, name: string): boolean {
  const text = texts.get(shape) ?? JSON.stringify(shape)
  texts.set(shape, text)
  return text.includes(`"name":${JSON.stringify(name)}`)
}
