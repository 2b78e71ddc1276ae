import type { CodeAttribute } from '../model/code.ts'
import { lineageOf } from './lineage.ts'
import { memberOf } from './members.ts'
import { type ClassReference, unknown, type Value, type World } from './values.ts'

/** What a class body holds, as an object of the class gives it. */
export function boundTo(
  world: World,
  receiver: Extract<Value, { kind: 'instance' }>,
  { kind, type, isStatic }: CodeAttribute,
  held: Value,
): Value {
  if (kind !== 'field' || type) return held
  if (held.kind === 'instance' && receiver.of.parts[0]?.file.language === 'python') {
    // Descriptors answer for themselves; metaclasses and decorators put other things in the place of fields.
    const { metas, isOpen, parts } = lineageOf(world, receiver.of)
    const isReplaced = isOpen || metas === null || metas.length > 0
    const isDecorated = parts.some(({ definition }) => definition.decorators.length > 0)
    const isDescriptor = memberOf(world, held, '__get__').status !== 'missing'
    return isReplaced || isDecorated || isDescriptor ? unknown : held
  }
  // `close = shutdown` in a class body is a method like any other.
  const isMethod = held.kind === 'function' && isStatic && held.receiver === null
  return isMethod ? { ...held, owner: held.owner ?? ownerOf(receiver), receiver } : held
}

function ownerOf(value: Value): ClassReference | null {
  return value.kind === 'instance' ? value.of : null
}
