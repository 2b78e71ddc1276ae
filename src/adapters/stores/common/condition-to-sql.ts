import type { Condition } from '../../../core/model/filter.ts'

export type SqlValue = string | number

/**
 * A condition in SQL with the values to bind, in order; `picks` selects the keys of matching documents from an index.
 */
export type SqlTest = { sql: string; values: SqlValue[]; picks?: string }

const never: SqlTest = { sql: 'FALSE', values: [] }

/** Translates a condition on one value, which is given as an SQL expression. */
export function conditionToSql(condition: Condition, expression: string): SqlTest {
  switch (condition.op) {
    case 'equals':
    case 'contains':
      return { sql: `${expression} = ?`, values: [toSqlValue(condition.value)] }
    case 'one_of':
    case 'contains_any':
      if (condition.values.length === 0) return never
      return {
        sql: `${expression} IN (${condition.values.map(() => '?').join(', ')})`,
        values: [...condition.values],
      }
    case 'starts_with':
      return startTest(expression, condition.value)
    case 'starts_with_any':
      return anyOf(condition.values.map(value => startTest(expression, value)))
    case 'between':
      return rangeTest(expression, [
        ['>=', condition.from],
        ['<=', condition.to],
      ])
  }
}

/** Unbounded where the bound is null; a missing value is in no range. */
export function rangeTest(
  expression: string,
  bounds: readonly (readonly [string, SqlValue | null])[],
): SqlTest {
  const tests = [`${expression} IS NOT NULL`]
  const values: SqlValue[] = []
  for (const [sign, bound] of bounds) {
    if (bound === null) continue
    tests.push(`${expression} ${sign} ?`)
    values.push(bound)
  }
  return { sql: tests.join(' AND '), values }
}

function startTest(expression: string, start: string): SqlTest {
  return rangeTest(expression, [
    ['>=', start],
    ['<', prefixEnd(start)],
  ])
}

/** True when one of the tests is; without tests, false. */
export function anyOf(tests: readonly SqlTest[]): SqlTest {
  if (tests.length === 0) return never
  return {
    sql: `(${tests.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    values: tests.flatMap(({ values }) => values),
  }
}

function toSqlValue(value: SqlValue | boolean): SqlValue {
  return typeof value === 'boolean' ? Number(value) : value
}

/**
 * Returns the first text after all that start with `prefix`, in code point order (which is also the order of UTF-8
 * bytes); null when there is none. Turns "starts with" into a range for an index.
 */
export function prefixEnd(prefix: string): string | null {
  const points = [...prefix]
  while (points.length > 0) {
    const next = nextPoint(points.pop()?.codePointAt(0) ?? 0)
    if (next !== null) return points.join('') + String.fromCodePoint(next)
  }
  return null
}

/** Skips surrogates, which are not characters. */
function nextPoint(point: number): number | null {
  if (point >= 0x10ffff) return null
  const next = point + 1
  return next >= 0xd800 && next <= 0xdfff ? 0xe000 : next
}
