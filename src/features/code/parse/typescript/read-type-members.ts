import type { CodeAttribute, CodeClass, CodeFunction, CodeStatement } from '../../model/code.ts'
import { attribute } from '../attribute.ts'
import { docBefore, field, hasToken, lineOf, named, type SyntaxNode, shortText, textOf } from '../syntax.ts'
import { joinSignatures } from './join-signatures.ts'
import { readFunction } from './lower-declaration.ts'
import { memberName, readType } from './lower-type.ts'
import { readModule } from './read-module.ts'

type Members = Pick<CodeClass, 'methods' | 'attributes' | 'classes' | 'isDynamic'>

/** Members of an interface. `new` and `call` are how the value itself is constructed and called. */
export function readTypeMembers(body: SyntaxNode): Members {
  const methods: CodeFunction[] = []
  const attributes: CodeAttribute[] = []
  let isDynamic = false
  for (const member of named(body)) {
    const name = memberName(field(member, 'name'))
    const doc = docBefore(body, member)
    if (member.type === 'property_signature' && name !== null) attributes.push(readProperty(member, name))
    else if (member.type === 'construct_signature')
      methods.push(readFunction(member, { name: 'new', kind: 'constructor', doc, decorators: [] }).definition)
    else if (member.type === 'call_signature')
      methods.push(readFunction(member, { name: 'call', kind: 'function', doc, decorators: [] }).definition)
    else if (member.type === 'method_signature' && name !== null) {
      const kind = hasToken(member, 'get') ? 'getter' : hasToken(member, 'set') ? 'setter' : 'method'
      const { definition } = readFunction(member, { name, kind, doc, decorators: [] })
      methods.push(definition)
      if (kind !== 'method')
        attributes.push(attribute({ name, kind: 'property', type: definition.returns, line: lineOf(member) }))
    } else if (!isSymbolMember(member)) isDynamic = true
  }
  return { methods: joinSignatures(methods), attributes, classes: [], isDynamic }
}

/** `[inspect](): string`: what only a symbol leads to is no member that a name could reach. */
function isSymbolMember(member: SyntaxNode): boolean {
  return /^(property|method)_signature$/.test(member.type)
}

export function readEnumMembers(body: SyntaxNode): Members {
  const attributes = named(body).flatMap(member => {
    const nameNode = member.type === 'enum_assignment' ? field(member, 'name') : member
    const value = field(member, 'value')
    const name = memberName(nameNode)
    return name === null
      ? []
      : attribute({
          name,
          kind: 'member',
          default: value ? shortText(value) : null,
          isStatic: true,
          isPrivate: false,
          line: lineOf(member),
        })
  })
  return { methods: [], attributes, classes: [], isDynamic: false }
}

/** A namespace holds what a module holds: functions as static methods, variables as static attributes. */
export function readNamespaceMembers(body: readonly CodeStatement[]): Members {
  const module = readModule(body, true)
  const own = new Set([...module.functions, ...module.classes, ...module.variables].map(({ name }) => name))
  const passedOn = (module.exports ?? [])
    .filter(({ name, local }) => !own.has(local) || name !== local)
    .map(({ name, local }) =>
      attribute({
        name,
        kind: 'field',
        value: { kind: 'name', name: local, line: 0 },
        isStatic: true,
        isPrivate: false,
        line: 0,
      }),
    )
  return {
    methods: module.functions.map(one => ({ ...one, isStatic: true })),
    attributes: [...module.variables, ...passedOn],
    classes: module.classes,
    isDynamic: module.isDynamic || module.imports.length > 0,
  }
}

function readProperty(node: SyntaxNode, name: string): CodeAttribute {
  const type = field(node, 'type')
  return attribute({
    name,
    kind: 'field',
    type: type ? readType(type) : null,
    isPrivate: textOf(node).startsWith('private'),
    isOptional: hasToken(node, '?'),
    line: lineOf(node),
  })
}
