import type {
  CodeArgument,
  CodeComprehension,
  CodeExpression,
  CodeParameter,
  CodeType,
  ParameterKind,
} from '../../model/code.ts'
import { field, fields, hasToken, lineOf, named, type SyntaxNode, shortText, textOf } from '../syntax.ts'
import { openQuotes } from './type-text.ts'

const literalTypes: Readonly<Record<string, string>> = {
  integer: 'int',
  float: 'float',
  true: 'bool',
  false: 'bool',
  none: 'None',
  list: 'list',
  list_pattern: 'list',
  tuple: 'tuple',
  tuple_pattern: 'tuple',
  pattern_list: 'tuple',
  expression_list: 'tuple',
  set: 'set',
}

const comprehensionTypes: Readonly<Record<string, string>> = {
  list_comprehension: 'list',
  set_comprehension: 'set',
  dictionary_comprehension: 'dict',
  generator_expression: 'generator',
}

export function lowerExpression(node: SyntaxNode): CodeExpression {
  switch (node.type) {
    case 'identifier':
      return { kind: 'name', name: textOf(node), line: lineOf(node) }
    case 'attribute':
      return lowerAttribute(node)
    case 'call':
      return lowerCall(node)
    case 'subscript':
      return {
        kind: 'index',
        object: lowerField(node, 'value'),
        keys: fields(node, 'subscript').map(lowerExpression),
      }
    case 'await':
      return { kind: 'await', value: lowerFirst(node) }
    case 'parenthesized_expression':
    case 'type':
      return lowerFirst(node)
    case 'generic_type':
      return lowerGenericType(node)
    case 'conditional_expression':
      return lowerConditional(node)
    case 'boolean_operator':
      return lowerBoolean(node)
    case 'union_type':
      return { kind: 'choice', options: named(node).map(lowerExpression) }
    case 'binary_operator':
      return lowerBinary(node)
    case 'named_expression':
      return { kind: 'walrus', target: lowerField(node, 'name'), value: lowerField(node, 'value') }
    case 'lambda':
      return lowerLambda(node)
    case 'string':
    case 'concatenated_string':
      return lowerString(node)
    case 'dictionary':
      return { kind: 'literal', type: 'dict', text: null, items: named(node).flatMap(lowerPair) }
    case 'dotted_name':
      return lowerDottedName(node)
  }
  const comprehension = comprehensionTypes[node.type]
  if (comprehension) return lowerComprehension(node, comprehension)
  const literal = literalTypes[node.type]
  if (literal)
    return {
      kind: 'literal',
      type: literal,
      text: node.children.length === 0 ? textOf(node) : null,
      items: named(node).map(lowerExpression),
    }
  return { kind: 'other', parts: named(node).map(lowerExpression) }
}

export function lowerDottedName(node: SyntaxNode): CodeExpression {
  const [first, ...rest] = named(node)
  if (!first) return { kind: 'name', name: textOf(node), line: lineOf(node) }
  return rest.reduce<CodeExpression>(
    (object, part) => ({ kind: 'member', object, name: textOf(part), line: lineOf(part) }),
    lowerExpression(first),
  )
}

/** The characters between the quotes; null where the string is concatenated or has interpolations. */
export function stringValue(node: SyntaxNode): string | null {
  if (node.type !== 'string' || node.children.some(child => child.type === 'interpolation')) return null
  return node.children
    .filter(child => child.type === 'string_content')
    .map(textOf)
    .join('')
}

/** A type with its text. */
export function readType(node: SyntaxNode): CodeType {
  return { text: shortText(node, 200), shape: openQuotes(lowerExpression(node), lineOf(node)) }
}

/** The parameters of a `def` or a `lambda`, with their kinds. */
export function lowerParameters(list: SyntaxNode): CodeParameter[] {
  const parameters: CodeParameter[] = []
  let kind: ParameterKind = 'positional'
  for (const node of named(list)) {
    if (node.type === 'positional_separator') {
      for (const [at, earlier] of parameters.entries())
        parameters[at] = { ...earlier, kind: 'positional_only' }
      continue
    }
    if (node.type === 'keyword_separator') {
      kind = 'keyword_only'
      continue
    }
    const parameter = lowerParameter(node, kind)
    if (!parameter) continue
    parameters.push(parameter)
    if (parameter.kind === 'var_positional') kind = 'keyword_only'
  }
  return parameters
}

function lowerParameter(node: SyntaxNode, kind: ParameterKind): CodeParameter | null {
  const typeNode = field(node, 'type')
  const type = typeNode ? readType(typeNode) : null
  switch (node.type) {
    case 'identifier':
      return plainParameter({ name: textOf(node), kind })
    case 'typed_parameter': {
      const [inner] = named(node)
      if (!inner) return null
      if (inner.type === 'identifier') return plainParameter({ name: textOf(inner), kind, type })
      return variable(inner, type)
    }
    case 'default_parameter':
    case 'typed_default_parameter': {
      const name = field(node, 'name')
      const value = field(node, 'value')
      return (
        name && plainParameter({ name: textOf(name), kind, type, default: value ? shortText(value) : '…' })
      )
    }
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
      return variable(node, null)
    case 'tuple_pattern':
      return plainParameter({ name: textOf(node), kind: 'positional_only' })
    default:
      return null
  }
}

function plainParameter(known: Partial<CodeParameter> & Pick<CodeParameter, 'name' | 'kind'>): CodeParameter {
  return { type: null, default: null, isOptional: known.default !== undefined, ...known }
}

function variable(node: SyntaxNode, type: CodeType | null): CodeParameter {
  const [name] = named(node)
  return {
    name: name ? textOf(name) : '',
    kind: node.type === 'list_splat_pattern' ? 'var_positional' : 'var_keyword',
    type,
    default: null,
    isOptional: true,
  }
}

function lowerField(node: SyntaxNode, name: string): CodeExpression {
  const child = field(node, name)
  return child ? lowerExpression(child) : { kind: 'other', parts: [] }
}

function lowerFirst(node: SyntaxNode): CodeExpression {
  const [first] = named(node)
  return first ? lowerExpression(first) : { kind: 'other', parts: [] }
}

function lowerAttribute(node: SyntaxNode): CodeExpression {
  const name = field(node, 'attribute')
  if (!name) return { kind: 'other', parts: named(node).map(lowerExpression) }
  return { kind: 'member', object: lowerField(node, 'object'), name: textOf(name), line: lineOf(name) }
}

function lowerCall(node: SyntaxNode): CodeExpression {
  const list = field(node, 'arguments')
  const isGenerator = list?.type === 'generator_expression'
  return {
    kind: 'call',
    callee: lowerField(node, 'function'),
    arguments: !list
      ? []
      : isGenerator
        ? [{ kind: 'positional', name: null, value: lowerExpression(list) }]
        : named(list).map(lowerArgument),
    isNew: false,
    line: lineOf(field(node, 'function') ?? node),
  }
}

function lowerArgument(node: SyntaxNode): CodeArgument {
  if (node.type === 'keyword_argument') {
    const name = field(node, 'name')
    return { kind: 'keyword', name: name ? textOf(name) : null, value: lowerField(node, 'value') }
  }
  if (node.type === 'list_splat') return { kind: 'spread', name: null, value: lowerFirst(node) }
  if (node.type === 'dictionary_splat') return { kind: 'spread_keyword', name: null, value: lowerFirst(node) }
  return { kind: 'positional', name: null, value: lowerExpression(node) }
}

function lowerGenericType(node: SyntaxNode): CodeExpression {
  const [object, parameters] = named(node)
  if (!object) return { kind: 'other', parts: [] }
  return {
    kind: 'index',
    object: lowerExpression(object),
    keys: parameters ? named(parameters).map(lowerExpression) : [],
  }
}

function lowerConditional(node: SyntaxNode): CodeExpression {
  const [whenTrue, condition, whenFalse] = named(node)
  if (!whenTrue || !condition || !whenFalse) return { kind: 'other', parts: named(node).map(lowerExpression) }
  return {
    kind: 'choice',
    options: [
      lowerExpression(whenTrue),
      lowerExpression(whenFalse),
      // Kept for the uses in it; the test is not the value.
      { kind: 'literal', type: 'None', text: null, items: [lowerExpression(condition)] },
    ],
  }
}

function lowerBoolean(node: SyntaxNode): CodeExpression {
  return { kind: 'choice', options: [lowerField(node, 'left'), lowerField(node, 'right')] }
}

/** `A | B` is a union in a type and an unknown value elsewhere; the choice covers both. */
function lowerBinary(node: SyntaxNode): CodeExpression {
  const parts = named(node).map(lowerExpression)
  const left = field(node, 'left')
  if (hasToken(node, '%') && left && (left.type === 'string' || left.type === 'concatenated_string'))
    return { kind: 'literal', type: left ? literalOfString(left) : 'str', text: null, items: parts }
  if (hasToken(node, '|')) return { kind: 'choice', options: [...parts, { kind: 'other', parts: [] }] }
  return { kind: 'other', parts }
}

function lowerLambda(node: SyntaxNode): CodeExpression {
  const parameters = field(node, 'parameters')
  return {
    kind: 'lambda',
    parameters: parameters ? lowerParameters(parameters) : [],
    returns: null,
    isAsync: false,
    body: [],
    value: lowerField(node, 'body'),
  }
}

function lowerString(node: SyntaxNode): CodeExpression {
  const strings = node.type === 'concatenated_string' ? named(node) : [node]
  const holes = strings.flatMap(part => part.children.filter(child => child.type === 'interpolation'))
  const values = strings.map(stringValue)
  return {
    kind: 'literal',
    type: literalOfString(strings[0] ?? node),
    text: values.every(value => value !== null) ? values.join('').slice(0, 400) : null,
    items: holes.flatMap(hole => named(hole).map(lowerExpression)),
  }
}

function literalOfString(node: SyntaxNode): string {
  return /^[rR]?[bB]/.test(textOf(node).slice(0, 2)) ? 'bytes' : 'str'
}

function lowerPair(node: SyntaxNode): CodeExpression[] {
  return node.type === 'pair'
    ? [lowerField(node, 'key'), lowerField(node, 'value')]
    : named(node).map(lowerExpression)
}

function lowerComprehension(node: SyntaxNode, type: string): CodeExpression {
  const body = field(node, 'body')
  const clauses: { target: CodeExpression; iterable: CodeExpression; conditions: CodeExpression[] }[] = []
  for (const part of named(node)) {
    if (part.type === 'for_in_clause')
      clauses.push({ target: lowerField(part, 'left'), iterable: lowerField(part, 'right'), conditions: [] })
    if (part.type === 'if_clause') clauses.at(-1)?.conditions.push(lowerFirst(part))
  }
  return {
    kind: 'comprehension',
    type,
    parts: !body ? [] : body.type === 'pair' ? lowerPair(body) : [lowerExpression(body)],
    clauses: clauses satisfies CodeComprehension[],
  }
}
