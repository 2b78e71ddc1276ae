import type { CodeEntry, CodeExpression, CodeSignature, CodeType } from '../../../model/code.ts'
import { field, fields, hasToken, lineOf, named, type SyntaxNode, shortText, textOf } from '../syntax.ts'
import { lowerExpression } from './lower-expression.ts'
import { lowerParameters } from './lower-parameters.ts'

const unknown: CodeExpression = { kind: 'other', parts: [] }

/** A type with its text. Annotations (`: T`) give what stands after the colon. */
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
    case 'predefined_type':
    case 'type_identifier':
    case 'identifier':
    case 'this_type':
    case 'this':
      return { kind: 'name', name: textOf(node), line: lineOf(node) }
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
      return { kind: 'object', entries: [entryOf('new', null, signatureOf(node), node)], isOpen: false }
    case 'type_query': {
      const [target] = named(node)
      const word: CodeExpression = { kind: 'name', name: 'typeof', line: lineOf(node) }
      return { kind: 'index', object: word, keys: target ? [lowerExpression(target)] : [] }
    }
    case 'literal_type': {
      const [literal] = named(node)
      const value = literal ? lowerExpression(literal) : unknown
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
    typeParameters: typeParametersOf(node),
    parameters: list ? lowerParameters(list) : [],
    returns: returns ? readType(returns) : null,
  }
}

export function typeParametersOf(node: SyntaxNode): string[] {
  const list = field(node, 'type_parameters')
  return list
    ? named(list)
        .flatMap(part => field(part, 'name') ?? [])
        .map(textOf)
    : []
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
      entries.push({ ...entryOf(name, type ? lowerType(type) : null, null, member), isOptional })
    } else if (member.type === 'method_signature' && name !== null) {
      const signature = signatureOf(member)
      const isAccessor = hasToken(member, 'get', 'set')
      const type = isAccessor ? (signature.returns?.shape ?? null) : null
      entries.push({ ...entryOf(name, type, isAccessor ? null : signature, member), isOptional })
    } else if (member.type === 'construct_signature')
      entries.push(entryOf('new', null, signatureOf(member), member))
    else if (member.type === 'call_signature')
      entries.push(entryOf('call', null, signatureOf(member), member))
    else isOpen = true
  }
  return { entries, isOpen }
}

function entryOf(
  name: string,
  value: CodeExpression | null,
  signature: CodeSignature | null,
  node: SyntaxNode,
): CodeEntry {
  return { name, value, signature, isOptional: false, line: lineOf(node) }
}

function lowerObjectType(node: SyntaxNode): CodeExpression {
  return { kind: 'object', ...entriesOf(node) }
}

/** `import(…).Name`, as compilers write it into declarations. */
function lowerImportType(node: SyntaxNode): CodeExpression {
  const list = field(node, 'arguments')
  const [path] = list ? named(list) : []
  if (textOf(field(node, 'function') ?? node) !== 'import' || path?.type !== 'string') return unknown
  const line = lineOf(node)
  const value: CodeExpression = {
    kind: 'literal',
    type: 'string',
    text: textOf(path).slice(1, -1),
    items: [],
  }
  const callee: CodeExpression = { kind: 'name', name: 'import', line }
  return { kind: 'call', callee, arguments: [{ kind: 'positional', name: null, value }], isNew: false, line }
}

/** One of its two outcomes. What `infer` names exists only inside, so such a type says nothing. */
function lowerConditional(node: SyntaxNode): CodeExpression {
  if (/\binfer\s/.test(textOf(node))) return unknown
  const outcomes = [field(node, 'consequence'), field(node, 'alternative')]
  return { kind: 'choice', options: outcomes.map(outcome => (outcome ? lowerType(outcome) : unknown)) }
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
