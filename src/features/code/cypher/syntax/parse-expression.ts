import type { JsonValue } from '../../../../core/model/json.ts'
import { ownValue } from '../../../../core/text/json-values.ts'
import { parseEntries, parseLabels, parsePath } from './parse-pattern.ts'
import type { BinaryOperator, Entry, Expression, Quantifier } from './query.ts'
import { type Parser, parseUntil } from './token-cursor.ts'

/** Parses one expression: the operators with the lowest precedence first. */
export function parseExpression(cursor: Parser): Expression {
  return parseLeft(cursor, [['or']], () =>
    parseLeft(cursor, [['xor']], () => parseLeft(cursor, [['and']], () => parseNot(cursor))),
  )
}

function parseNot(cursor: Parser): Expression {
  if (cursor.takeWords('not')) return { kind: 'unary', operator: 'not', of: parseNot(cursor) }
  return parseComparison(cursor)
}

const comparisons = ['=', '<>', '<', '<=', '>', '>='] as const

/** `a < b < c` means a < b and b < c. */
function parseComparison(cursor: Parser): Expression {
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

const wordedOperators: readonly { words: readonly string[]; operator: BinaryOperator }[] = [
  { words: ['in'], operator: 'in' },
  { words: ['starts', 'with'], operator: 'starts with' },
  { words: ['ends', 'with'], operator: 'ends with' },
  { words: ['contains'], operator: 'contains' },
]

function parsePredicate(cursor: Parser): Expression {
  let left = parseSum(cursor)
  while (true) {
    const worded = wordedOperators.find(({ words }) => cursor.takeWords(...words))
    if (worded) left = { kind: 'binary', operator: worded.operator, left, right: parseSum(cursor) }
    else if (cursor.takeSymbol('=~')) left = { kind: 'binary', operator: '=~', left, right: parseSum(cursor) }
    else if (cursor.takeWords('is', 'not', 'null')) left = { kind: 'null check', of: left, isNegated: true }
    else if (cursor.takeWords('is', 'null')) left = { kind: 'null check', of: left, isNegated: false }
    else return left
  }
}

function parseSum(cursor: Parser): Expression {
  return parseLeft(cursor, ['+', '-'], () =>
    parseLeft(cursor, ['*', '/', '%'], () => parseLeft(cursor, ['^'], () => parseSigned(cursor))),
  )
}

function parseSigned(cursor: Parser): Expression {
  for (const operator of ['-', '+'] as const)
    if (cursor.takeSymbol(operator)) return { kind: 'unary', operator, of: parseSigned(cursor) }
  return parsePostfix(cursor)
}

function parsePostfix(cursor: Parser): Expression {
  let of = parseAtom(cursor)
  while (true) {
    if (cursor.takeSymbol('.')) of = { kind: 'property', of, name: cursor.expectName('a property') }
    else if (cursor.takeSymbol('[')) of = parseBrackets(cursor, of)
    else if (cursor.isSymbol(':')) of = { kind: 'label check', of, labels: parseLabels(cursor) }
    else return of
  }
}

function parseBrackets(cursor: Parser, of: Expression): Expression {
  const from = cursor.isSymbol('..') ? null : parseExpression(cursor)
  if (cursor.takeSymbol('..')) {
    const to = cursor.isSymbol(']') ? null : parseExpression(cursor)
    cursor.expectSymbol(']')
    return { kind: 'slice', of, from, to }
  }
  cursor.expectSymbol(']')
  return from ? { kind: 'index', of, at: from } : cursor.fail('Expected a position')
}

/** Left-associative operators of one precedence; a keyword is given in a list, a symbol as a string. */
function parseLeft(
  cursor: Parser,
  operators: readonly (BinaryOperator | [BinaryOperator])[],
  parseOperand: () => Expression,
): Expression {
  let left = parseOperand()
  while (true) {
    const found = operators.find(one =>
      typeof one === 'string' ? cursor.takeSymbol(one) : cursor.takeWords(...one),
    )
    if (!found) return left
    const operator = typeof found === 'string' ? found : found[0]
    left = { kind: 'binary', operator, left, right: parseOperand() }
  }
}

const quantifiers = ['any', 'all', 'none', 'single'] as const
const constants: Readonly<Record<string, null | boolean>> = { null: null, true: true, false: false }

function parseParameter(cursor: Parser, name: string): Expression {
  const value = ownValue(cursor.parameters, name)
  if (value === undefined) return cursor.fail(`There is no value for the parameter $${name}`)
  cursor.next()
  return toExpression(value)
}

function toExpression(value: JsonValue): Expression {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(toExpression) }
  if (typeof value === 'object' && value !== null)
    return {
      kind: 'map',
      entries: Object.entries(value).map(([name, one]) => ({ name, value: toExpression(one) })),
    }
  return typeof value === 'number' && !Number.isInteger(value)
    ? { kind: 'float', value }
    : { kind: 'literal', value }
}

/** Parses an operand: a value, a name, a call, or something in brackets. */
function parseAtom(cursor: Parser): Expression {
  const token = cursor.peek()
  if (token.kind === 'parameter') return parseParameter(cursor, token.text)
  if (token.kind === 'number') return parseNumber(cursor.next().text)
  if (token.kind === 'text') return { kind: 'literal', value: cursor.next().text }
  if (cursor.isSymbol('(')) return parseParentheses(cursor)
  if (cursor.isSymbol('[')) return parseList(cursor)
  if (cursor.isSymbol('{')) return { kind: 'map', entries: parseEntries(cursor) }
  if (token.kind === 'word') return parseWord(cursor)
  if (token.kind === 'quoted word') return { kind: 'variable', name: cursor.next().text }
  return cursor.fail('Expected an expression')
}

function parseNumber(text: string): Expression {
  const value = Number(text)
  return /^(0x[\da-f]+|\d+)$/i.test(text) ? { kind: 'literal', value } : { kind: 'float', value }
}

function parseParentheses(cursor: Parser): Expression {
  const path = cursor.attempt(() => {
    const found = parsePath(cursor)
    return found.steps.length > 0 ? found : null
  })
  if (path) return { kind: 'pattern check', path }
  cursor.expectSymbol('(')
  const inner = parseExpression(cursor)
  cursor.expectSymbol(')')
  return inner
}

function parseList(cursor: Parser): Expression {
  const special =
    cursor.attempt(() => parseComprehension(cursor)) ?? cursor.attempt(() => parsePatternList(cursor))
  if (special) return special
  cursor.expectSymbol('[')
  const items = parseUntil(cursor, ']', () => parseExpression(cursor))
  return { kind: 'list', items }
}

function parseComprehension(cursor: Parser): Expression | null {
  cursor.expectSymbol('[')
  const variable = cursor.expectName('a variable')
  if (!cursor.takeWords('in')) return null
  const list = parseExpression(cursor)
  const where = cursor.takeWords('where') ? parseExpression(cursor) : null
  const value = cursor.takeSymbol('|') ? parseExpression(cursor) : null
  cursor.expectSymbol(']')
  return where || value ? { kind: 'comprehension', variable, list, where, value } : null
}

function parsePatternList(cursor: Parser): Expression {
  cursor.expectSymbol('[')
  const path = parsePath(cursor)
  const where = cursor.takeWords('where') ? parseExpression(cursor) : null
  cursor.expectSymbol('|')
  const value = parseExpression(cursor)
  cursor.expectSymbol(']')
  return { kind: 'pattern list', path, where, value }
}

function parseWord(cursor: Parser): Expression {
  const word = cursor.peek().text
  const lower = word.toLowerCase()
  if (lower in constants) {
    cursor.next()
    return { kind: 'literal', value: constants[lower] ?? null }
  }
  if (lower === 'case') return parseCase(cursor)
  const after = cursor.peek(1)
  if (after.kind === 'symbol' && after.text === '{') {
    if (lower === 'exists' || lower === 'count' || lower === 'collect') return parseQueryValue(cursor, lower)
    return parseMapProjection(cursor)
  }
  if (after.kind === 'symbol' && (after.text === '(' || after.text === '.')) {
    const call = cursor.attempt(() => parseSearch(cursor)) ?? parseCall(cursor)
    if (call) return call
  }
  cursor.next()
  return { kind: 'variable', name: word }
}

/** `shortestPath((a)-[*]-(b))` used as a value. */
function parseSearch(cursor: Parser): Expression | null {
  if (!cursor.isWord('shortestpath', 'allshortestpaths')) return null
  return { kind: 'pattern check', path: parsePath(cursor) }
}

/** A dotted name is a function only when a bracket follows: `a.b.c(…)`, not `a.b`. */
function parseCall(cursor: Parser): Expression | null {
  const name = cursor.attempt(() => {
    let found = cursor.expectName('a function')
    while (cursor.takeSymbol('.')) found += `.${cursor.expectName('a function')}`
    return cursor.takeSymbol('(') ? found.toLowerCase() : null
  })
  if (name === null) return null
  const quantifier = quantifiers.find(one => one === name)
  if (quantifier) return parseQuantifier(cursor, quantifier)
  if (name === 'reduce') return parseReduce(cursor)
  if (name === 'count' && cursor.takeSymbol('*')) {
    cursor.expectSymbol(')')
    return { kind: 'count all' }
  }
  const isDistinct = cursor.takeWords('distinct')
  return { kind: 'call', name, arguments: parseUntil(cursor, ')', () => parseExpression(cursor)), isDistinct }
}

function parseQuantifier(cursor: Parser, quantifier: Quantifier): Expression {
  const variable = cursor.expectName('a variable')
  cursor.expectWord('in')
  const list = parseExpression(cursor)
  cursor.expectWord('where')
  const where = parseExpression(cursor)
  cursor.expectSymbol(')')
  return { kind: 'quantifier', quantifier, variable, list, where }
}

function parseReduce(cursor: Parser): Expression {
  const total = cursor.expectName('a variable')
  cursor.expectSymbol('=')
  const initial = parseExpression(cursor)
  cursor.expectSymbol(',')
  const variable = cursor.expectName('a variable')
  cursor.expectWord('in')
  const list = parseExpression(cursor)
  cursor.expectSymbol('|')
  const step = parseExpression(cursor)
  cursor.expectSymbol(')')
  return { kind: 'reduce', total, initial, variable, list, step }
}

function parseCase(cursor: Parser): Expression {
  cursor.next()
  const of = cursor.isWord('when') ? null : parseExpression(cursor)
  const branches: { when: Expression; returns: Expression }[] = []
  while (cursor.takeWords('when')) {
    const when = parseExpression(cursor)
    cursor.expectWord('then')
    branches.push({ when, returns: parseExpression(cursor) })
  }
  if (branches.length === 0) cursor.fail('Expected WHEN')
  const otherwise = cursor.takeWords('else') ? parseExpression(cursor) : null
  cursor.expectWord('end')
  return { kind: 'case', of, branches, otherwise }
}

function parseQueryValue(cursor: Parser, returns: 'exists' | 'count' | 'collect'): Expression {
  cursor.next()
  cursor.expectSymbol('{')
  const query = cursor.parseInnerQuery()
  cursor.expectSymbol('}')
  return { kind: 'query value', returns, query }
}

function parseMapProjection(cursor: Parser): Expression {
  const of: Expression = { kind: 'variable', name: cursor.next().text }
  cursor.expectSymbol('{')
  let takesAll = false
  const entries: Entry[] = []
  parseUntil(cursor, '}', () => {
    if (cursor.takeSymbol('.')) {
      if (cursor.takeSymbol('*')) takesAll = true
      else {
        const name = cursor.expectName('a property')
        entries.push({ name, value: { kind: 'property', of, name } })
      }
      return
    }
    const name = cursor.expectName('a key')
    entries.push({
      name,
      value: cursor.takeSymbol(':') ? parseExpression(cursor) : { kind: 'variable', name },
    })
  })
  return { kind: 'map projection', of, takesAll, entries }
}
