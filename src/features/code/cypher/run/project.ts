import { invalidQuery } from '../cypher-failure.ts'
import type { Expression, Projection } from '../syntax/query.ts'
import { compareForSort, keyOf } from '../values/operators.ts'
import type { Row, Value } from '../values/value.ts'
import { type AggregateCall, aggregatesIn, startAggregate } from './aggregate.ts'
import { evaluate, type QueryScope } from './evaluate.ts'

type Item = { value: Expression; name: string }
type Projected = { row: Row; keys: Value[] }

/** Runs WITH and RETURN: selects, groups, sorts and limits. `bound` are the variables that `*` returns. */
export function* project(
  rows: Iterable<Row>,
  { projection, bound }: { projection: Projection; bound: readonly string[] },
  scope: QueryScope,
): Generator<Row> {
  const items = itemsOf(projection, bound)
  const orders = projection.order.map(({ by }) => toColumns(by, items))
  const isGrouped = [...items.map(({ value }) => value), ...orders].some(one => aggregatesIn(one).length > 0)
  const all = isGrouped ? group(rows, { items, orders }, scope) : each(rows, { items, orders }, scope)
  const distinct = projection.isDistinct ? withoutRepeats(all) : all
  const skip = count(projection.skip, 'SKIP', scope) ?? 0
  const limit = count(projection.limit, 'LIMIT', scope) ?? Number.POSITIVE_INFINITY
  const sorted = orders.length === 0 ? distinct : sort(distinct, projection, skip + limit)
  let at = 0
  if (limit === 0) return
  for (const { row } of sorted) {
    if (at++ < skip) continue
    yield row
    if (at >= skip + limit) return
  }
}

/** The columns of a projection, in order. */
export function itemsOf({ takesAll, items }: Projection, bound: readonly string[]): Item[] {
  const all = takesAll ? bound.map((name): Item => ({ value: { kind: 'variable', name }, name })) : []
  const columns = [...all, ...items]
  const repeated = columns.find(({ name }, at) => columns.findIndex(one => one.name === name) !== at)
  if (repeated) throw invalidQuery(`Two columns are called "${repeated.name}": name one with AS`)
  return columns
}

/** In ORDER BY, an expression that is written like a column means that column. */
function toColumns(expression: Expression, items: readonly Item[]): Expression {
  const spelled = JSON.stringify(expression)
  const column = items.find(({ value }) => JSON.stringify(value) === spelled)
  if (column) return { kind: 'variable', name: column.name }
  // SAFETY: only parts that are expressions are replaced, by expressions.
  return Object.fromEntries(
    Object.entries(expression).map(([key, part]) => [
      key,
      isExpression(part) ? toColumns(part, items) : part,
    ]),
  ) as Expression
}

function isExpression(part: unknown): part is Expression {
  return typeof part === 'object' && part !== null && 'kind' in part
}

type Columns = { items: readonly Item[]; orders: readonly Expression[] }

function* each(rows: Iterable<Row>, { items, orders }: Columns, scope: QueryScope): Generator<Projected> {
  for (const source of rows) {
    const row = Object.fromEntries(items.map(({ name, value }) => [name, evaluate(value, source, scope)]))
    const both = orders.length === 0 ? row : { ...source, ...row }
    yield { row, keys: orders.map(one => evaluate(one, both, scope)) }
  }
}

/** Rows with equal values in all items without an aggregate form a group. Without such items all rows form one, even zero rows. */
function* group(rows: Iterable<Row>, { items, orders }: Columns, scope: QueryScope): Generator<Projected> {
  const calls = [...items.map(({ value }) => value), ...orders].flatMap(aggregatesIn)
  const keys = items.filter(({ value }) => aggregatesIn(value).length === 0)
  type Group = { first: Row; known: Row; aggregates: ReturnType<typeof startAggregate>[] }
  const groups = new Map<string, Group>()
  const start = (first: Row, known: Row): Group => ({
    first,
    known,
    aggregates: calls.map(call => startAggregate(call, scope)),
  })
  for (const source of rows) {
    const known = Object.fromEntries(keys.map(({ name, value }) => [name, evaluate(value, source, scope)]))
    const key = Object.values(known).map(keyOf).join()
    const one = groups.get(key) ?? start(source, known)
    groups.set(key, one)
    for (const aggregate of one.aggregates) aggregate.add(source)
  }
  if (groups.size === 0 && keys.length === 0) groups.set('', start({}, {}))
  for (const { first, known, aggregates } of groups.values()) {
    const results = new Map(calls.map((call, at) => [call, aggregates[at]?.result() ?? null]))
    const worth = (expression: Expression, row: Row): Value =>
      evaluate(...withResults(expression, row, results), scope)
    const row = Object.fromEntries(
      items.map(({ name, value }) => [
        name,
        Object.hasOwn(known, name) ? (known[name] ?? null) : worth(value, first),
      ]),
    )
    yield { row, keys: orders.map(one => worth(one, { ...first, ...row })) }
  }
}

/** Replaces aggregates by variables, and adds their results to the row. */
function withResults(
  expression: Expression,
  row: Row,
  results: ReadonlyMap<AggregateCall, Value>,
): [Expression, Row] {
  const values: Record<string, Value> = {}
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace)
    if (typeof part !== 'object' || part === null) return part
    // SAFETY: only a lookup by identity; objects that are no aggregates are not found.
    const result = results.get(part as AggregateCall)
    if (result !== undefined) {
      const name = ` result ${Object.keys(values).length}`
      values[name] = result
      return { kind: 'variable', name }
    }
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, replace(one)]))
  }
  // SAFETY: aggregates are replaced by variables, which are expressions too.
  const replaced = replace(expression) as Expression
  return [replaced, { ...row, ...values }]
}

function* withoutRepeats(rows: Iterable<Projected>): Generator<Projected> {
  const seen = new Set<string>()
  for (const one of rows) {
    const key = Object.values(one.row).map(keyOf).join()
    if (seen.has(key)) continue
    seen.add(key)
    yield one
  }
}

/** Holds at most about twice the rows that are needed. */
function sort(rows: Iterable<Projected>, { order: by }: Projection, most: number): Projected[] {
  const inOrder = (a: Projected, b: Projected): number => {
    for (const [at, { isDescending }] of by.entries()) {
      const sign = compareForSort(a.keys[at] ?? null, b.keys[at] ?? null)
      if (sign !== 0) return isDescending ? -sign : sign
    }
    return 0
  }
  let kept: Projected[] = []
  for (const one of rows) {
    kept.push(one)
    if (kept.length > 2 * most + 1000) kept = kept.sort(inOrder).slice(0, most)
  }
  return kept.sort(inOrder)
}

function count(expression: Expression | null, clause: string, scope: QueryScope): number | null {
  if (expression === null) return null
  const value = evaluate(expression, {}, scope)
  if (typeof value !== 'number' || value < 0 || !Number.isInteger(value))
    throw invalidQuery(`${clause} needs a whole number that is not negative`)
  return value
}
