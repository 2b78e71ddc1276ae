import { lineageOf } from './lineage.ts'
import { memberOf } from './members.ts'
import { expandAlias, unionOf, unknown, type Value, type World } from './values.ts'

/** What `await` gives. */
export function awaited(world: World, value: Value): Value {
  switch (value.kind) {
    case 'awaitable':
      return value.of
    case 'union':
      return unionOf(value.options.map(option => awaited(world, option)))
    case 'all': {
      const promise = value.options.find(({ kind }) => kind === 'awaitable')
      return promise ? awaited(world, promise) : unknown
    }
    case 'instance':
      return awaitedInstance(world, value)
    default:
      return unknown
  }
}

/** `interface Chain extends Promise<Response>` gives a response; what has no `then` gives itself. */
function awaitedInstance(world: World, value: Extract<Value, { kind: 'instance' }>): Value {
  const expanded = expandAlias(world, value)
  if (expanded !== value) return awaited(world, expanded)
  if (value.of.parts[0]?.file.language === 'python') return unknown
  const place = { receiver: null, owner: value.of }
  for (const { definition, file, types } of lineageOf(world, value.of).parts)
    for (const { shape } of definition.bases) {
      const base = shape.kind === 'index' ? world.valueOfType(shape, { ...place, file, types }) : unknown
      if (base.kind === 'awaitable') return base.of
    }
  return memberOf(world, value, 'then').status === 'missing' ? value : unknown
}
