import type { MemberFacts } from './items.ts'
import { lineageOf } from './lineage.ts'
import { memberOf } from './members.ts'
import type { Value, World } from './values.ts'

/** What the source tells of `value.name`. */
export function lookAtMember(world: World, value: Value, name: string): MemberFacts {
  // Asked for by value, a property would be what it holds, which has no text of its own.
  if (value.kind === 'class' || value.kind === 'instance')
    for (const { definition } of lineageOf(world, value.of).parts) {
      const method = definition.methods.find(one => one.name === name)
      if (method) return { doc: method.doc, isCallable: method.kind === 'method' }
      if (definition.attributes.some(one => one.name === name)) break
    }
  const member = memberOf(world, value, name)
  if (member.status !== 'found') return { doc: null, isCallable: false }
  // What a module holds under a name of its own is as likely a function; an attribute holds data.
  if (member.value.kind === 'unknown') return { doc: null, isCallable: value.kind === 'module' }
  return factsOf(member.value)
}

function factsOf(value: Value): MemberFacts {
  switch (value.kind) {
    case 'function':
      return { doc: value.functions.find(({ doc }) => doc !== null)?.doc ?? null, isCallable: true }
    case 'class':
      return { doc: value.of.parts[0]?.definition.doc ?? null, isCallable: true }
    case 'module':
      return { doc: value.files[0]?.doc ?? null, isCallable: false }
    case 'native':
    case 'record':
      return { doc: null, isCallable: !value.isInstance }
    case 'builtin_class':
      return { doc: null, isCallable: true }
    case 'union':
    case 'all': {
      const options = value.options.map(factsOf)
      return {
        doc: options.find(({ doc }) => doc !== null)?.doc ?? null,
        isCallable: options.some(({ isCallable }) => isCallable),
      }
    }
    default:
      return { doc: null, isCallable: false }
  }
}
