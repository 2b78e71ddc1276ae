import type { CodeArgument, CodeEntry, CodeExpression, CodeStatement } from '../../model/code.ts'
import { field, hasToken, lineOf, named, type SyntaxNode, textOf } from '../syntax.ts'
import { lowerOperand } from './lower-operand.ts'
import { lowerParameters, lowerType, memberName, readType, typeParametersOf } from './lower-type.ts'

/** Lowers the statements of a function's body. The file of statements imports this one, so it passes it along. */
export type LowerBlock = (node: SyntaxNode | null) => CodeStatement[]

export function lowerExpression(node: SyntaxNode, block: LowerBlock): CodeExpression {
  const lowerInner = (inner: SyntaxNode) => lowerExpression(inner, block)
  switch (node.type) {
    case 'call_expression':
      return lowerCall(node, field(node, 'function'), block)
    case 'new_expression':
      return lowerCall(node, field(node, 'constructor'), block)
    case 'await_expression':
      return { kind: 'await', value: first(node, block) }
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'satisfies_expression':
      return first(node, block)
    case 'as_expression': {
      const [value, type] = named(node)
      if (!value || !type || textOf(type) === 'const') return first(node, block)
      return cast(value, type, block)
    }
    case 'type_assertion': {
      const [types, value] = named(node)
      const type = types ? named(types)[0] : undefined
      return value && type ? cast(value, type, block) : others(node, block)
    }
    case 'ternary_expression':
      return {
        kind: 'choice',
        options: [
          part(node, 'consequence', block),
          part(node, 'alternative', block),
          { kind: 'literal', type: 'undefined', text: null, items: [part(node, 'condition', block)] },
        ],
      }
    case 'binary_expression': {
      const isChoice = hasToken(node, '??', '||', '&&')
      return isChoice
        ? { kind: 'choice', options: [part(node, 'left', block), part(node, 'right', block)] }
        : others(node, block)
    }
    case 'assignment_expression':
    case 'augmented_assignment_expression': {
      const target = field(node, 'left')
      return {
        kind: 'walrus',
        target: target ? lowerTarget(target, block) : others(node, block),
        value: part(node, 'right', block),
      }
    }
    case 'arrow_function':
    case 'function_expression':
    case 'generator_function':
      return lowerFunctionExpression(node, block)
    case 'object':
    case 'object_pattern':
      return lowerObject(node, block)
    case 'template_string':
      return {
        kind: 'literal',
        type: 'string',
        text: null,
        items: named(node).flatMap(named).map(lowerInner),
      }
  }
  return lowerOperand(node, lowerInner) ?? others(node, block)
}

function lowerArguments(list: SyntaxNode | null, block: LowerBlock): CodeArgument[] {
  if (!list) return []
  if (list.type === 'template_string')
    return [{ kind: 'spread', name: null, value: lowerExpression(list, block) }]
  return named(list).map(node =>
    node.type === 'spread_element'
      ? { kind: 'spread', name: null, value: first(node, block) }
      : { kind: 'positional', name: null, value: lowerExpression(node, block) },
  )
}

function lowerCall(node: SyntaxNode, callee: SyntaxNode | null, block: LowerBlock): CodeExpression {
  const types = field(node, 'type_arguments')
  return {
    kind: 'call',
    callee: callee ? lowerExpression(callee, block) : { kind: 'other', parts: [] },
    ...(types ? { typeArguments: named(types).map(lowerType) } : {}),
    arguments: lowerArguments(field(node, 'arguments'), block),
    isNew: node.type === 'new_expression',
    line: lineOf(callee ?? node),
  }
}

/** Has the value of the type; the expression is kept for the uses in it. */
function cast(value: SyntaxNode, type: SyntaxNode, block: LowerBlock): CodeExpression {
  return {
    kind: 'choice',
    options: [
      { kind: 'typed', type: lowerType(type) },
      { kind: 'literal', type: 'undefined', text: null, items: [lowerExpression(value, block)] },
    ],
  }
}

function lowerFunctionExpression(node: SyntaxNode, block: LowerBlock): CodeExpression {
  const list = field(node, 'parameters') ?? field(node, 'parameter')
  const returns = field(node, 'return_type')
  const body = field(node, 'body')
  const isBlock = body?.type === 'statement_block'
  return {
    kind: 'lambda',
    ...typeParametersOf(node),
    parameters: list ? lowerParameters(list) : [],
    returns: returns ? readType(returns) : null,
    isAsync: hasToken(node, 'async'),
    body: isBlock ? block(body) : [],
    value: body && !isBlock ? lowerExpression(body, block) : null,
  }
}

function lowerObject(node: SyntaxNode, block: LowerBlock): CodeExpression {
  const entries: CodeEntry[] = []
  let isOpen = false
  const add = (name: string, value: CodeExpression, at: SyntaxNode) =>
    entries.push({ name, value, signature: null, isOptional: false, line: lineOf(at) })
  for (const member of named(node)) {
    const key = memberName(field(member, 'key') ?? field(member, 'name'))
    const value = field(member, 'value')
    if (member.type.startsWith('shorthand_property'))
      add(textOf(member), lowerExpression(member, block), member)
    else if (member.type === 'object_assignment_pattern') {
      const [left] = named(member)
      if (left) add(textOf(left), lowerExpression(left, block), member)
    } else if (key !== null && value) add(key, lowerTarget(value, block), member)
    else if (key !== null && member.type === 'method_definition')
      add(
        key,
        hasToken(member, 'get', 'set')
          ? { kind: 'other', parts: [lowerFunctionExpression(member, block)] }
          : lowerFunctionExpression(member, block),
        member,
      )
    else {
      isOpen = true
      add('…', others(member, block), member)
    }
  }
  return { kind: 'object', entries, isOpen }
}

function part(node: SyntaxNode, name: string, block: LowerBlock): CodeExpression {
  const child = field(node, name)
  return child ? lowerExpression(child, block) : { kind: 'other', parts: [] }
}

function first(node: SyntaxNode, block: LowerBlock): CodeExpression {
  const [child] = named(node)
  return child ? lowerExpression(child, block) : { kind: 'other', parts: [] }
}

function others(node: SyntaxNode, block: LowerBlock): CodeExpression {
  return {
    kind: 'other',
    parts: named(node)
      .filter(({ type }) => !type.endsWith('_type'))
      .map(inner => lowerExpression(inner, block)),
  }
}

/** The target of an assignment: patterns become literals and objects of names. */
export function lowerTarget(node: SyntaxNode, block: LowerBlock): CodeExpression {
  const lowerInner = (inner: SyntaxNode) => lowerTarget(inner, block)
  if (node.type === 'assignment_pattern') {
    const left = field(node, 'left')
    return left ? lowerTarget(left, block) : lowerExpression(node, block)
  }
  if (node.type === 'rest_pattern') return { kind: 'other', parts: named(node).map(lowerInner) }
  if (node.type === 'array_pattern')
    return { kind: 'literal', type: 'Array', text: null, items: named(node).map(lowerInner) }
  return lowerExpression(node, block)
}
