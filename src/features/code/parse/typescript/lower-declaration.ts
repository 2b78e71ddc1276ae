import type { ClassKind, CodeBase, CodeClass, CodeStatement, CodeType } from '../../model/code.ts'
import {
  allOfType,
  docBefore,
  endLineOf,
  field,
  fields,
  lineOf,
  named,
  ofType,
  type SyntaxNode,
  shortText,
  textOf,
} from '../syntax.ts'
import { type LowerBlock, lowerExpression } from './lower-expression.ts'
import { lowerType, readType, typeParametersOf } from './lower-type.ts'
import {
  readClassMembers,
  readEnumMembers,
  readFunction,
  readNamespaceMembers,
  readTypeMembers,
} from './read-members.ts'

const classKinds: Readonly<Record<string, ClassKind>> = {
  class_declaration: 'class',
  abstract_class_declaration: 'class',
  interface_declaration: 'interface',
  enum_declaration: 'enum',
  type_alias_declaration: 'type',
  internal_module: 'namespace',
  module: 'namespace',
}

export type DeclarationContext = {
  /** Holds the comment before the declaration. */
  parent: SyntaxNode
  /** The words before the declaration: `export`, `default`, `declare`. */
  marks: readonly string[]
  block: LowerBlock
}

/** Functions, classes, interfaces, enums, type aliases and namespaces; null for anything else. */
export function lowerDeclaration(node: SyntaxNode, context: DeclarationContext): CodeStatement[] | null {
  if (['function_declaration', 'generator_function_declaration', 'function_signature'].includes(node.type))
    return [lowerFunction(node, context)]
  const kind = classKinds[node.type]
  if (!kind) return null
  return [lowerClass(node, kind, context)]
}

function lowerFunction(node: SyntaxNode, { parent, marks: given, block }: DeclarationContext): CodeStatement {
  const marks = isUnnamed(node) ? [...given, 'default'] : given
  const decorators = marks.includes('default') ? ['default'] : []
  const known = { name: nameOf(node, marks), doc: docBefore(parent, node), decorators }
  const { definition, body } = readFunction(node, { ...known, kind: 'function' }, block)
  return {
    kind: 'function',
    definition: { ...definition, isExported: marks.includes('export') },
    decorators: [],
    body,
  }
}

function lowerClass(
  node: SyntaxNode,
  kind: ClassKind,
  { parent, marks, block }: DeclarationContext,
): CodeStatement {
  const decoratorNodes = [...fields(node, 'decorator')].flatMap(named)
  const members = membersOf(node, kind, block)
  const bases = basesOf(node, block)
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
    decorators: decoratorNodes.map(mark => lowerExpression(mark, block)),
    bases: [],
    body: members.body,
  }
}

function membersOf(node: SyntaxNode, kind: ClassKind, block: LowerBlock) {
  const body = field(node, 'body')
  if (!body) return { methods: [], attributes: [], classes: [], isDynamic: false, body: [] }
  if (kind === 'class') return readClassMembers(body, block)
  if (kind === 'interface') return { ...readTypeMembers(body, block), body: [] }
  if (kind === 'enum') return { ...readEnumMembers(body), body: [] }
  // Lowered once: otherwise nested namespaces would double the work with every level.
  const statements = kind === 'namespace' ? block(body) : []
  return { ...readNamespaceMembers(statements), body: statements }
}

/** Whether this is a default function without a name, as grammars.ts rewrites it. */
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

function basesOf(node: SyntaxNode, block: LowerBlock): CodeBase[] {
  const toBase = (base: SyntaxNode) => readBase(base, block)
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

/** After `extends`, the tree has the type arguments beside the class, not in it. */
function withArguments({ text, shape }: CodeType, list: SyntaxNode): CodeType {
  return { text, shape: { kind: 'index', object: shape, keys: named(list).map(lowerType) } }
}

function readBase(node: SyntaxNode, block: LowerBlock): CodeType {
  const isType = /type|nested_identifier|^identifier$|member_expression/.test(node.type)
  return { text: shortText(node, 200), shape: isType ? lowerType(node) : lowerExpression(node, block) }
}
