import type {
  CodeEntry,
  CodeExpression,
  CodeParameter,
  CodeSignature,
  CodeType,
  CodeTypeBound,
} from '../../model/code.ts'
import {
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
import { lowerOperand } from './lower-operand.ts'

const unknown: CodeExpression = { kind: 'other', parts: [] }
const nothing: CodeExpression = { kind: 'literal', type: 'undefined', text: null, items: [] }

/** A type with its text. For an annotation (`: T`), the part after the colon. */
export function readType(node: SyntaxNode): CodeType {
  const inner = unwrap(node)
  return { text: shortText(inner, 200), shape: lowerType(inner) }
}

export function lowerType(node: SyntaxNode): CodeExpression {
  switch (node.type) {
    case 'type_annotation':
    case 'parenthesized_type':
    case 'readonly_type':
    case 'opting_type_annotation':
      return lowerFirst(node)
    case 'identifier':
      return textOf(node).startsWith('import(') ? importType(node) : nameOf(node)
    case 'predefined_type':
    case 'type_identifier':
    case 'this_type':
    case 'this':
      return nameOf(node)
    case 'nested_type_identifier':
    case 'nested_identifier':
    case 'member_expression':
      return lowerNested(node)
    case 'generic_type': {
      const name = field(node, 'name')
      const list = field(node, 'type_arguments')
      return {
        kind: 'index',
        object: name ? lowerType(name) : unknown,
        keys: list ? named(list).map(lowerType) : [],
      }
    }
    case 'union_type':
      return { kind: 'choice', options: named(node).map(lowerType) }
    case 'intersection_type':
      return { kind: 'all', options: named(node).map(lowerType) }
    case 'array_type':
      return {
        kind: 'index',
        object: { kind: 'name', name: 'Array', line: lineOf(node) },
        keys: [lowerFirst(node)],
      }
    case 'object_type':
    case 'interface_body':
      return lowerObjectType(node)
    case 'function_type':
      return {
        kind: 'lambda',
        ...signatureOf(node),
        isAsync: false,
        body: [],
        value: null,
      }
    case 'constructor_type':
      return {
        kind: 'object',
        entries: [entryOf(node, { name: 'new', signature: signatureOf(node) })],
        isOpen: false,
      }
    case 'type_query':
      return operator('typeof', node, named(node).slice(0, 1).map(lowerQueried))
    case 'index_type_query':
      return operator('keyof', node, named(node).map(lowerType))
    case 'lookup_type':
      return operator('of', node, named(node).map(lowerType))
    case 'infer_type':
      return operator('infer', node, named(node).slice(0, 1).map(lowerType))
    case 'tuple_type':
      return operator('tuple', node, named(node).map(lowerTupleItem))
    case 'template_literal_type':
      return lowerTemplate(node)
    case 'literal_type': {
      const [literal] = named(node)
      const value = literal ? lowerValue(literal) : unknown
      return value.kind === 'other' && /^(null|undefined)$/.test(textOf(node))
        ? { kind: 'literal', type: textOf(node), text: null, items: [] }
        : value
    }
    case 'conditional_type':
      return lowerConditional(node)
    case 'call_expression':
      return lowerImportType(node)
    case 'type_predicate_annotation':
    case 'type_predicate':
      return { kind: 'name', name: 'boolean', line: lineOf(node) }
    default:
      return unknown
  }
}

export function signatureOf(node: SyntaxNode): CodeSignature {
  const list = field(node, 'parameters')
  const returns =
    field(node, 'return_type') ?? (node.type.startsWith('construct') ? field(node, 'type') : null)
  return {
    ...typeParametersOf(node),
    parameters: list ? lowerParameters(list) : [],
    returns: returns ? readType(returns) : null,
  }
}

export function typeParametersOf(node: SyntaxNode): Pick<CodeSignature, 'typeParameters' | 'typeBounds'> {
  const list = field(node, 'type_parameters')
  const typeParameters: string[] = []
  const bounds: Record<string, CodeTypeBound> = {}
  for (const part of list ? named(list) : []) {
    const name = field(part, 'name')
    if (!name) continue
    typeParameters.push(textOf(name))
    const [constraint, value] = [field(part, 'constraint'), field(part, 'value')]
    const read = (node: SyntaxNode | null) => node && readType(named(node)[0] ?? node)
    if (constraint || value) bounds[textOf(name)] = { extends: read(constraint), default: read(value) }
  }
  return Object.keys(bounds).length > 0 ? { typeParameters, typeBounds: bounds } : { typeParameters }
}

/** The name of a member, null for computed ones. */
export function memberName(node: SyntaxNode | null): string | null {
  if (!node) return null
  if (node.type === 'computed_property_name') {
    const text = textOf(node).slice(1, -1).trim()
    return /^Symbol\.\w+$/.test(text) ? `[${text}]` : null
  }
  return node.type === 'string' ? textOf(node).slice(1, -1) : textOf(node)
}

export function entriesOf(body: SyntaxNode): { entries: CodeEntry[]; isOpen: boolean } {
  const entries: CodeEntry[] = []
  let isOpen = false
  for (const member of named(body)) {
    const isOptional = hasToken(member, '?')
    const name = memberName(field(member, 'name'))
    if (member.type === 'property_signature' && name !== null) {
      const type = field(member, 'type')
      entries.push(entryOf(member, { name, value: type ? lowerType(type) : null, isOptional }))
    } else if (member.type === 'method_signature' && name !== null) {
      const signature = signatureOf(member)
      const isAccessor = hasToken(member, 'get', 'set')
      const type = isAccessor ? (signature.returns?.shape ?? null) : null
      entries.push(
        entryOf(member, { name, value: type, signature: isAccessor ? null : signature, isOptional }),
      )
    } else if (member.type === 'construct_signature')
      entries.push(entryOf(member, { name: 'new', signature: signatureOf(member) }))
    else if (member.type === 'call_signature')
      entries.push(entryOf(member, { name: 'call', signature: signatureOf(member) }))
    // A computed name is a symbol, which no name refers to.
    else if (!/^(property|method)_signature$/.test(member.type)) isOpen = true
  }
  return { entries, isOpen }
}

function entryOf(node: SyntaxNode, known: Partial<CodeEntry> & Pick<CodeEntry, 'name'>): CodeEntry {
  return { value: null, signature: null, isOptional: false, line: lineOf(node), ...known }
}

function lowerObjectType(node: SyntaxNode): CodeExpression {
  const [only, ...others] = named(node)
  const clause = only && others.length === 0 ? ofType(only, 'mapped_type_clause') : null
  return (clause && lowerMapped(node, clause)) ?? { kind: 'object', ...entriesOf(node) }
}

/** `{ [Key in Keys as Other]: Value }` */
function lowerMapped(node: SyntaxNode, clause: SyntaxNode): CodeExpression | null {
  const [name, keys, alias] = [field(clause, 'name'), field(clause, 'type'), field(clause, 'alias')]
  const value = named(node).flatMap(member => field(member, 'type') ?? [])[0]
  if (!name || !keys || !value) return null
  const renamed = alias ? lowerType(alias) : nothing
  return operator('in', node, [nameOf(name), lowerType(keys), renamed, lowerType(value)])
}

/** `import(…).Name`, as compilers write it into declarations. */
function lowerImportType(node: SyntaxNode): CodeExpression {
  const list = field(node, 'arguments')
  const [path] = list ? named(list) : []
  if (textOf(field(node, 'function') ?? node) !== 'import' || path?.type !== 'string') return unknown
  return importType(node)
}

function importType(node: SyntaxNode): CodeExpression {
  const text = /["']([^"']*)["']/.exec(textOf(node))?.[1] ?? ''
  const line = lineOf(node)
  const value: CodeExpression = { kind: 'literal', type: 'string', text, items: [] }
  const callee: CodeExpression = { kind: 'name', name: 'import', line }
  return { kind: 'call', callee, arguments: [{ kind: 'positional', name: null, value }], isNew: false, line }
}

/** `Tested extends Test ? Then : Else` */
function lowerConditional(node: SyntaxNode): CodeExpression {
  const parts = ['left', 'right', 'consequence', 'alternative'].map(name => field(node, name))
  return operator(
    'if',
    node,
    parts.map(part => (part ? lowerType(part) : unknown)),
  )
}

/** The operand of `typeof`: a value, or a whole module. */
function lowerQueried(node: SyntaxNode): CodeExpression {
  const isModule = node.type === 'call_expression'
  if (isModule) return lowerImportType(node)
  return /^import\(/.test(textOf(node)) ? lowerType(node) : lowerValue(node)
}

/** A value that a type is about: a literal, or what follows `typeof`. */
function lowerValue(node: SyntaxNode): CodeExpression {
  const operand = lowerOperand(node, lowerValue)
  if (operand) return operand
  const [callee, list] = [field(node, 'function'), field(node, 'arguments')]
  if (node.type !== 'call_expression' || !callee || !list) {
    const inner = named(node).filter(({ type }) => !type.endsWith('_type'))
    return { kind: 'other', parts: inner.map(lowerValue) }
  }
  const given = named(list).map(one => ({ kind: 'positional', name: null, value: lowerValue(one) }) as const)
  return { kind: 'call', callee: lowerValue(callee), arguments: given, isNew: false, line: lineOf(callee) }
}

function lowerTupleItem(node: SyntaxNode): CodeExpression {
  const type = field(node, 'type')
  if (type && /_parameter$/.test(node.type)) return lowerType(type)
  return /^(optional|rest)_type$/.test(node.type) ? lowerFirst(node) : lowerType(node)
}

/** A template without interpolations is a literal; any other is a string. */
function lowerTemplate(node: SyntaxNode): CodeExpression {
  const isPlain = named(node).every(({ type }) => type === 'string_fragment')
  const text = isPlain ? textOf(node).slice(1, -1) : null
  return text === null
    ? { kind: 'name', name: 'string', line: lineOf(node) }
    : { kind: 'literal', type: 'string', text, items: [] }
}

function operator(word: string, node: SyntaxNode, keys: readonly CodeExpression[]): CodeExpression {
  return { kind: 'index', object: { kind: 'name', name: word, line: lineOf(node) }, keys }
}

function nameOf(node: SyntaxNode): CodeExpression {
  return { kind: 'name', name: textOf(node), line: lineOf(node) }
}

function lowerNested(node: SyntaxNode): CodeExpression {
  const object = field(node, 'module') ?? field(node, 'object')
  const name = field(node, 'name') ?? field(node, 'property')
  if (!object || !name) return unknown
  return { kind: 'member', object: lowerType(object), name: textOf(name), line: lineOf(name) }
}

function lowerFirst(node: SyntaxNode): CodeExpression {
  const [first] = fields(node, 'type').length > 0 ? fields(node, 'type') : named(node)
  return first ? lowerType(first) : unknown
}

function unwrap(node: SyntaxNode): SyntaxNode {
  return node.type === 'type_annotation' ? (named(node)[0] ?? node) : node
}

/** The parameters without `this`. Destructured ones are named by their text. */
export function lowerParameters(list: SyntaxNode): CodeParameter[] {
  if (list.type === 'identifier') return [{ ...plain, name: textOf(list) }]
  return named(list).flatMap(node => {
    const pattern = field(node, 'pattern') ?? field(node, 'left') ?? (isPattern(node) ? node : null)
    if (!pattern || pattern.type === 'this') return []
    const type = field(node, 'type')
    const value = field(node, 'value') ?? field(node, 'right')
    const isRest = pattern.type === 'rest_pattern'
    const [inner] = isRest ? named(pattern) : [pattern]
    return {
      name: inner ? shortText(inner, 80) : '',
      kind: isRest ? ('var_positional' as const) : ('positional_only' as const),
      type: type ? readType(type) : null,
      default: value ? shortText(value) : null,
      isOptional: isRest || value !== null || node.type === 'optional_parameter',
    }
  })
}

const plain: CodeParameter = {
  name: '',
  kind: 'positional_only',
  type: null,
  default: null,
  isOptional: false,
}

/** The grammar of JavaScript has bare patterns where that of TypeScript has parameters. */
function isPattern(node: SyntaxNode): boolean {
  return ['identifier', 'object_pattern', 'array_pattern', 'rest_pattern', 'assignment_pattern'].includes(
    node.type,
  )
}
