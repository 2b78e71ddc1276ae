import type { CodeFunction, CodeParameter, CodeSignature } from '../model/code.ts'
import { emptyFile } from '../model/empty-code.ts'
import { callableName } from './call-result.ts'
import { fieldParameter, fieldParameters, isDataclass, keepsCalls } from './decorators.ts'
import { lineageOf } from './lineage.ts'
import { findMethods } from './members.ts'
import { nativePath } from './native-class.ts'
import { nativeSignature } from './native-signature.ts'
import {
  type ClassPart,
  type ClassReference,
  expandAlias,
  type Lineage,
  type Place,
  unknown,
  type Value,
  type World,
} from './values.ts'

/** One signature of a callee, with the place where its types are written. */
export type Callable = { signature: CodeSignature; parameters: readonly CodeParameter[]; place: Place }

/**
 * The signatures of a value: groups that must all accept the call (a class may have `__new__` and `__init__`), each
 * with alternatives of which one must. Null when they are not known.
 */
export function signaturesOf(world: World, value: Value, isNew: boolean): Callable[][] | null {
  switch (value.kind) {
    case 'function':
      return signaturesOfFunctions(world, value)
    case 'class':
      return isNew || isPython(value.of) ? signaturesOfClass(world, value.of) : null
    case 'native': {
      const parameters =
        value.isInstance || value.through === null ? null : nativeSignature(nativePath(value.path))
      return parameters ? [[toCallable(parameters, { name: value.path, parts: [] })]] : null
    }
    case 'record':
      return value.isInstance || value.isEnum ? null : [[recordSignature(value.fields, value.hasDefaults)]]
    case 'instance': {
      const expanded = expandAlias(world, value)
      if (expanded !== value) return signaturesOf(world, expanded, isNew)
      const lineage = lineageOf(world, value.of)
      const methods = findMethods(lineage, isNew ? 'new' : callableName(value))
      if (!methods) return null
      const { functions, part } = methods
      return signaturesOfFunctions(world, {
        kind: 'function',
        functions,
        file: part.file,
        owner: ownerOf(part),
        receiver: value,
        types: part.types,
      })
    }
    case 'object': {
      const ways = value.entries.filter(
        ({ name, signature }) => signature && name === (isNew ? 'new' : 'call'),
      )
      const place: Place = { file: value.file, receiver: null, owner: null, types: value.types }
      if (ways.length === 0) return null
      return [
        ways.flatMap(({ signature }) =>
          signature ? { signature, parameters: signature.parameters, place } : [],
        ),
      ]
    }
    case 'union': {
      const all = value.options
        .filter(({ kind }) => kind !== 'nothing')
        .map(option => signaturesOf(world, option, isNew))
      return all.every(one => one !== null && one.length === 1) ? [all.flatMap(one => one?.[0] ?? [])] : null
    }
    case 'all': {
      const known = value.options
        .map(option => signaturesOf(world, option, isNew))
        .filter(one => one !== null)
      return known.length > 0 ? [known.flatMap(groups => groups[0] ?? [])] : null
    }
    default:
      return null
  }
}

function signaturesOfFunctions(
  world: World,
  value: Extract<Value, { kind: 'function' }>,
): Callable[][] | null {
  const { functions, file, owner, receiver } = value
  const self: Value | null = receiver ?? (owner ? { kind: 'instance', of: owner } : null)
  const place: Place = { file, receiver: self, owner, types: value.types }
  if (functions.some(({ decorators }) => !keepsCalls(world, decorators, place))) return null
  const alternatives = functions.flatMap(one => {
    const seen = one.overloads.length > 0 ? one.overloads : [one]
    // In Python the implementation can be called with other arguments than its overloads; TypeScript hides it.
    const all = file.language === 'python' && one.overloads.length > 0 && one.hasBody ? [...seen, one] : seen
    return all.map(signature => ({
      signature,
      place: file.language === 'python' ? place : withOwnTypes(place, signature),
      parameters:
        file.language === 'javascript'
          ? signature.parameters.map(optional)
          : withoutReceiver(signature, one, value),
    }))
  })
  return [alternatives]
}

/** In JavaScript every parameter can be omitted. */
function optional(parameter: CodeParameter): CodeParameter {
  return { ...parameter, isOptional: true }
}

/** Type parameters of a function shadow names of the file; their values are unknown. */
function withOwnTypes(place: Place, { typeParameters }: CodeSignature): Place {
  if (typeParameters.length === 0) return place
  return {
    ...place,
    types: new Map([...(place.types ?? []), ...typeParameters.map(name => [name, unknown] as const)]),
  }
}

/** The parameters without the first one, where it receives the object. */
function withoutReceiver(
  { parameters }: CodeSignature,
  one: CodeFunction,
  { file, owner, receiver }: Extract<Value, { kind: 'function' }>,
): readonly CodeParameter[] {
  if (file.language !== 'python' || !owner) return parameters
  const isBound =
    one.name === '__new__' || (!one.isStatic && (receiver?.kind === 'instance' || one.isClassMethod))
  const [first] = parameters
  return isBound && first && first.kind !== 'var_positional' ? parameters.slice(1) : parameters
}

function signaturesOfClass(world: World, of: ClassReference): Callable[][] | null {
  const lineage = lineageOf(world, of)
  if (!isPython(of)) return signaturesOfScriptClass(world, lineage, of)
  const [first] = of.parts
  if (!first || hasOwnCall(lineage)) return null
  if (lineage.parts.some(({ definition }) => definition.kind === 'enum') || isEnumFamily(lineage))
    return enumSignature(lineage, of)
  const owner = lineage.parts.findIndex(
    one =>
      one.definition.methods.some(({ name }) => name === '__init__' || name === '__new__') ||
      isDataclass(one),
  )
  const part = lineage.parts[owner]
  if (!part) return signaturesWithoutConstructor(lineage, of)
  // A base class without source may define the constructor that is used.
  if (part.definition !== first.definition && lineage.isOpen) return null
  const isMixed = lineage.builtins.some(type => type !== 'object') && first.definition.bases.length > 1
  if (part.definition !== first.definition && isMixed) return null
  if (lineage.isOpen && part.definition.decorators.length > 0 && !isDataclass(part)) return null
  const { methods } = part.definition
  const groups = ['__init__', '__new__'].flatMap(name => {
    const functions = methods.filter(method => method.name === name)
    if (functions.length === 0) return []
    const bound = {
      kind: 'function',
      functions,
      file: part.file,
      owner: ownerOf(part),
      receiver: { kind: 'instance', of },
    } as const
    return [signaturesOfFunctions(world, bound)?.[0] ?? null]
  })
  if (groups.some(group => group === null)) return null
  const known = groups.filter(group => group !== null)
  if (known.length > 0) return agreeing(lineage, part, known)
  return dataclassSignature(lineage)
}

/** Where the nearest class has only `__init__`, an inherited `__new__` also receives the arguments. */
function agreeing(lineage: Lineage, part: ClassPart, groups: Callable[][]): Callable[][] | null {
  const hasMaker = lineage.parts.some(
    other =>
      other.definition !== part.definition && other.definition.methods.some(({ name }) => name === '__new__'),
  )
  return hasMaker && part.definition.methods.every(({ name }) => name !== '__new__')
    ? groups.slice(0, 1)
    : groups
}

function signaturesWithoutConstructor(lineage: Lineage, of: ClassReference): Callable[][] | null {
  if (lineage.isOpen) return null
  const [record] = lineage.records
  if (record && record.fields.length > 0) return [[recordSignature(record.fields, record.hasDefaults)]]
  if (record) {
    const fields = of.parts.flatMap(({ definition }) =>
      definition.attributes.filter(({ kind, type }) => kind === 'field' && type),
    )
    return [[toCallable(fields.map(fieldParameter), of)]]
  }
  if (lineage.builtins.some(type => type !== 'object')) return null
  if (
    lineage.parts.some(({ definition }) =>
      definition.bases.some(({ text }) => /TypedDict|Protocol/.test(text)),
    )
  )
    return null
  return [[toCallable([], of)]]
}

function signaturesOfScriptClass(world: World, lineage: Lineage, of: ClassReference): Callable[][] | null {
  if (of.parts.every(({ definition }) => definition.kind !== 'class')) return null
  for (const part of lineage.parts) {
    if (part.definition.kind !== 'class') continue
    const functions = part.definition.methods.filter(({ kind }) => kind === 'constructor')
    if (functions.length > 0)
      return signaturesOfFunctions(world, {
        kind: 'function',
        functions,
        file: part.file,
        owner: ownerOf(part),
        receiver: { kind: 'instance', of },
        types: part.types,
      })
  }
  return lineage.isOpen || of.parts.every(({ definition }) => definition.bases.length > 0)
    ? null
    : [[toCallable([], of)]]
}

/** The fields of the lineage as parameters. */
function dataclassSignature(lineage: Lineage): Callable[][] | null {
  const parameters = lineage.isOpen ? null : fieldParameters(lineage)
  const [first] = lineage.parts
  return first && parameters ? [[toCallable(parameters, ownerOf(first))]] : null
}

function recordSignature(fields: readonly string[], hasDefaults: boolean): Callable {
  return toCallable(
    fields.map(name => ({ name, kind: 'positional', type: null, default: null, isOptional: hasDefaults })),
    { name: '', parts: [] },
  )
}

function toCallable(parameters: readonly CodeParameter[], of: ClassReference): Callable {
  const file = of.parts[0]?.file
  return {
    signature: { typeParameters: [], parameters, returns: null },
    parameters,
    place: { file: file ?? emptyFile, receiver: null, owner: of },
  }
}

/** Whether a metaclass defines `__call__`, or is not known. */
function hasOwnCall({ metas }: Lineage): boolean {
  return metas === null || metas.some(({ definition }) => definition.methods.some(isCall))
}

function isCall({ name }: CodeFunction): boolean {
  return name === '__call__'
}

/** Calling an enumeration looks up a member by its value, or creates another enumeration. */
function enumSignature(lineage: Lineage, of: ClassReference): Callable[][] | null {
  const members = lineage.parts.flatMap(({ definition }) => definition.attributes)
  // Since Python 3.12 a tuple value can be given as separate arguments.
  if (lineage.isOpen || members.some(one => one.kind === 'member' && one.default === 'tuple')) return null
  const optional = { type: null, default: null, isOptional: true } as const
  const named = ['module', 'qualname', 'type', 'start', 'boundary'].map(name => ({
    ...optional,
    name,
    kind: 'keyword_only' as const,
  }))
  const value = { ...optional, name: 'value', kind: 'positional', isOptional: false } as const
  return [[toCallable([value, { ...optional, name: 'names', kind: 'positional' }, ...named], of)]]
}

/** Other libraries have classes of these names: `sqlalchemy.Enum`. */
function isEnumFamily(lineage: Lineage): boolean {
  return lineage.parts.some(
    ({ definition, file }) =>
      file.module === 'enum' && ['Enum', 'Flag', 'IntEnum', 'IntFlag', 'StrEnum'].includes(definition.name),
  )
}

function ownerOf(part: ClassPart): ClassReference {
  return { name: part.definition.name, parts: [part] }
}

function isPython(of: ClassReference): boolean {
  return of.parts[0]?.file.language === 'python'
}
