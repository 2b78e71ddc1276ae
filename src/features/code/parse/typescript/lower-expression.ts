import type { CodeArgument, CodeEntry, CodeExpression } from '../../model/code.ts'
import { field, hasToken, lineOf, named, type SyntaxNode, textOf } from '../syntax.ts'
import { lowerParameters } from './lower-parameters.ts'
import { lowerBlock, lowerTarget } from './lower-statement.ts'
import { lowerType, memberName, readType, typeParametersOf } from './lower-type.ts'

const literalTypes: Readonly<Record<string, string>> = {
  number: 'number',
  true: 'boolean',
  false: 'boolean',
  null: 'null',
  undefined: 'undefined',
  regex: 'RegExp',
  array: 'Array',
  array_pattern: 'Array',
}

export function lowerExpression(node: SyntaxNode): CodeExpression {
  switch (node.type) {
    case 'identifier':
    case 'this':
    case 'super':
    case 'shorthand_property_identifier':
    case 'shorthand_property_identifier_pattern':
      return { kind: 'name', name: textOf(node), line: lineOf(node) }
    case 'member_expression': {
      const name = field(node, 'property')
      if (!name) return others(node)
      return { kind: 'member', object: part(node, 'object'), name: textOf(name), line: lineOf(name) }
    }
    case 'subscript_expression':
      return { kind: 'index', object: part(node, 'object'), keys: [part(node, 'index')] }
    case 'call_expression':
      return lowerCall(node, 'function', false)
    case 'new_expression':
      return lowerCall(node, 'constructor', true)
    case 'await_expression':
      return { kind: 'await', value: first(node) }
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'satisfies_expression':
      return first(node)
    case 'as_expression': {
      const [value, type] = named(node)
      if (!value || !type || textOf(type) === 'const') return first(node)
      return cast(value, type)
    }
    case 'type_assertion': {
      const [types, value] = named(node)
      const type = types ? named(types)[0] : undefined
      return value && type ? cast(value, type) : others(node)
    }
    case 'ternary_expression':
      return {
        kind: 'choice',
        options: [
          part(node, 'consequence'),
          part(node, 'alternative'),
          { kind: 'literal', type: 'undefined', text: null, items: [part(node, 'condition')] },
        ],
      }
    case 'binary_expression': {
      const isChoice = hasToken(node, '??', '||', '&&')
      return isChoice ? { kind: 'choice', options: [part(node, 'left'), part(node, 'right')] } : others(node)
    }
    case 'assignment_expression':
    case 'augmented_assignment_expression': {
      const target = field(node, 'left')
      return {
        kind: 'walrus',
        target: target ? lowerTarget(target) : others(node),
        value: part(node, 'right'),
      }
    }
    case 'arrow_function':
    case 'function_expression':
    case 'generator_function':
      return lowerFunctionExpression(node)
    case 'object':
    case 'object_pattern':
      return lowerObject(node)
    case 'string':
      return { kind: 'literal', type: 'string', text: textOf(node).slice(1, -1).slice(0, 200), items: [] }
    case 'template_string':
      return {
        kind: 'literal',
        type: 'string',
        text: null,
        items: named(node).flatMap(named).map(lowerExpression),
      }
    case 'string_fragment':
    case 'escape_sequence':
    case 'type_arguments':
    case 'jsx_text':
    case 'property_identifier':
      return { kind: 'other', parts: [] }
    case 'class':
      return { kind: 'other', parts: [] }
  }
  const literal = literalTypes[node.type]
  if (literal)
    return {
      kind: 'literal',
      type: literal,
      text: node.children.length === 0 ? textOf(node).slice(0, 80) : null,
      items: named(node).map(lowerExpression),
    }
  return others(node)
}

export function lowerArguments(list: SyntaxNode | null): CodeArgument[] {
  if (!list) return []
  if (list.type === 'template_string') return [{ kind: 'spread', name: null, value: lowerExpression(list) }]
  return named(list).map(node =>
    node.type === 'spread_element'
      ? { kind: 'spread', name: null, value: first(node) }
      : { kind: 'positional', name: null, value: lowerExpression(node) },
  )
}

function lowerCall(node: SyntaxNode, calleeField: string, isNew: boolean): CodeExpression {
  const callee = field(node, calleeField)
  const types = field(node, 'type_arguments')
  return {
    kind: 'call',
    callee: callee ? lowerExpression(callee) : { kind: 'other', parts: [] },
    ...(types ? { typeArguments: named(types).map(lowerType) } : {}),
    arguments: lowerArguments(field(node, 'arguments')),
    isNew,
    line: lineOf(callee ?? node),
  }
}

/** The expression is still looked into; its value is of the type. */
function cast(value: SyntaxNode, type: SyntaxNode): CodeExpression {
  return {
    kind: 'choice',
    options: [
      { kind: 'typed', type: lowerType(type) },
      { kind: 'literal', type: 'undefined', text: null, items: [lowerExpression(value)] },
    ],
  }
}

function lowerFunctionExpression(node: SyntaxNode): CodeExpression {
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
    body: isBlock ? lowerBlock(body) : [],
    value: body && !isBlock ? lowerExpression(body) : null,
  }
}

function lowerObject(node: SyntaxNode): CodeExpression {
  const entries: CodeEntry[] = []
  let isOpen = false
  const add = (name: string, value: CodeExpression, at: SyntaxNode) =>
    entries.push({ name, value, signature: null, isOptional: false, line: lineOf(at) })
  for (const member of named(node)) {
    const key = memberName(field(member, 'key') ?? field(member, 'name'))
    const value = field(member, 'value')
    if (member.type.startsWith('shorthand_property')) add(textOf(member), lowerExpression(member), member)
    else if (member.type === 'object_assignment_pattern') {
      const [left] = named(member)
      if (left) add(textOf(left), lowerExpression(left), member)
    } else if (key !== null && value) add(key, lowerTarget(value), member)
    else if (key !== null && member.type === 'method_definition')
      add(
        key,
        hasToken(member, 'get', 'set')
          ? { kind: 'other', parts: [lowerFunctionExpression(member)] }
          : lowerFunctionExpression(member),
        member,
      )
    else {
      isOpen = true
      add('…', others(member), member)
    }
  }
  return { kind: 'object', entries, isOpen }
}

function part(node: SyntaxNode, name: string): CodeExpression {
  const child = field(node, name)
  return child ? lowerExpression(child) : { kind: 'other', parts: [] }
}

function first(node: SyntaxNode): CodeExpression {
  const [child] = named(node)
  return child ? lowerExpression(child) : { kind: 'other', parts: [] }
}

function others(node: SyntaxNode): CodeExpression {
  return {
    kind: 'other',
    parts: named(node)
      .filter(({ type }) => !type.endsWith('_type'))
      .map(lowerExpression),
  }
}
