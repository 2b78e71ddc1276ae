import type { CodeAttribute, CodeFile } from '../model/code.ts'
import { lineageOf } from './lineage.ts'
import {
  type ClassPart,
  type ClassReference,
  guarded,
  type Place,
  unknown,
  type Value,
  type World,
} from './values.ts'

/** What a written attribute or variable holds. */
export function inferAttribute(
  world: World,
  { name, line, type, value }: CodeAttribute,
  { file, owner, receiver = null }: { file: CodeFile; owner: ClassReference | null; receiver?: Value | null },
): Value {
  const place: Place = { file, receiver, owner, types: owner?.parts[0]?.types }
  return guarded<Value>(world, `${file.hash} ${owner?.name}.${name} ${line} holds`, unknown, () => {
    const written = type ? world.valueOfType(type.shape, place) : unknown
    // `TypeAlias` and `Final` leave the type to the value.
    return written.kind === 'unknown' && value ? world.infer(value, place) : written
  })
}

/** What a namespace holds under a name: a function, a value and a type may share it. Null when nothing does. */
export function namespaceMember(world: World, part: ClassPart, name: string): Value | null {
  const { definition, file } = part
  const owner = { name: definition.name, parts: [part] }
  const functions = definition.methods.filter(one => one.name === name)
  const attributes = definition.attributes.filter(one => one.name === name)
  const classes = definition.classes.filter(one => one.name === name)
  const values: Value[] = attributes.map(one => inferAttribute(world, one, { file, owner }))
  if (functions.length > 0) values.unshift({ kind: 'function', functions, file, owner, receiver: null })
  if (classes.length > 0)
    values.push({ kind: 'class', of: { name, parts: classes.map(one => ({ definition: one, file })) } })
  const [first, ...others] = values
  return first && others.length > 0 ? { kind: 'all', options: values } : (first ?? null)
}

/** What a class body holds, as an object of the class gives it. */
export function boundTo(
  world: World,
  receiver: Extract<Value, { kind: 'instance' }>,
  { attribute, held }: { attribute: CodeAttribute; held: Value },
): Value {
  const { kind, type, isStatic } = attribute
  if (kind !== 'field' || type) return held
  if (held.kind === 'instance' && receiver.of.parts[0]?.file.language === 'python') {
    // Descriptors answer for themselves; metaclasses and decorators put other things in the place of fields.
    const { metas, isOpen, parts } = lineageOf(world, receiver.of)
    const isReplaced = isOpen || metas === null || metas.length > 0
    const isDecorated = parts.some(({ definition }) => definition.decorators.length > 0)
    const isDescriptor = world.memberOf(held, '__get__').status !== 'missing'
    return isReplaced || isDecorated || isDescriptor ? unknown : held
  }
  // `close = shutdown` in a class body is a method like any other.
  const isMethod = held.kind === 'function' && isStatic && held.receiver === null
  return isMethod ? { ...held, owner: held.owner ?? receiver.of, receiver } : held
}
