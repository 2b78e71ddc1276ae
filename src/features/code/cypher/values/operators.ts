import { invalidQuery, tooLargeQuery } from '../cypher-failure.ts'
import { describeType, float, isKind, isMap, numberOf, type Value } from './value.ts'

/** Whether two values are equal; null when that is unknown because one of them is or contains null. */
export function equals(a: Value, b: Value): boolean | null {
  if (a === null || b === null) return null
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null || y !== null) return x === y
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false
    return allOf(a.map((one, at) => equals(one, b[at] ?? null)))
  }
  if (isMap(a) && isMap(b)) {
    if (a.size !== b.size || [...a.keys()].some(key => !b.has(key))) return false
    return allOf([...a].map(([key, one]) => equals(one, b.get(key) ?? null)))
  }
  if (isKind(a, 'path') && isKind(b, 'path')) return keyOf(a) === keyOf(b)
  return a === b
}

/** Compares two values of one type: negative, 0 or positive; null when they cannot be compared. */
export function compare(a: Value, b: Value): number | null {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) return Number.isNaN(x) || Number.isNaN(y) ? null : x - y
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const one = compare(a[at] ?? null, b[at] ?? null)
      if (one !== 0) return one
    }
    return a.length - b.length
  }
  return null
}

/** The order of ORDER BY: defined for all values of all types, with null last. */
export function compareForSort(a: Value, b: Value): number {
  const rank = rankOf(a) - rankOf(b)
  if (rank !== 0) return rank
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const one = compareForSort(a[at] ?? null, b[at] ?? null)
      if (one !== 0) return one
    }
    return a.length - b.length
  }
  return compare(a, b) ?? (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0)
}

function rankOf(value: Value): number {
  if (value === null) return 9
  const number = numberOf(value)
  if (number !== null) return Number.isNaN(number) ? 8 : 7
  if (typeof value === 'boolean') return 6
  if (typeof value === 'string') return 5
  if (isKind(value, 'path')) return 4
  if (Array.isArray(value)) return 3
  if (isKind(value, 'edge')) return 2
  return isKind(value, 'node') ? 1 : 0
}

/** A key that two values share exactly when grouping treats them as equal. Here null equals null. */
export function keyOf(value: Value): string {
  if (value === null) return '0'
  const number = numberOf(value)
  if (number !== null) return `n${number}`
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (isMap(value))
    return `{${[...value]
      .map(([key, one]) => `${JSON.stringify(key)}:${keyOf(one)}`)
      .sort()
      .join()}}`
  if (isKind(value, 'path')) return `p${[...value.nodes, ...value.edges].map(keyOf).join()}`
  return isKind(value, 'node')
    ? `N${value.id}`
    : isKind(value, 'edge')
      ? `E${value.type} ${value.from.id} ${value.to.id}`
      : ''
}

function allOf(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

type Calculation = '+' | '-' | '*' | '/' | '%' | '^'

/** The longest list or string that a query may build. */
const maxLength = 1_000_000

/** Two integers return an integer, except for `^`; null with anything returns null. */
export function calculate(operator: Calculation, a: Value, b: Value): Value {
  if (a === null || b === null) return null
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x !== null && y !== null) {
    const areWhole = typeof a === 'number' && typeof b === 'number' && operator !== '^'
    return areWhole ? onIntegers(operator, x, y) : float(onFloats(operator, x, y))
  }
  if (operator === '+') return join(a, b)
  throw invalidQuery(`Cannot calculate ${describeType(a)} ${operator} ${describeType(b)}`)
}

function onIntegers(operator: Calculation, x: number, y: number): number {
  if ((operator === '%' || operator === '/') && y === 0) throw invalidQuery('Division by zero')
  const result = onFloats(operator, x, y)
  return operator === '/' ? Math.trunc(result) : result
}

function onFloats(operator: Calculation, x: number, y: number): number {
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
      return x % y
    case '/':
      return x / y
  }
}

/** `+` appends a value or a list to a list, and a number or boolean to a string. */
function join(a: Value, b: Value): Value {
  if (Array.isArray(a) || Array.isArray(b)) {
    const joined = [...(Array.isArray(a) ? a : [a]), ...(Array.isArray(b) ? b : [b])]
    checkLength(joined.length)
    return joined
  }
  if (isMap(a) && isMap(b)) return new Map([...a, ...b])
  if (typeof a === 'string' || typeof b === 'string') {
    const texts = [a, b].map(scalarText)
    const [left, right] = texts
    if (left !== null && left !== undefined && right !== null && right !== undefined) {
      checkLength(left.length + right.length)
      return left + right
    }
  }
  throw invalidQuery(`Cannot add ${describeType(a)} and ${describeType(b)}`)
}

/** A string, number or boolean as text; null for any other value. */
export function scalarText(value: Value): string | null {
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

const compiled = new Map<string, RegExp>()

/** Whether the regular expression matches the whole string. It may start with flags such as `(?i)`. */
export function matchesText(text: Value, pattern: Value): boolean | null {
  if (text === null || pattern === null) return null
  if (typeof pattern !== 'string') throw invalidQuery(`=~ needs a string, found ${describeType(pattern)}`)
  return typeof text === 'string' ? compile(pattern).test(text) : null
}

function compile(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const [, flags = '', body = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? []
  try {
    const made = new RegExp(`^(?:${body})$`, `${flags}u`)
    compiled.clear()
    compiled.set(pattern, made)
    return made
  } catch (error) {
    throw invalidQuery(
      `"${pattern}" is not a regular expression: ${error instanceof Error ? error.message : error}`,
    )
  }
}
