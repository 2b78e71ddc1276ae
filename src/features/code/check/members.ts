import type { CodeClass, CodeFile, CodeFunction } from '../model/code.ts'
import { boundTo, inferAttribute, namespaceMember } from './infer-attribute.ts'
import { lineageOf } from './lineage.ts'
import { lookUpOutside } from './look-up.ts'
import { functionOfSignature } from './make-value.ts'
import { nativeClass } from './native-class.ts'
import {
  builtinHas,
  inheritedNative,
  memberOfBuiltin,
  memberOfFunction,
  memberOfNative,
  memberOfPromise,
} from './native-members.ts'
import { instanceMembers, typeMembers } from './python-builtins.ts'
import {
  type ClassPart,
  expandAlias,
  type Found,
  found,
  type Lineage,
  unionOf,
  unknown,
  unsure,
  type Value,
  type World,
} from './values.ts'

const recordMembers = [
  '_asdict',
  '_fields',
  '_make',
  '_replace',
  '_field_defaults',
  '_source',
  '_field_types',
]

/** Looks up `value.name`. */
export function memberOf(world: World, value: Value, name: string): Found {
  switch (value.kind) {
    case 'module':
      return lookUpOutside(world, value, name)
    case 'class':
      return memberOfClass(world, value, name)
    case 'instance':
      return memberOfInstance(world, value, name)
    case 'object':
      return memberOfObject(world, value, name)
    case 'record':
      return memberOfRecord(value, name)
    case 'union':
      return memberOfUnion(world, value.options, name)
    case 'all':
      return memberOfAll(world, value.options, name)
    case 'native':
      return memberOfNative(value, name)
    case 'builtin':
      return memberOfBuiltin(value, name)
    case 'awaitable':
      return memberOfPromise(value, name)
    case 'function':
      return memberOfFunction(value, name)
    default:
      return unsure
  }
}

/** The known member names of a value, for suggestions. */
export function memberNames(world: World, value: Value): string[] {
  if (value.kind === 'union' || value.kind === 'all')
    return value.options.flatMap(option => memberNames(world, option))
  if (value.kind === 'object') return value.entries.map(({ name }) => name)
  if (value.kind === 'record') return [...value.fields, ...recordMembers]
  if (value.kind !== 'class' && value.kind !== 'instance') return []
  const lineage = lineageOf(world, value.of)
  return [
    ...lineage.parts.flatMap(({ definition }) =>
      [...definition.methods, ...definition.attributes, ...definition.classes].map(one => one.name),
    ),
    ...lineage.records.flatMap(({ fields }) => fields),
    ...lineage.builtins.flatMap(type => [...(nativeClass(type)?.members ?? [])]),
  ]
}

/** The nearest methods of that name in a lineage, with the class that defines them. */
export function findMethods(
  lineage: Lineage,
  name: string,
): { functions: CodeFunction[]; part: ClassPart } | null {
  for (const part of lineage.parts) {
    const functions = part.definition.methods.filter(method => method.name === name)
    if (functions.length > 0) return { functions, part }
  }
  return null
}

function memberOfClass(world: World, value: Extract<Value, { kind: 'class' }>, name: string): Found {
  const lineage = lineageOf(world, value.of)
  const isPython = value.of.parts[0]?.file.language === 'python'
  for (const part of lineage.parts) {
    const { definition, file } = part
    const held = definition.kind === 'namespace' ? namespaceMember(world, part, name) : null
    if (held) return found(held, part)
    const attribute = definition.attributes.find(one => one.name === name && (isPython || one.isStatic))
    if (attribute?.kind === 'member') return found({ kind: 'instance', of: value.of }, part)
    const inner = definition.classes.filter(one => one.name === name)
    if (inner.length > 0)
      return found(
        { kind: 'class', of: { name, parts: inner.map(one => ({ definition: one, file })) } },
        part,
      )
    const functions = definition.methods.filter(one => one.name === name && (isPython || one.isStatic))
    if (functions.length > 0) {
      if (functions.some(({ kind }) => kind === 'getter' || kind === 'setter')) return found(unknown, part)
      return found(
        { kind: 'function', functions, file, owner: value.of, receiver: null, types: part.types },
        part,
      )
    }
    if (attribute)
      return found(
        attribute.kind === 'field' || !isPython
          ? inferAttribute(world, attribute, { file, owner: { name: definition.name, parts: [part] } })
          : unknown,
        part,
      )
  }
  if (lineage.records.some(({ fields }) => fields.includes(name) || recordMembers.includes(name)))
    return found(unknown)
  if (isPython && /^__(name|qualname|module)__$/.test(name)) return found(textValue(value.of.parts[0]?.file))
  if (isPython && (typeMembers.has(name) || hasBuiltin(lineage, name))) return found(unknown)
  if (!isPython && lineage.builtins.some(type => builtinHas(type, name))) return found(unknown)
  if (!isPython && ['prototype', 'name', 'length', 'call', 'apply', 'bind', 'toString'].includes(name))
    return found(unknown)
  if (lineage.metas?.some(({ definition }) => hasMember(definition, name))) return found(unknown)
  if (isPython && (name === 'register' || isHidden(name))) return unsure
  if (lineage.isClassOpen || isEnumeration(lineage))
    return isEnumeration(lineage) && !lineage.isOpen ? missingIn(world, value) : unsure
  return missingIn(world, value)
}

function textValue(file: CodeFile | undefined): Value {
  return file ? { kind: 'builtin', type: 'str', element: unknown, through: file.module } : unknown
}

/** Names that metaclasses and name mangling create: `_abc_impl`, `_member_map_`, `_Class__name`. */
function isHidden(name: string): boolean {
  return /^_abc_|^_[a-z]\w*_$|^_[A-Z]\w*__\w|^__(args|origin|parameters|total|optional_keys|required_keys|members)__$/.test(
    name,
  )
}

function isEnumeration(lineage: Lineage): boolean {
  return lineage.parts.some(({ definition }) => definition.kind === 'enum')
}

function memberOfInstance(world: World, value: Extract<Value, { kind: 'instance' }>, name: string): Found {
  const expanded = expandAlias(world, value)
  if (expanded !== value) return memberOf(world, expanded, name)
  const lineage = lineageOf(world, value.of)
  const isPython = value.of.parts[0]?.file.language === 'python'
  for (const part of lineage.parts) {
    const { definition, file } = part
    const owner = { name: definition.name, parts: [part] }
    const functions = definition.methods.filter(
      one =>
        one.name === name &&
        (isPython || !one.isStatic) &&
        !['new', 'call'].includes(isPython ? '' : one.name),
    )
    const isProperty = functions.some(({ kind }) => kind === 'getter' || kind === 'setter')
    const attribute = definition.attributes.find(one => one.name === name && (isPython || !one.isStatic))
    if (functions.length > 0 && !isProperty)
      return found({ kind: 'function', functions, file, owner, receiver: value, types: part.types }, part)
    if (attribute)
      return found(
        boundTo(world, value, {
          attribute,
          held: inferAttribute(world, attribute, { file, owner, receiver: value }),
        }),
        part,
      )
    if (functions.length > 0) return found(unknown, part)
    const inner = definition.classes.filter(one => one.name === name)
    if (inner.length > 0 && isPython)
      return found(
        { kind: 'class', of: { name, parts: inner.map(one => ({ definition: one, file })) } },
        part,
      )
  }
  if (lineage.records.some(({ fields }) => fields.includes(name) || recordMembers.includes(name)))
    return found(unknown)
  if (isPython && !name.startsWith('_') && hasBuiltin(lineage, name))
    return found(inheritedNative(lineage, value.of, name))
  if (isPython && (instanceMembers.has(name) || hasBuiltin(lineage, name))) return found(unknown)
  if (isPython && isEnumeration(lineage) && ['name', 'value', '_name_', '_value_'].includes(name))
    return found(unknown)
  if (!isPython && (objectMembers.has(name) || lineage.builtins.some(type => builtinHas(type, name))))
    return found(inheritedNative(lineage, value.of, name))
  if (lineage.metas?.some(({ definition }) => definition.attributes.some(one => one.name === name)))
    return found(unknown)
  return lineage.isOpen || (isPython && isHidden(name)) ? unsure : missingIn(world, value)
}

function hasMember({ methods, attributes }: CodeClass, name: string): boolean {
  return methods.some(one => one.name === name) || attributes.some(one => one.name === name)
}

const objectMembers = new Set(
  'constructor toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable'.split(' '),
)

function missingIn(world: World, value: Value): Found {
  return { status: 'missing', candidates: [...new Set(memberNames(world, value))] }
}

function hasBuiltin(lineage: Lineage, name: string): boolean {
  return builtinHas('object', name) || lineage.builtins.some(type => builtinHas(type, name))
}

function memberOfObject(world: World, value: Extract<Value, { kind: 'object' }>, name: string): Found {
  const entries = value.entries.filter(entry => entry.name === name)
  const isUntold = value.isOpen || isBare(value) || objectMembers.has(name)
  if (entries.length === 0) return isUntold ? unsure : missingIn(world, value)
  const place = { file: value.file, receiver: value, owner: null }
  const values = entries.flatMap(
    ({ value: type, signature, held }) =>
      held ??
      (type
        ? world.valueOfType(type, { ...place, types: value.types })
        : signature
          ? functionOfSignature(signature, { file: value.file, types: value.types })
          : []),
  )
  return found(values.length === entries.length ? unionOf(values) : unknown)
}

function memberOfRecord(value: Extract<Value, { kind: 'record' }>, name: string): Found {
  if (value.fields.includes(name) || recordMembers.includes(name)) return found(unknown)
  if (value.isEnum && (name === '__members__' || isHidden(name))) return found(unknown)
  if (builtinHas('tuple', name) || builtinHas('object', name) || instanceMembers.has(name))
    return found(unknown)
  if (!value.isInstance && typeMembers.has(name)) return found(unknown)
  return { status: 'missing', candidates: [...value.fields, ...recordMembers] }
}

/** `{}` and `object` accept any value; in an intersection they add nothing. */
export function isBare(value: Value): boolean {
  return value.kind === 'object' && value.entries.length === 0 && !value.isOpen
}

/** Found when one of the options has it; missing only when no option can have it. */
function memberOfUnion(world: World, options: readonly Value[], name: string): Found {
  const results = options
    .filter(({ kind }) => kind !== 'nothing')
    .map(option => memberOf(world, option, name))
  const hits = results.flatMap(result => (result.status === 'found' ? [result] : []))
  const [first] = hits
  if (first) {
    const isWhole = hits.length === results.length
    return {
      ...first,
      value: isWhole
        ? unionOf(hits.map(({ value }) => value))
        : unionOf([...hits.map(({ value }) => value), unknown]),
    }
  }
  if (results.length === 0 || results.some(({ status }) => status === 'unsure')) return unsure
  return {
    status: 'missing',
    candidates: results.flatMap(result => (result.status === 'missing' ? result.candidates : [])),
  }
}

function memberOfAll(world: World, options: readonly Value[], name: string): Found {
  const telling = options.filter(option => !isBare(option))
  const results = (telling.length > 0 ? telling : options).map(option => memberOf(world, option, name))
  const hit = results.find(({ status }) => status === 'found')
  if (hit) return hit
  if (results.some(({ status }) => status === 'unsure')) return unsure
  return {
    status: 'missing',
    candidates: results.flatMap(result => (result.status === 'missing' ? result.candidates : [])),
  }
}
