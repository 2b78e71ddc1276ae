import type { CodeAttribute, CodeClass, CodeFunction, CodeImport, CodeType } from '../../model/code.ts'
import { importOf } from '../../model/empty-code.ts'
import { attribute } from '../attribute.ts'
import type { ReadFile } from '../code-parser.ts'
import {
  allOfType,
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
import { attachMethods, classOf, functionOf, lineDoc, namedType, parameter } from './build.ts'

const docMark = /^\/\/\/ ?/

type Found = Pick<ReadFile, 'functions' | 'classes' | 'variables' | 'imports'>

/** Rust: structs, enums, traits with what is implemented for them, functions, constants; modules as namespaces. */
export function readRust(root: SyntaxNode): ReadFile {
  return { doc: null, exports: null, spreads: [], isDynamic: false, ...readItems(root) }
}

function readItems(parent: SyntaxNode): Found {
  const classes = named(parent).flatMap(node => readClass(node, parent))
  const implementations = allOfType(parent, 'impl_item').flatMap(readImplementation)
  const derived = implementations.flatMap(({ owner, trait }) => (trait ? [{ owner, trait }] : []))
  return {
    imports: allOfType(parent, 'use_declaration').flatMap(readUse),
    functions: allOfType(parent, 'function_item').map(node => readFunction(node, parent)),
    classes: attachMethods(
      classes,
      implementations.flatMap(({ methods }) => methods),
    ).map(one => ({
      ...one,
      bases: [...one.bases, ...derived.flatMap(({ owner, trait }) => (owner === one.name ? trait : []))],
    })),
    variables: allOfType(parent, 'const_item', 'static_item').map(readConstant),
  }
}

function readClass(node: SyntaxNode, parent: SyntaxNode): CodeClass[] {
  const name = field(node, 'name')
  if (!name) return []
  const body = field(node, 'body')
  const known = {
    name: textOf(name),
    doc: lineDoc(parent, node, docMark),
    decorators: attributesBefore(parent, node),
    typeParameters: typeParametersOf(node),
    isPrivate: !isPublic(node),
    isExported: isPublic(node),
  }
  switch (node.type) {
    case 'struct_item':
    case 'union_item':
      return [classOf(node, { ...known, kind: 'struct', attributes: body ? readFields(body) : [] })]
    case 'enum_item':
      return [
        classOf(node, {
          ...known,
          kind: 'enum',
          attributes: body ? allOfType(body, 'enum_variant').map(readVariant) : [],
        }),
      ]
    case 'trait_item': {
      const bounds = field(node, 'bounds')
      return [
        classOf(node, {
          ...known,
          kind: 'trait',
          bases: bounds ? named(bounds).flatMap(bound => namedType(bound) ?? []) : [],
          methods: body
            ? allOfType(body, 'function_item', 'function_signature_item').map(one => readMethod(one, body))
            : [],
          attributes: body ? allOfType(body, 'const_item').map(readConstant) : [],
        }),
      ]
    }
    case 'type_item':
      return [classOf(node, { ...known, kind: 'type', alias: namedType(field(node, 'type')) })]
    case 'mod_item': {
      if (!body) return []
      const inner = readItems(body)
      return [
        classOf(node, {
          ...known,
          kind: 'namespace',
          methods: inner.functions.map(one => ({ ...one, isStatic: true })),
          attributes: inner.variables,
          classes: inner.classes,
        }),
      ]
    }
    default:
      return []
  }
}

function readImplementation(node: SyntaxNode) {
  const type = namedType(field(node, 'type'))
  const owner = type?.shape.kind === 'name' ? type.shape.name : ''
  const body = field(node, 'body')
  const trait: CodeType | null = namedType(field(node, 'trait'))
  const methods = body
    ? allOfType(body, 'function_item').map(one => ({ owner, method: readMethod(one, body), node }))
    : []
  return [{ owner, trait, methods }]
}

function readMethod(node: SyntaxNode, parent: SyntaxNode): CodeFunction {
  const list = field(node, 'parameters')
  const takesSelf = list !== null && ofType(list, 'self_parameter') !== null
  const read = readFunction(node, parent)
  return { ...read, kind: read.name === 'new' && !takesSelf ? 'constructor' : 'method', isStatic: !takesSelf }
}

function readFunction(node: SyntaxNode, parent: SyntaxNode): CodeFunction {
  const name = field(node, 'name')
  const list = field(node, 'parameters')
  const modifiers = ofType(node, 'function_modifiers')
  return functionOf(node, {
    name: name ? textOf(name) : '',
    kind: 'function',
    typeParameters: typeParametersOf(node),
    parameters: (list ? allOfType(list, 'parameter') : []).map(one => {
      const pattern = field(one, 'pattern')
      return parameter({ name: pattern ? shortText(pattern, 80) : '', type: namedType(field(one, 'type')) })
    }),
    returns: namedType(field(node, 'return_type')),
    decorators: attributesBefore(parent, node),
    hasBody: field(node, 'body') !== null,
    isAsync: modifiers !== null && hasToken(modifiers, 'async'),
    isAbstract: node.type === 'function_signature_item',
    isPrivate: !isPublic(node),
    isExported: isPublic(node),
    doc: lineDoc(parent, node, docMark),
  })
}

/** Fields of tuple structs are named by their position. */
function readFields(body: SyntaxNode): CodeAttribute[] {
  if (body.type === 'ordered_field_declaration_list')
    return fields(body, 'type').map((type, at) =>
      attribute({ name: String(at), kind: 'field', type: namedType(type), line: lineOf(type) }),
    )
  return allOfType(body, 'field_declaration').map(node => {
    const name = field(node, 'name')
    return attribute({
      name: name ? textOf(name) : '',
      kind: 'field',
      type: namedType(field(node, 'type')),
      isPrivate: !isPublic(node),
      line: lineOf(node),
    })
  })
}

function readVariant(node: SyntaxNode): CodeAttribute {
  const name = field(node, 'name')
  return attribute({
    name: name ? textOf(name) : '',
    kind: 'member',
    isStatic: true,
    isPrivate: false,
    line: lineOf(node),
  })
}

function readConstant(node: SyntaxNode): CodeAttribute {
  const name = field(node, 'name')
  const value = field(node, 'value')
  return attribute({
    name: name ? textOf(name) : '',
    kind: node.type === 'const_item' ? 'constant' : 'variable',
    type: namedType(field(node, 'type')),
    default: value ? shortText(value) : null,
    isStatic: true,
    isPrivate: !isPublic(node),
    isExported: isPublic(node),
    line: lineOf(node),
  })
}

function readUse(node: SyntaxNode): CodeImport[] {
  const line = lineOf(node)
  const isReExport = isPublic(node)
  const visit = (part: SyntaxNode, prefix: string): CodeImport[] => {
    const join = (path: SyntaxNode | null) => [prefix, path ? textOf(path) : ''].filter(Boolean).join('::')
    switch (part.type) {
      case 'scoped_use_list': {
        const list = field(part, 'list')
        return list ? named(list).flatMap(one => visit(one, join(field(part, 'path')))) : []
      }
      case 'use_list':
        return named(part).flatMap(one => visit(one, prefix))
      case 'use_wildcard':
        return [importOf({ kind: 'all', module: join(named(part)[0] ?? null), isReExport, line })]
      case 'use_as_clause': {
        const alias = field(part, 'alias')
        return [row(join(field(part, 'path')), alias ? textOf(alias) : null)]
      }
      default:
        return [row(join(part), null)]
    }
  }
  const row = (full: string, alias: string | null): CodeImport => {
    const at = full.lastIndexOf('::')
    const name = at === -1 ? full : full.slice(at + 2)
    return importOf({
      kind: 'name',
      module: at === -1 ? '' : full.slice(0, at),
      name,
      alias: alias ?? name,
      isReExport,
      line,
    })
  }
  const argument = field(node, 'argument')
  return argument ? visit(argument, '') : []
}

function typeParametersOf(node: SyntaxNode): string[] {
  const list = field(node, 'type_parameters')
  return list
    ? allOfType(list, 'type_parameter')
        .flatMap(part => field(part, 'name') ?? [])
        .map(textOf)
    : []
}

function attributesBefore(parent: SyntaxNode, node: SyntaxNode): string[] {
  const before = parent.children.slice(0, parent.children.indexOf(node)).reverse()
  const found: string[] = []
  for (const sibling of before) {
    if (sibling.type.endsWith('comment')) continue
    if (sibling.type !== 'attribute_item') break
    found.unshift(shortText(sibling).replace(/^#\[|\]$/g, ''))
  }
  return found
}

function isPublic(node: SyntaxNode): boolean {
  return ofType(node, 'visibility_modifier') !== null
}
