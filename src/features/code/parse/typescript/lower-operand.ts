import type { CodeExpression } from '../../model/code.ts'
import { field, lineOf, named, type SyntaxNode, textOf } from '../syntax.ts'

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

/** Names, members and literals, which types have too; null for any other node. `lower` is for the nodes inside. */
export function lowerOperand(
  node: SyntaxNode,
  lower: (node: SyntaxNode) => CodeExpression,
): CodeExpression | null {
  const part = (name: string): CodeExpression => {
    const child = field(node, name)
    return child ? lower(child) : { kind: 'other', parts: [] }
  }
  switch (node.type) {
    case 'identifier':
    case 'this':
    case 'super':
    case 'shorthand_property_identifier':
    case 'shorthand_property_identifier_pattern':
      return { kind: 'name', name: textOf(node), line: lineOf(node) }
    case 'member_expression': {
      const name = field(node, 'property')
      return name && { kind: 'member', object: part('object'), name: textOf(name), line: lineOf(name) }
    }
    case 'subscript_expression':
      return { kind: 'index', object: part('object'), keys: [part('index')] }
    case 'string':
      return { kind: 'literal', type: 'string', text: textOf(node).slice(1, -1).slice(0, 200), items: [] }
    case 'string_fragment':
    case 'escape_sequence':
    case 'type_arguments':
    case 'jsx_text':
    case 'property_identifier':
    case 'class':
      return { kind: 'other', parts: [] }
  }
  const literal = literalTypes[node.type]
  if (!literal) return null
  const text = node.children.length === 0 ? textOf(node).slice(0, 80) : null
  return { kind: 'literal', type: literal, text, items: named(node).map(lower) }
}
