import type { ClassKind, CodeAttribute, CodeClass, CodeFunction, CodeParameter } from '../../model/code.ts'
import { importOf } from '../../model/empty-code.ts'
import { attribute } from '../attribute.ts'
import type { ReadFile } from '../code-parser.ts'
import {
  allOfType,
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
import { classOf, functionOf, namedType, parameter } from './build.ts'

const classKinds: Readonly<Record<string, ClassKind>> = {
  class_declaration: 'class',
  record_declaration: 'class',
  interface_declaration: 'interface',
  annotation_type_declaration: 'interface',
  enum_declaration: 'enum',
}

const methodTypes: Readonly<Record<string, CodeFunction['kind']>> = {
  method_declaration: 'method',
  annotation_type_element_declaration: 'method',
  constructor_declaration: 'constructor',
  compact_constructor_declaration: 'constructor',
}

/** Java: classes, interfaces, enums, records and annotations with their members, nested as written. */
export function readJava(root: SyntaxNode): ReadFile {
  return {
    doc: null,
    imports: allOfType(root, 'import_declaration').map(readImport),
    exports: null,
    functions: [],
    classes: named(root).flatMap(node => readClass(node, root)),
    variables: [],
    spreads: [],
    isDynamic: false,
  }
}

function readClass(node: SyntaxNode, parent: SyntaxNode): CodeClass[] {
  const kind = classKinds[node.type]
  const name = field(node, 'name')
  if (!kind || !name) return []
  const body = field(node, 'body')
  const members = body ? membersOf(body) : []
  const bases = [field(node, 'superclass'), field(node, 'interfaces'), ofType(node, 'extends_interfaces')]
  const components = field(node, 'parameters')
  return [
    classOf(node, {
      name: textOf(name),
      kind,
      bases: bases.flatMap(clause => (clause ? typesIn(clause) : [])),
      decorators: annotationsOf(node),
      typeParameters: typeParametersOf(node),
      methods: members.flatMap(member => (methodTypes[member.type] && body ? readMethod(member, body) : [])),
      attributes: [
        ...(components ? named(components).map(readComponent) : []),
        ...members.flatMap(member => readFields(member, kind)),
      ],
      classes: members.flatMap(member => (body ? readClass(member, body) : [])),
      isAbstract: hasMark(node, 'abstract'),
      isPrivate: hasMark(node, 'private'),
      isExported: hasMark(node, 'public'),
      doc: docBefore(parent, node),
    }),
  ]
}

/** The members of an enum are one level deeper in the tree, after its constants. */
function membersOf(body: SyntaxNode): SyntaxNode[] {
  return named(body).flatMap(member => (member.type === 'enum_body_declarations' ? named(member) : [member]))
}

function typesIn(clause: SyntaxNode) {
  const list = ofType(clause, 'type_list')
  return named(list ?? clause).flatMap(type => namedType(type) ?? [])
}

function readMethod(node: SyntaxNode, parent: SyntaxNode): CodeFunction[] {
  const name = field(node, 'name')
  const kind = methodTypes[node.type]
  if (!name || !kind) return []
  const list = field(node, 'parameters')
  return [
    functionOf(node, {
      name: textOf(name),
      kind,
      typeParameters: typeParametersOf(node),
      parameters: list ? named(list).flatMap(readParameter) : [],
      returns: namedType(field(node, 'type')),
      decorators: annotationsOf(node),
      hasBody: field(node, 'body') !== null,
      isStatic: hasMark(node, 'static'),
      isAbstract: hasMark(node, 'abstract'),
      isPrivate: hasMark(node, 'private'),
      isExported: hasMark(node, 'public'),
      doc: docBefore(parent, node),
    }),
  ]
}

function readParameter(node: SyntaxNode): CodeParameter[] {
  if (node.type === 'spread_parameter') {
    const declarator = ofType(node, 'variable_declarator')
    const type = named(node).find(part => part.type.includes('type'))
    const name = declarator ? field(declarator, 'name') : null
    return [
      parameter({
        name: name ? textOf(name) : '',
        kind: 'var_positional',
        type: namedType(type ?? null),
        isOptional: true,
      }),
    ]
  }
  const name = field(node, 'name')
  return name ? [parameter({ name: textOf(name), type: namedType(field(node, 'type')) })] : []
}

function readComponent(node: SyntaxNode): CodeAttribute {
  const name = field(node, 'name')
  return attribute({
    name: name ? textOf(name) : '',
    kind: 'field',
    type: namedType(field(node, 'type')),
    isPrivate: false,
    line: lineOf(node),
  })
}

function readFields(node: SyntaxNode, owner: ClassKind): CodeAttribute[] {
  if (node.type === 'enum_constant') {
    const name = field(node, 'name')
    return name
      ? [
          attribute({
            name: textOf(name),
            kind: 'member',
            isStatic: true,
            isPrivate: false,
            line: lineOf(node),
          }),
        ]
      : []
  }
  if (node.type !== 'field_declaration' && node.type !== 'constant_declaration') return []
  return fields(node, 'declarator').flatMap(declarator => {
    const name = field(declarator, 'name')
    const value = field(declarator, 'value')
    if (!name) return []
    return attribute({
      name: textOf(name),
      kind: 'field',
      type: namedType(field(node, 'type')),
      default: value ? shortText(value) : null,
      isStatic: hasMark(node, 'static') || owner === 'interface',
      isPrivate: hasMark(node, 'private'),
      isExported: hasMark(node, 'public'),
      line: lineOf(declarator),
    })
  })
}

function readImport(node: SyntaxNode) {
  const path = named(node)[0]
  const full = path ? textOf(path) : ''
  const line = lineOf(node)
  if (ofType(node, 'asterisk')) return importOf({ kind: 'all', module: full, line })
  const at = full.lastIndexOf('.')
  const name = full.slice(at + 1)
  return importOf({ kind: 'name', module: full.slice(0, Math.max(at, 0)), name, alias: name, line })
}

function typeParametersOf(node: SyntaxNode): string[] {
  const list = field(node, 'type_parameters')
  return list
    ? named(list)
        .flatMap(part => named(part)[0] ?? [])
        .map(textOf)
    : []
}

function annotationsOf(node: SyntaxNode): string[] {
  const modifiers = ofType(node, 'modifiers')
  return modifiers
    ? allOfType(modifiers, 'annotation', 'marker_annotation').map(mark => shortText(mark).replace(/^@/, ''))
    : []
}

function hasMark(node: SyntaxNode, word: string): boolean {
  const modifiers = ofType(node, 'modifiers')
  return modifiers !== null && hasToken(modifiers, word)
}
