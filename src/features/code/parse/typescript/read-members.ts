import type { CodeAttribute, CodeClass, CodeFunction, CodeStatement } from '../../model/code.ts'
import { flatten } from '../../model/visit-code.ts'
import { attribute } from '../attribute.ts'
import { bindingsOf, portable, resultOf } from '../portable.ts'
import {
  docBefore,
  endLineOf,
  field,
  fields,
  hasToken,
  lineOf,
  named,
  ofType,
  type SyntaxNode,
  shortText,
  textOf,
} from '../syntax.ts'
import { type LowerBlock, lowerExpression } from './lower-expression.ts'
import { memberName, readType, signatureOf } from './lower-type.ts'
import { joinSignatures, localsOf, readTypeScriptModule } from './read-module.ts'

type Members = Pick<CodeClass, 'methods' | 'attributes' | 'classes' | 'isDynamic'>
type ClassMembers = Members & { body: CodeStatement[] }

/** Members of a class body, with parameter properties and attributes that its methods set on `this`. */
export function readClassMembers(body: SyntaxNode, block: LowerBlock): ClassMembers {
  const methods: CodeFunction[] = []
  const attributes: CodeAttribute[] = []
  const statements: CodeStatement[] = []
  let isDynamic = false
  for (const member of named(body)) {
    const name = memberName(field(member, 'name'))
    if (isField(member)) {
      if (name !== null) attributes.push(readField(member, name, block))
      const value = field(member, 'value')
      if (value) statements.push({ kind: 'expression', value: lowerExpression(value, block) })
    } else if (isMethod(member)) {
      if (name === null) continue
      const read = readMethod(member, { body, name, block })
      methods.push(read.definition)
      statements.push({ kind: 'function', definition: read.definition, decorators: [], body: read.body })
      attributes.push(...accessorOf(read.definition), ...parameterProperties(member, name))
      attributes.push(...thisAttributes(read.definition, read.body))
    } else if (member.type === 'index_signature') isDynamic = true
  }
  const seen = new Set<string>()
  return {
    methods: joinSignatures(methods),
    attributes: attributes.filter(({ name, isStatic }) => {
      const key = `${isStatic} ${name}`
      return seen.has(key) ? false : seen.add(key)
    }),
    classes: [],
    isDynamic,
    body: statements,
  }
}

function isField(node: SyntaxNode): boolean {
  return node.type === 'public_field_definition' || node.type === 'field_definition'
}

function isMethod(node: SyntaxNode): boolean {
  return ['method_definition', 'method_signature', 'abstract_method_signature'].includes(node.type)
}

function readField(node: SyntaxNode, name: string, block: LowerBlock): CodeAttribute {
  const type = field(node, 'type')
  const value = field(node, 'value')
  return attribute({
    name,
    kind: 'field',
    type: type ? readType(type) : null,
    value: value ? portable(lowerExpression(value, block), new Map()) : null,
    default: value ? shortText(value) : null,
    isStatic: hasToken(node, 'static'),
    isPrivate: isPrivateMember(node, name),
    isOptional: hasToken(node, '?'),
    line: lineOf(node),
  })
}

function readMethod(
  node: SyntaxNode,
  { body, name, block }: { body: SyntaxNode; name: string; block: LowerBlock },
) {
  const kind = hasToken(node, 'get')
    ? 'getter'
    : hasToken(node, 'set')
      ? 'setter'
      : name === 'constructor'
        ? 'constructor'
        : 'method'
  const decorators = fields(node, 'decorator').flatMap(named)
  return readFunction(
    node,
    { name, kind, doc: docBefore(body, node), decorators: decorators.map(mark => shortText(mark)) },
    block,
  )
}

function accessorOf(definition: CodeFunction): CodeAttribute[] {
  if (definition.kind !== 'getter' && definition.kind !== 'setter') return []
  const { name, isStatic, isPrivate, line } = definition
  const type = definition.returns ?? definition.parameters[0]?.type ?? null
  return [attribute({ name, kind: 'property', type, value: definition.result, isStatic, isPrivate, line })]
}

function parameterProperties(node: SyntaxNode, name: string): CodeAttribute[] {
  const list = name === 'constructor' ? field(node, 'parameters') : null
  if (!list) return []
  return named(list).flatMap(parameter => {
    const pattern = field(parameter, 'pattern')
    const isProperty = ofType(parameter, 'accessibility_modifier') !== null || hasToken(parameter, 'readonly')
    if (!isProperty || !pattern) return []
    const type = field(parameter, 'type')
    return attribute({
      name: textOf(pattern),
      kind: 'field',
      type: type ? readType(type) : null,
      isPrivate: isPrivateMember(parameter, textOf(pattern)),
      line: lineOf(parameter),
    })
  })
}

function thisAttributes(method: CodeFunction, body: readonly CodeStatement[]): CodeAttribute[] {
  const bindings = bindingsOf(method.parameters, body, null)
  return [...flatten(body)].flatMap(statement => {
    if (statement.kind !== 'assign') return []
    const { value } = statement
    return statement.targets.flatMap(target =>
      target.kind === 'member' && target.object.kind === 'name' && target.object.name === 'this'
        ? attribute({
            name: target.name,
            kind: 'instance',
            value: value && portable(value, bindings),
            isStatic: method.isStatic,
            isPrivate: /^[#_]/.test(target.name),
            line: target.line,
          })
        : [],
    )
  })
}

/** Members of an interface. `new` and `call` are its construct and call signatures. */
export function readTypeMembers(body: SyntaxNode, block: LowerBlock): Members {
  const methods: CodeFunction[] = []
  const attributes: CodeAttribute[] = []
  let isDynamic = false
  for (const member of named(body)) {
    const name = memberName(field(member, 'name'))
    const doc = docBefore(body, member)
    if (member.type === 'property_signature' && name !== null) attributes.push(readProperty(member, name))
    else if (member.type === 'construct_signature')
      methods.push(
        readFunction(member, { name: 'new', kind: 'constructor', doc, decorators: [] }, block).definition,
      )
    else if (member.type === 'call_signature')
      methods.push(
        readFunction(member, { name: 'call', kind: 'function', doc, decorators: [] }, block).definition,
      )
    else if (member.type === 'method_signature' && name !== null) {
      const kind = hasToken(member, 'get') ? 'getter' : hasToken(member, 'set') ? 'setter' : 'method'
      const { definition } = readFunction(member, { name, kind, doc, decorators: [] }, block)
      methods.push(definition)
      if (kind !== 'method')
        attributes.push(attribute({ name, kind: 'property', type: definition.returns, line: lineOf(member) }))
    } else if (!isSymbolMember(member)) isDynamic = true
  }
  return { methods: joinSignatures(methods), attributes, classes: [], isDynamic }
}

/** `[inspect](): string`: a member with a symbol as its key, which no name refers to. */
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

/** Members of a namespace: functions as static methods, variables as static attributes. */
export function readNamespaceMembers(body: readonly CodeStatement[]): Members {
  const module = readTypeScriptModule(body, true)
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

/** Reads a function, for declarations and class members. */
export function readFunction(
  node: SyntaxNode,
  known: Pick<CodeFunction, 'name' | 'kind' | 'doc' | 'decorators'>,
  block: LowerBlock,
): { definition: CodeFunction; body: CodeStatement[] } {
  const signature = signatureOf(node)
  const bodyNode = field(node, 'body')
  const body = block(bodyNode)
  const isGenerator = hasToken(node, '*')
  const definition: CodeFunction = {
    ...known,
    ...signature,
    overloads: [],
    result:
      signature.returns || isGenerator ? null : resultOf(body, bindingsOf(signature.parameters, body, null)),
    decorates: null,
    hasBody: bodyNode !== null,
    isAsync: hasToken(node, 'async'),
    isGenerator,
    isStatic: hasToken(node, 'static'),
    isClassMethod: false,
    isAbstract: node.type === 'abstract_method_signature' || hasToken(node, 'abstract'),
    isPrivate: isPrivateMember(node, known.name),
    isExported: true,
    locals: localsOf(body),
    line: lineOf(node),
    endLine: endLineOf(node),
  }
  return { definition, body }
}

function isPrivateMember(node: SyntaxNode, name: string): boolean {
  const access = ofType(node, 'accessibility_modifier')
  return name.startsWith('#') || name.startsWith('_') || (access !== null && textOf(access) === 'private')
}
