import type { CodeAttribute, CodeClass, CodeFunction, CodeStatement } from '../../model/code.ts'
import { flatten } from '../../model/visit-code.ts'
import { attribute } from '../attribute.ts'
import { bindingsOf, portable } from '../portable.ts'
import {
  docBefore,
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
import { joinSignatures } from './join-signatures.ts'
import { isPrivateMember, readFunction } from './lower-declaration.ts'
import { lowerExpression } from './lower-expression.ts'
import { memberName, readType } from './lower-type.ts'

type Members = Pick<CodeClass, 'methods' | 'attributes' | 'classes' | 'isDynamic'> & { body: CodeStatement[] }

/** Members of a class body, with parameter properties and what its methods set on `this`. */
export function readClassMembers(body: SyntaxNode): Members {
  const methods: CodeFunction[] = []
  const attributes: CodeAttribute[] = []
  const statements: CodeStatement[] = []
  let isDynamic = false
  for (const member of named(body)) {
    const name = memberName(field(member, 'name'))
    if (isField(member)) {
      if (name !== null) attributes.push(readField(member, name))
      const value = field(member, 'value')
      if (value) statements.push({ kind: 'expression', value: lowerExpression(value) })
    } else if (isMethod(member)) {
      if (name === null) continue
      const read = readMethod(member, body, name)
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

function readField(node: SyntaxNode, name: string): CodeAttribute {
  const type = field(node, 'type')
  const value = field(node, 'value')
  return attribute({
    name,
    kind: 'field',
    type: type ? readType(type) : null,
    value: value ? portable(lowerExpression(value), new Map()) : null,
    default: value ? shortText(value) : null,
    isStatic: hasToken(node, 'static'),
    isPrivate: isPrivateMember(node, name),
    isOptional: hasToken(node, '?'),
    line: lineOf(node),
  })
}

function readMethod(node: SyntaxNode, body: SyntaxNode, name: string) {
  const kind = hasToken(node, 'get')
    ? 'getter'
    : hasToken(node, 'set')
      ? 'setter'
      : name === 'constructor'
        ? 'constructor'
        : 'method'
  return readFunction(node, {
    name,
    kind,
    doc: docBefore(body, node),
    decorators: fields(node, 'decorator')
      .flatMap(named)
      .map(mark => shortText(mark)),
  })
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
