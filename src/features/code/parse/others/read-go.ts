import type { CodeAttribute, CodeClass, CodeFunction, CodeParameter, CodeType } from '../../model/code.ts'
import { importOf } from '../../model/empty-code.ts'
import { attribute } from '../attribute.ts'
import type { ReadFile } from '../code-parser.ts'
import {
  allOfType,
  field,
  fields,
  lineOf,
  named,
  ofType,
  type SyntaxNode,
  shortText,
  textOf,
} from '../syntax.ts'
import { attachMethods, classOf, functionOf, lineDoc, namedType, parameter } from './build.ts'

const docMark = /^\/\/ ?/

/** Go: structs, interfaces and named types, functions, methods by their receiver, constants and variables. */
export function readGo(root: SyntaxNode): ReadFile {
  const clause = ofType(root, 'package_clause')
  const types = allOfType(root, 'type_declaration').flatMap(declaration =>
    named(declaration).map(spec => readTypeSpec(spec, lineDoc(root, declaration, docMark))),
  )
  const methods = allOfType(root, 'method_declaration').map(node => ({
    owner: receiverOf(node),
    method: readFunction(node, root),
    node,
  }))
  return {
    doc: clause ? lineDoc(root, clause, docMark) : null,
    imports: allOfType(root, 'import_declaration').flatMap(readImports),
    exports: null,
    functions: allOfType(root, 'function_declaration').map(node => readFunction(node, root)),
    classes: attachMethods(types, methods),
    variables: allOfType(root, 'const_declaration', 'var_declaration').flatMap(readVariables),
    spreads: [],
    isDynamic: false,
  }
}

const isPrivate = (name: string) => !/^\p{Lu}/u.test(name)

function readTypeSpec(node: SyntaxNode, doc: string | null): CodeClass {
  const name = nameOf(node)
  const type = field(node, 'type')
  const list = field(node, 'type_parameters')
  const known = {
    name,
    doc,
    typeParameters: list ? named(list).flatMap(part => fields(part, 'name').map(textOf)) : [],
    isPrivate: isPrivate(name),
    isExported: !isPrivate(name),
  }
  if (type?.type === 'struct_type') return classOf(node, { ...known, kind: 'struct', ...readFields(type) })
  if (type?.type === 'interface_type')
    return classOf(node, {
      ...known,
      kind: 'interface',
      bases: allOfType(type, 'type_elem').flatMap(part => namedType(part) ?? []),
      methods: allOfType(type, 'method_elem').map(part => readFunction(part, type)),
    })
  return classOf(node, { ...known, kind: 'type', alias: namedType(type) })
}

/** Embedded fields, Go's form of inheritance, are bases. */
function readFields(struct: SyntaxNode): { attributes: CodeAttribute[]; bases: CodeType[] } {
  const list = ofType(struct, 'field_declaration_list')
  const attributes: CodeAttribute[] = []
  const bases: CodeType[] = []
  for (const declaration of list ? allOfType(list, 'field_declaration') : []) {
    const type = namedType(field(declaration, 'type'))
    const names = fields(declaration, 'name')
    if (names.length === 0 && type) bases.push(type)
    for (const node of names) {
      const name = textOf(node)
      attributes.push(
        attribute({ name, kind: 'field', type, isPrivate: isPrivate(name), line: lineOf(node) }),
      )
    }
  }
  return { attributes, bases }
}

function readFunction(node: SyntaxNode, parent: SyntaxNode): CodeFunction {
  const name = nameOf(node)
  const list = field(node, 'parameters')
  const types = field(node, 'type_parameters')
  return functionOf(node, {
    name,
    kind: node.type === 'function_declaration' ? 'function' : 'method',
    typeParameters: types ? named(types).flatMap(part => fields(part, 'name').map(textOf)) : [],
    parameters: list ? named(list).flatMap(readParameter) : [],
    returns: namedType(field(node, 'result')),
    hasBody: field(node, 'body') !== null,
    isPrivate: isPrivate(name),
    isExported: !isPrivate(name),
    doc: lineDoc(parent, node, docMark),
  })
}

function readParameter(node: SyntaxNode): CodeParameter[] {
  const type = namedType(field(node, 'type'))
  const isVariable = node.type === 'variadic_parameter_declaration'
  const names = fields(node, 'name').map(textOf)
  return (names.length === 0 ? ['_'] : names).map(name =>
    parameter({
      name,
      type,
      kind: isVariable ? 'var_positional' : 'positional_only',
      isOptional: isVariable,
    }),
  )
}

function receiverOf(node: SyntaxNode): string {
  const receiver = field(node, 'receiver')
  const type = receiver ? namedType(field(named(receiver)[0] ?? receiver, 'type')) : null
  return type?.shape.kind === 'name' ? type.shape.name : ''
}

function readImports(node: SyntaxNode) {
  const list = ofType(node, 'import_spec_list')
  return allOfType(list ?? node, 'import_spec').map(spec => {
    const path = field(spec, 'path')
    const module = path ? textOf(path).slice(1, -1) : ''
    const name = field(spec, 'name')
    const alias = name ? textOf(name) : (module.split('/').at(-1) ?? module)
    return importOf({ kind: alias === '.' ? 'all' : 'module', module, alias, line: lineOf(spec) })
  })
}

function readVariables(node: SyntaxNode): CodeAttribute[] {
  const list = ofType(node, 'var_spec_list')
  const kind = node.type === 'const_declaration' ? 'constant' : 'variable'
  return allOfType(list ?? node, 'const_spec', 'var_spec').flatMap(spec =>
    fields(spec, 'name')
      .filter(part => part.isNamed)
      .map(nameNode => {
        const name = textOf(nameNode)
        const value = field(spec, 'value')
        return attribute({
          name,
          kind,
          type: namedType(field(spec, 'type')),
          default: value ? shortText(value) : null,
          isStatic: true,
          isPrivate: isPrivate(name),
          isExported: !isPrivate(name),
          line: lineOf(nameNode),
        })
      }),
  )
}

function nameOf(node: SyntaxNode): string {
  const name = field(node, 'name')
  return name ? textOf(name) : ''
}
