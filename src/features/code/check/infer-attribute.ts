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

/** The value of an attribute or variable, by its written type, else by its assigned value. */
export function inferAttribute(
  world: World,
  { name, line, type, value }: CodeAttribute,
  { file, owner, receiver = null }: { file: CodeFile; owner: ClassReference | null; receiver?: Value | null },
): Value {
  const place: Place = { file, receiver, owner, types: owner?.parts[0]?.types }
  return guarded<Value>(
    world,
    { key: `${file.hash} ${owner?.name}.${name} ${line} holds`, otherwise: unknown },
    () => {
      const written = type ? world.valueOfType(type.shape, place) : unknown
      // `TypeAlias` and `Final` say nothing about the type; the value does.
      return written.kind === 'unknown' && value ? world.infer(value, place) : written
    },
  )
}

/** The member of a namespace; a function, a value and a type may share the name. Null when there is none. */
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

/** The value of a class attribute when it is read from an instance. */
export function boundTo(
  world: World,
  receiver: Extract<Value, { kind: 'instance' }>,
  { attribute, held }: { attribute: CodeAttribute; held: Value },
): Value {
  const { kind, type, isStatic } = attribute
  if (kind !== 'field') return held
  if (held.kind === 'instance' && receiver.of.parts[0]?.file.language === 'python') {
    // Descriptors, metaclasses and decorators can replace the value of a field; only descriptors that of a typed one.
    const isDescriptor = world.memberOf(held, '__get__').status !== 'missing'
    if (isDescriptor || type) return isDescriptor ? unknown : held
    const { metas, isOpen, parts } = lineageOf(world, receiver.of)
    const isReplaced = isOpen || metas === null || metas.length > 0
    const isDecorated = parts.some(({ definition }) => definition.decorators.length > 0)
    return isReplaced || isDecorated ? unknown : held
  }
  if (type) return held
  // `close = shutdown` in a class body defines a method.
  const isMethod = held.kind === 'function' && isStatic && held.receiver === null
  return isMethod ? { ...held, owner: held.owner ?? receiver.of, receiver } : held
}
