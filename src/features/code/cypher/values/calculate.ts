import { invalidQuery, tooLargeQuery } from '../cypher-failure.ts'
import { describeType, float, isMap, numberOf, type Value } from './types.ts'

export type Calculation = '+' | '-' | '*' | '/' | '%' | '^'

/** The longest list or text that a query may build. */
export const maxLength = 1_000_000

/** Two whole numbers give a whole number, except for powers; anything with null gives null. */
export function calculate(operator: Calculation, a: Value, b: Value): Value {
  if (a === null || b === null) return null
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) {
    const areWhole = typeof a === 'number' && typeof b === 'number' && operator !== '^'
    const value = numeric(operator, x, y, areWhole)
    return areWhole ? value : float(value)
  }
  if (operator === '+') return join(a, b)
  throw invalidQuery(`Cannot calculate ${describeType(a)} ${operator} ${describeType(b)}`)
}

function numeric(operator: Calculation, x: number, y: number, areWhole: boolean): number {
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return x * y
    case '^':
      return x ** y
    case '%':
      if (areWhole && y === 0) throw invalidQuery('Division by zero')
      return x % y
    case '/':
      if (areWhole && y === 0) throw invalidQuery('Division by zero')
      return areWhole ? Math.trunc(x / y) : x / y
  }
}

/** Lists take one more value or another list; texts take numbers too. */
function join(a: Value, b: Value): Value {
  if (Array.isArray(a) || Array.isArray(b)) {
    const joined = [...(Array.isArray(a) ? a : [a]), ...(Array.isArray(b) ? b : [b])]
    checkLength(joined.length)
    return joined
  }
  if (isMap(a) && isMap(b)) return new Map([...a, ...b])
  if (typeof a === 'string' || typeof b === 'string') {
    const texts = [a, b].map(textOf)
    const [left, right] = texts
    if (left !== null && left !== undefined && right !== null && right !== undefined) {
      checkLength(left.length + right.length)
      return left + right
    }
  }
  throw invalidQuery(`Cannot add ${describeType(a)} and ${describeType(b)}`)
}

/** A text, number or truth value as text; null for what has none. */
export function textOf(value: Value): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  const number = numberOf(value)
  if (number === null) return null
  return Number.isInteger(number) ? number.toFixed(1) : String(number)
}

export function checkLength(length: number): void {
  if (length > maxLength)
    throw tooLargeQuery(`a value grew beyond ${maxLength.toLocaleString('en')} items or characters`)
}
