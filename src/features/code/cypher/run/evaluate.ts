import { ownValue } from '../../../../core/text/json-values.ts'
import { invalidQuery } from '../cypher-failure.ts'
import type { Entry, Expression, PathPattern, Query } from '../syntax/query.ts'
import { calculate, compare, equals, matchesText } from '../values/operators.ts'
import { describeType, fromProperty, isKind, isMap, numberOf, type Row, type Value } from '../values/value.ts'
import { callFunction } from './functions.ts'
import type { QueryGraph } from './query-graph.ts'

/** What expressions can use of the query that contains them. */
export type QueryScope = {
  graph: QueryGraph
  /** All matches of the paths, given the bindings of the row. */
  match(paths: readonly PathPattern[], where: Expression | null, row: Row): Generator<Row>
  /** The rows of a query inside an expression. */
  runInner(query: Query, row: Row): Generator<Row>
}

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>

/** The value of an expression for a row. */
export function evaluate(expression: Expression, row: Row, scope: QueryScope): Value {
  const value = (inner: Expression): Value => evaluate(inner, row, scope)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'float':
      return expression
    case 'variable':
      return readVariable(expression.name, row)
    case 'property':
      return readProperty(value(expression.of), expression.name)
    case 'index':
      return readIndex(value(expression.of), value(expression.at))
    case 'slice':
      return slice(
        value(expression.of),
        expression.from && value(expression.from),
        expression.to && value(expression.to),
      )
    case 'list':
      return expression.items.map(value)
    case 'map':
      return toMap(expression.entries, value)
    case 'unary':
      return unary(expression, value)
    case 'binary':
      return binary(expression, value)
    case 'null check':
      return (value(expression.of) === null) !== expression.isNegated
    case 'label check':
      return hasLabels(value(expression.of), expression.labels)
    case 'call':
      return callFunction(expression.name, expression.arguments.map(value))
    case 'count all':
      throw invalidQuery('count(*) is allowed only in WITH and RETURN')
    case 'case':
      return chooseCase(expression, value)
    case 'comprehension':
      return comprehend(expression, row, scope)
    case 'quantifier':
      return quantify(expression, row, scope)
    case 'reduce':
      return reduce(expression, row, scope)
    case 'pattern check':
      return checkPattern(expression, row, scope)
    case 'pattern list':
      return [...scope.match([expression.path], expression.where, row)].map(found =>
        evaluate(expression.value, found, scope),
      )
    case 'query value':
      return queryValue(expression, row, scope)
    case 'map projection':
      return projectMap(expression, value)
  }
}

/** Whether a condition is true. Null (unknown) is not. */
export function holds(condition: Expression | null, row: Row, scope: QueryScope): boolean {
  return condition === null || toTruth(evaluate(condition, row, scope)) === true
}

function readVariable(name: string, row: Row): Value {
  const value = ownValue(row, name)
  if (value === undefined) throw invalidQuery(`Variable "${name}" is not defined`)
  return value
}

export function readProperty(of: Value, name: string): Value {
  if (of === null) return null
  if (isMap(of)) return of.get(name) ?? null
  if (isKind(of, 'node') || isKind(of, 'edge')) return fromProperty(ownValue(of.properties, name))
  throw invalidQuery(`${describeType(of)} has no property "${name}"`)
}

function readIndex(of: Value, at: Value): Value {
  if (of === null || at === null) return null
  if (typeof at === 'string') return readProperty(of, at)
  if (Array.isArray(of) && typeof at === 'number') return of.at(at) ?? null
  throw invalidQuery(`${describeType(of)} cannot be indexed by ${describeType(at)}`)
}

function slice(of: Value, from: Value, to: Value): Value {
  if (of === null) return null
  if (!Array.isArray(of) && typeof of !== 'string') throw invalidQuery(`${describeType(of)} cannot be sliced`)
  return of.slice(numberOf(from) ?? 0, numberOf(to) ?? of.length)
}

function toMap(entries: readonly Entry[], value: (inner: Expression) => Value): Value {
  return new Map(entries.map(entry => [entry.name, value(entry.value)]))
}

function unary({ operator, of }: Of<'unary'>, value: (inner: Expression) => Value): Value {
  const inner = value(of)
  if (operator === 'not') {
    const truth = toTruth(inner)
    return truth === null ? null : !truth
  }
  return operator === '-' ? calculate('-', 0, inner) : inner
}

function toTruth(value: Value): boolean | null {
  if (value === null || typeof value === 'boolean') return value
  throw invalidQuery(`Expected a condition, found ${describeType(value)}`)
}

function binary({ operator, left, right }: Of<'binary'>, value: (inner: Expression) => Value): Value {
  switch (operator) {
    case 'and':
    case 'or': {
      const decides = operator === 'or'
      const first = toTruth(value(left))
      if (first === decides) return decides
      const second = toTruth(value(right))
      if (second === decides) return decides
      return first === null || second === null ? null : !decides
    }
    case 'xor': {
      const [first, second] = [toTruth(value(left)), toTruth(value(right))]
      return first === null || second === null ? null : first !== second
    }
    case '=':
      return equals(value(left), value(right))
    case '<>': {
      const same = equals(value(left), value(right))
      return same === null ? null : !same
    }
    case '<':
    case '<=':
    case '>':
    case '>=':
      return inOrder(operator, compare(value(left), value(right)))
    case 'in':
      return isIn(value(left), value(right))
    case 'starts with':
    case 'ends with':
    case 'contains':
      return testText(operator, value(left), value(right))
    case '=~':
      return matchesText(value(left), value(right))
    default:
      return calculate(operator, value(left), value(right))
  }
}

function inOrder(operator: '<' | '<=' | '>' | '>=', sign: number | null): boolean | null {
  if (sign === null) return null
  if (sign === 0) return operator.length === 2
  return operator.startsWith('<') ? sign < 0 : sign > 0
}

function isIn(item: Value, list: Value): boolean | null {
  if (list === null) return null
  if (!Array.isArray(list)) throw invalidQuery(`IN needs a list, found ${describeType(list)}`)
  const answers = list.map(one => equals(item, one))
  if (answers.includes(true)) return true
  return answers.includes(null) ? null : false
}

function testText(
  operator: 'starts with' | 'ends with' | 'contains',
  text: Value,
  part: Value,
): boolean | null {
  if (typeof text !== 'string' || typeof part !== 'string') return null
  if (operator === 'contains') return text.includes(part)
  return operator === 'starts with' ? text.startsWith(part) : text.endsWith(part)
}

function hasLabels(of: Value, labels: readonly string[][]): boolean | null {
  if (of === null) return null
  const own = isKind(of, 'node') ? of.label : isKind(of, 'edge') ? of.type : null
  if (own === null) throw invalidQuery(`${describeType(of)} has no labels`)
  return labels.every(group => group.includes(own))
}

function chooseCase({ of, branches, otherwise }: Of<'case'>, value: (inner: Expression) => Value): Value {
  const subject = of && value(of)
  const chosen = branches.find(({ when }) => {
    const test = value(when)
    return of ? equals(subject, test) === true : toTruth(test) === true
  })
  if (chosen) return value(chosen.returns)
  return otherwise && value(otherwise)
}

type ListItems = { list: Expression; variable: string }

/** One row for each item of the list, with the variable bound to it; null for a list that is null. */
function eachItem({ list, variable }: ListItems, row: Row, scope: QueryScope): Row[] | null {
  const items = evaluate(list, row, scope)
  if (items === null) return null
  if (!Array.isArray(items)) throw invalidQuery(`Expected a list, found ${describeType(items)}`)
  return items.map(item => ({ ...row, [variable]: item }))
}

function comprehend(expression: Of<'comprehension'>, row: Row, scope: QueryScope): Value {
  const { variable, where, value } = expression
  const rows = eachItem(expression, row, scope)?.filter(one => holds(where, one, scope))
  return rows?.map(one => (value ? evaluate(value, one, scope) : (one[variable] ?? null))) ?? null
}

function quantify(expression: Of<'quantifier'>, row: Row, scope: QueryScope): Value {
  const { quantifier, where } = expression
  const answers = eachItem(expression, row, scope)?.map(one => toTruth(evaluate(where, one, scope)))
  if (!answers) return null
  const [yes, unknown] = [answers.filter(one => one === true).length, answers.includes(null)]
  if (quantifier === 'all') return answers.includes(false) ? false : unknown ? null : true
  if (quantifier === 'single') return yes > 1 ? false : unknown ? null : yes === 1
  if (yes > 0) return quantifier === 'any'
  return unknown ? null : quantifier === 'none'
}

function reduce(expression: Of<'reduce'>, row: Row, scope: QueryScope): Value {
  const { total, initial, step } = expression
  const rows = eachItem(expression, row, scope)
  if (!rows) return null
  return rows.reduce<Value>(
    (sum, one) => evaluate(step, { ...one, [total]: sum }, scope),
    evaluate(initial, row, scope),
  )
}

/** A pattern is true when there is a match; the value of shortestPath(…) is the path itself. */
function checkPattern({ path }: Of<'pattern check'>, row: Row, scope: QueryScope): Value {
  if (path.search === 'all') return scope.match([path], null, row).next().done !== true
  const name = path.variable ?? ' path'
  const found = [...scope.match([{ ...path, variable: name }], null, row)].map(one => one[name] ?? null)
  return path.search === 'shortest' ? (found[0] ?? null) : found
}

function queryValue({ returns, query }: Of<'query value'>, row: Row, scope: QueryScope): Value {
  const rows = scope.runInner(query, row)
  if (returns === 'exists') return rows.next().done !== true
  if (returns === 'collect') return [...rows].map(one => Object.values(one)[0] ?? null)
  let count = 0
  while (rows.next().done !== true) count++
  return count
}

function projectMap(
  { of, takesAll, entries }: Of<'map projection'>,
  value: (inner: Expression) => Value,
): Value {
  const subject = value(of)
  if (subject === null) return null
  const all = takesAll ? callFunction('properties', [subject]) : null
  return new Map([
    ...(isMap(all) ? all : []),
    ...entries.map(entry => [entry.name, value(entry.value)] as const),
  ])
}
