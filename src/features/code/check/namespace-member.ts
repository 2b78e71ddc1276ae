import { inferAttribute } from './infer.ts'
import type { ClassPart, Value, World } from './values.ts'

/** What a namespace holds under a name: a function, a value and a type may share it. Null when nothing does. */
export function namespaceMember(world: World, part: ClassPart, name: string): Value | null {
  const { definition, file } = part
  const owner = { name: definition.name, parts: [part] }
  const functions = definition.methods.filter(one => one.name === name)
  const attributes = definition.attributes.filter(one => one.name === name)
  const classes = definition.classes.filter(one => one.name === name)
  const values: Value[] = attributes.map(one => inferAttribute(world, one, file, owner))
  if (functions.length > 0) values.unshift({ kind: 'function', functions, file, owner, receiver: null })
  if (classes.length > 0)
    values.push({ kind: 'class', of: { name, parts: classes.map(one => ({ definition: one, file })) } })
  const [first, ...others] = values
  return first && others.length > 0 ? { kind: 'all', options: values } : (first ?? null)
}
