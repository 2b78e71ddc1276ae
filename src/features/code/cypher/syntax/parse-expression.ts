import { parseAtom } from './parse-atom.ts'
import { parseLabels } from './parse-pattern.ts'
import type { TokenCursor } from './token-cursor.ts'
import type { BinaryOperator, Expression } from './types.ts'

/** Reads one expression, loosest binding first. */
export function parseExpression(cursor: TokenCursor): Expression {
  return parseLeft(cursor, [['or']], () =>
    parseLeft(cursor, [['xor']], () => parseLeft(cursor, [['and']], () => parseNot(cursor))),
  )
}

function parseNot(cursor: TokenCursor): Expression {
  if (cursor.takeWords('not')) return { kind: 'unary', operator: 'not', of: parseNot(cursor) }
  return parseComparison(cursor)
}

const comparisons = ['=', '<>', '<', '<=', '>', '>='] as const

/** `a < b < c` says that a < b and b < c. */
function parseComparison(cursor: TokenCursor): Expression {
  const all: Expression[] = []
  let left = parsePredicate(cursor)
  while (true) {
    const operator = comparisons.find(symbol => cursor.isSymbol(symbol))
    if (!operator) break
    cursor.next()
    const right = parsePredicate(cursor)
    all.push({ kind: 'binary', operator, left, right })
    left = right
  }
  const [first, ...rest] = all
  if (!first) return left
  return rest.reduce<Expression>(
    (sum, one) => ({ kind: 'binary', operator: 'and', left: sum, right: one }),
    first,
  )
}

const wordedOperators = [['in'], ['starts', 'with'], ['ends', 'with'], ['contains']] as const

function parsePredicate(cursor: TokenCursor): Expression {
  let left = parseSum(cursor)
  while (true) {
    const words = wordedOperators.find(one => cursor.takeWords(...one))
    if (words)
      left = { kind: 'binary', operator: words.join(' ') as BinaryOperator, left, right: parseSum(cursor) }
    else if (cursor.takeSymbol('=~')) left = { kind: 'binary', operator: '=~', left, right: parseSum(cursor) }
    else if (cursor.takeWords('is', 'not', 'null')) left = { kind: 'null check', of: left, isNegated: true }
    else if (cursor.takeWords('is', 'null')) left = { kind: 'null check', of: left, isNegated: false }
    else return left
  }
}

function parseSum(cursor: TokenCursor): Expression {
  return parseLeft(cursor, ['+', '-'], () =>
    parseLeft(cursor, ['*', '/', '%'], () => parseLeft(cursor, ['^'], () => parseSigned(cursor))),
  )
}

function parseSigned(cursor: TokenCursor): Expression {
  for (const operator of ['-', '+'] as const)
    if (cursor.takeSymbol(operator)) return { kind: 'unary', operator, of: parseSigned(cursor) }
  return parsePostfix(cursor)
}

function parsePostfix(cursor: TokenCursor): Expression {
  let of = parseAtom(cursor)
  while (true) {
    if (cursor.takeSymbol('.')) of = { kind: 'property', of, name: cursor.expectName('a property') }
    else if (cursor.takeSymbol('[')) of = parseBrackets(cursor, of)
    else if (cursor.isSymbol(':')) of = { kind: 'label check', of, labels: parseLabels(cursor) }
    else return of
  }
}

function parseBrackets(cursor: TokenCursor, of: Expression): Expression {
  const from = cursor.isSymbol('..') ? null : parseExpression(cursor)
  if (cursor.takeSymbol('..')) {
    const to = cursor.isSymbol(']') ? null : parseExpression(cursor)
    cursor.expectSymbol(']')
    return { kind: 'slice', of, from, to }
  }
  cursor.expectSymbol(']')
  return from ? { kind: 'index', of, at: from } : cursor.fail('Expected a position')
}

/** Operators of one strength, from left to right: words where they come in a list, signs otherwise. */
function parseLeft(
  cursor: TokenCursor,
  operators: readonly (string | [string])[],
  parseOperand: () => Expression,
): Expression {
  let left = parseOperand()
  while (true) {
    const found = operators.find(one =>
      typeof one === 'string' ? cursor.takeSymbol(one) : cursor.takeWords(...one),
    )
    if (!found) return left
    const operator = (typeof found === 'string' ? found : found[0]) as BinaryOperator
    left = { kind: 'binary', operator, left, right: parseOperand() }
  }
}
