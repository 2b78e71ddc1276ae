import type {
  ClassKind,
  CodeBase,
  CodeClass,
  CodeFunction,
  CodeStatement,
  CodeType,
} from '../../model/code.ts'
import { bindingsOf, resultOf } from '../portable.ts'
import {
  allOfType,
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
import { lowerExpression } from './lower-expression.ts'
import { lowerBlock } from './lower-statement.ts'
import { lowerType, readType, signatureOf, typeParametersOf } from './lower-type.ts'
import { readClassMembers } from './read-class-members.ts'
import { localsOf } from './read-module.ts'
import { readEnumMembers, readNamespaceMembers, readTypeMembers } from './read-type-members.ts'

const classKinds: Readonly<Record<string, ClassKind>> = {
  class_declaration: 'class',
  abstract_class_declaration: 'class',
  interface_declaration: 'interface',
  enum_declaration: 'enum',
  type_alias_declaration: 'type',
  internal_module: 'namespace',
  module: 'namespace',
}

/** Functions, classes, interfaces, enums, type aliases and namespaces; null for anything else. */
export function lowerDeclaration(
  node: SyntaxNode,
  parent: SyntaxNode,
  marks: readonly string[],
): CodeStatement[] | null {
  if (['function_declaration', 'generator_function_declaration', 'function_signature'].includes(node.type))
    return [lowerFunction(node, parent, marks)]
  const kind = classKinds[node.type]
  if (!kind) return null
  return [lowerClass(node, parent, { kind, marks })]
}

/** The function itself, for declarations and class members alike. */
export function readFunction(
  node: SyntaxNode,
  known: Pick<CodeFunction, 'name' | 'kind' | 'doc' | 'decorators'>,
): { definition: CodeFunction; body: CodeStatement[] } {
  const signature = signatureOf(node)
  const bodyNode = field(node, 'body')
  const body = lowerBlock(bodyNode)
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

export function isPrivateMember(node: SyntaxNode, name: string): boolean {
  const access = ofType(node, 'accessibility_modifier')
  return name.startsWith('#') || name.startsWith('_') || (access !== null && textOf(access) === 'private')
}

function lowerFunction(node: SyntaxNode, parent: SyntaxNode, given: readonly string[]): CodeStatement {
  const marks = isUnnamed(node) ? [...given, 'default'] : given
  const name = nameOf(node, marks)
  const { definition, body } = readFunction(node, {
    name,
    kind: 'function',
    doc: docBefore(parent, node),
    decorators: marks.includes('default') ? ['default'] : [],
  })
  return {
    kind: 'function',
    definition: { ...definition, isExported: marks.includes('export') },
    decorators: [],
    body,
  }
}

function lowerClass(
  node: SyntaxNode,
  parent: SyntaxNode,
  { kind, marks }: { kind: ClassKind; marks: readonly string[] },
): CodeStatement {
  const decoratorNodes = [...fields(node, 'decorator')].flatMap(named)
  const members = membersOf(node, kind)
  const bases = basesOf(node)
  const value = field(node, 'value')
  const definition: CodeClass = {
    name: kind === 'namespace' ? namespaceName(node) : nameOf(node, marks),
    kind,
    bases,
    keywords: {},
    decorators: [
      ...decoratorNodes.map(mark => shortText(mark)),
      ...(marks.includes('default') ? ['default'] : []),
    ],
    ...typeParametersOf(node),
    methods: members.methods,
    attributes: members.attributes,
    classes: members.classes,
    alias: kind === 'type' && value ? readType(value) : null,
    isAbstract: node.type === 'abstract_class_declaration',
    isPrivate: false,
    isExported: marks.includes('export'),
    isDynamic: members.isDynamic,
    doc: docBefore(parent, node),
    line: lineOf(node),
    endLine: endLineOf(node),
  }
  return {
    kind: 'class',
    definition,
    decorators: decoratorNodes.map(lowerExpression),
    bases: [],
    body: members.body,
  }
}

function membersOf(node: SyntaxNode, kind: ClassKind) {
  const body = field(node, 'body')
  if (!body) return { methods: [], attributes: [], classes: [], isDynamic: false, body: [] }
  if (kind === 'class') return readClassMembers(body)
  if (kind === 'interface') return { ...readTypeMembers(body), body: [] }
  if (kind === 'enum') return { ...readEnumMembers(body), body: [] }
  // Lowered once: namespaces in namespaces would double the work with every level.
  const statements = kind === 'namespace' ? lowerBlock(body) : []
  return { ...readNamespaceMembers(statements), body: statements }
}

/** What the grammar's door made of a default function without a name. */
function isUnnamed(node: SyntaxNode): boolean {
  const name = field(node, 'name')
  return name !== null && node.source.text.slice(name.start - 1, name.end) === 'function'
}

function nameOf(node: SyntaxNode, marks: readonly string[]): string {
  const name = isUnnamed(node) ? null : field(node, 'name')
  return name ? textOf(name) : marks.includes('default') ? 'default' : ''
}

function namespaceName(node: SyntaxNode): string {
  const name = field(node, 'name')
  if (!name) return ''
  return name.type === 'string' ? `module:${textOf(name).slice(1, -1)}` : textOf(name)
}

function basesOf(node: SyntaxNode): CodeBase[] {
  const heritage = ofType(node, 'class_heritage')
  const clauses = heritage
    ? [...allOfType(heritage, 'extends_clause', 'implements_clause')]
    : allOfType(node, 'extends_type_clause')
  if (heritage && clauses.length === 0) return named(heritage).map(toBase)
  return clauses.flatMap(clause => {
    const list = field(clause, 'type_arguments')
    const bases = named(clause)
      .filter(part => part !== list)
      .map(toBase)
    if (clause.type === 'implements_clause') return bases.map(base => ({ ...base, isImplemented: true }))
    return list ? bases.map(base => withArguments(base, list)) : bases
  })
}

/** After `extends` the type arguments of a class stand beside it, not in it. */
function withArguments({ text, shape }: CodeType, list: SyntaxNode): CodeType {
  return { text, shape: { kind: 'index', object: shape, keys: named(list).map(lowerType) } }
}

function toBase(node: SyntaxNode): CodeType {
  const isType = /type|nested_identifier|^identifier$|member_expression/.test(node.type)
  return { text: shortText(node, 200), shape: isType ? lowerType(node) : lowerExpression(node) }
}
