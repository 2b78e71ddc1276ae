import { invalidQuery } from '../cypher-failure.ts'
import type { Expression } from '../syntax/query.ts'
import { calculate, compareForSort, keyOf } from '../values/operators.ts'
import { describeType, float, numberOf, type Row, type Value } from '../values/value.ts'
import { evaluate, type QueryScope } from './evaluate.ts'

type Aggregate = { add(value: Value): void; result(): Value }

const aggregateMakers: Readonly<Record<string, (fraction: Value) => Aggregate>> = {
  count: () => fold<number>(0, sum => sum + 1),
  sum: () => fold<Value>(0, (sum, value) => calculate('+', sum, requireNumber(value))),
  min: () =>
    fold<Value>(null, (least, value) => (least === null || compareForSort(value, least) < 0 ? value : least)),
  max: () =>
    fold<Value>(null, (most, value) => (most === null || compareForSort(value, most) > 0 ? value : most)),
  avg: () => collected(values => (values.length === 0 ? null : float(mean(values.map(toNumber))))),
  collect: () => collected(values => values),
  stdev: () => collected(values => float(deviation(values.map(toNumber), 1))),
  stdevp: () => collected(values => float(deviation(values.map(toNumber), 0))),
  percentilecont: fraction => collected(values => interpolate(values.map(toNumber), toNumber(fraction))),
  percentiledisc: fraction => collected(values => pick(values, toNumber(fraction))),
}

export type AggregateCall = Extract<Expression, { kind: 'call' | 'count all' }>

function isAggregate(expression: Expression): expression is AggregateCall {
  return (
    expression.kind === 'count all' ||
    (expression.kind === 'call' && Object.hasOwn(aggregateMakers, expression.name))
  )
}

/** The outermost aggregates inside an expression, without those of inner queries. */
export function aggregatesIn(part: unknown): AggregateCall[] {
  if (Array.isArray(part)) return part.flatMap(aggregatesIn)
  if (typeof part !== 'object' || part === null) return []
  if ('kind' in part) {
    if (part.kind === 'query value') return []
    // SAFETY: inside an expression, every object with a kind is an expression or a path.
    const expression = part as Expression
    if (isAggregate(expression)) return [expression]
  }
  return Object.values(part).flatMap(aggregatesIn)
}

/** Starts an aggregate; `add` is called for each row of a group. Null values are skipped. */
export function startAggregate(
  call: AggregateCall,
  scope: QueryScope,
): { add(row: Row): void; result(): Value } {
  if (call.kind === 'count all') {
    let rows = 0
    return { add: () => void rows++, result: () => rows }
  }
  const [value, fraction] = call.arguments
  if (!value) throw invalidQuery(`${call.name}() needs a value`)
  if (aggregatesIn(value).length > 0)
    throw invalidQuery(`${call.name}() cannot take another aggregate: use WITH between them`)
  let aggregate: Aggregate | null = null
  const make = (row: Row): Aggregate => {
    const maker = aggregateMakers[call.name]
    if (!maker) throw invalidQuery(`${call.name}() is not an aggregate`)
    return maker(fraction ? evaluate(fraction, row, scope) : 0)
  }
  const seen = new Set<string>()
  return {
    add(row) {
      aggregate ??= make(row)
      const one = evaluate(value, row, scope)
      if (one === null) return
      if (call.isDistinct) {
        const key = keyOf(one)
        if (seen.has(key)) return
        seen.add(key)
      }
      aggregate.add(one)
    },
    result: () => (aggregate ?? make({})).result(),
  }
}

function fold<T extends Value>(start: T, step: (sum: T, value: Value) => T): Aggregate {
  let sum = start
  return {
    add(value) {
      sum = step(sum, value)
    },
    result: () => sum,
  }
}

function collected(finish: (values: Value[]) => Value): Aggregate {
  const values: Value[] = []
  return { add: value => void values.push(value), result: () => finish(values) }
}

function requireNumber(value: Value): Value {
  toNumber(value)
  return value
}

function toNumber(value: Value): number {
  const number = numberOf(value)
  if (number === null) throw invalidQuery(`Expected a number, found ${describeType(value)}`)
  return number
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}

function deviation(numbers: readonly number[], less: number): number {
  if (numbers.length <= less) return 0
  const middle = mean(numbers)
  return Math.sqrt(numbers.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (numbers.length - less))
}

function interpolate(numbers: number[], fraction: number): Value {
  if (numbers.length === 0) return null
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = fraction * (sorted.length - 1)
  const [low = 0, high = low] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return float(low + (high - low) * (at - Math.floor(at)))
}

function pick(values: Value[], fraction: number): Value {
  const sorted = values.toSorted(compareForSort)
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? null
}
