import { isKind, isMap, numberOf, type Value } from './types.ts'

/** Whether two values are the same; null when that is unknown, because something in them is. */
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

/** How two values of one kind stand; null when they cannot be compared. */
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

/** The order of ORDER BY: every value has its place, null is last. */
export function order(a: Value, b: Value): number {
  const rank = rankOf(a) - rankOf(b)
  if (rank !== 0) return rank
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const one = order(a[at] ?? null, b[at] ?? null)
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

/** A text that two values share exactly when grouping takes them for one. Here null equals null. */
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
  return isKind(value, 'node') ? `N${value.id}` : isKind(value, 'edge') ? `E${value.id}` : ''
}

function allOf(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}
