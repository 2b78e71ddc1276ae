import type { CodeClass, CodeExpression, CodeFile } from '../model/code.ts'
import { expressionOf } from './decorators.ts'
import { keepLast, lineageOf } from './lineage.ts'
import type { Lineage, World } from './values.ts'

const harmlessMetaclasses = /(^|\.)(ABCMeta|EnumMeta|EnumType|type|_ABC|_ProtocolMeta|\w*Meta\(.*\))$/

/** The family of a class's metaclass, none for those that add nothing; null when it is not known. */
export function metaclassesOf(world: World, definition: CodeClass, file: CodeFile): Lineage['metas'] {
  const added = definition.decorators.flatMap(text => /\badd_metaclass\((.*)\)$/.exec(text)?.[1] ?? [])
  const { metaclass } = definition.keywords
  const named = metaclass === undefined ? added : [...added, metaclass]
  const families = named.map(text => ({ metas: metaclassNamed(world, text, file) }))
  return joinMetas(families)
}

export function metaclassNamed(world: World, text: string, file: CodeFile): Lineage['metas'] {
  if (harmlessMetaclasses.test(text)) return []
  if (!/^[\w.]+$/.test(text)) return null
  const value = world.infer(expressionOf(text), { file, receiver: null, owner: null })
  if (value.kind !== 'class') return null
  const { parts, isOpen } = lineageOf(world, value.of)
  return isOpen ? null : parts
}

/** `with_metaclass(Meta, Base)`, which Python 2 could read. */
export function isWithMetaclass(callee: CodeExpression): boolean {
  return pathOf(callee).split('.').at(-1) === 'with_metaclass'
}

export function pathOf(path: CodeExpression): string {
  if (path.kind === 'member') return `${pathOf(path.object)}.${path.name}`
  return path.kind === 'name' ? path.name : '…'
}

/** All metaclasses of a family; null when one of them is not known. */
export function joinMetas(all: readonly Pick<Lineage, 'metas'>[]): Lineage['metas'] {
  return all.some(({ metas }) => metas === null) ? null : keepLast(all.flatMap(({ metas }) => metas ?? []))
}
