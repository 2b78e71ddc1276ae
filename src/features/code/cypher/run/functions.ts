import { uuidOf } from '../../../../core/model/identity.ts'
import { ownValue } from '../../../../core/text/json-values.ts'
import { invalidQuery } from '../cypher-failure.ts'
import { calculate, checkLength, scalarText } from '../values/operators.ts'
import { describeType, float, fromProperty, isKind, isMap, numberOf, type Value } from '../values/value.ts'

/** A function of openCypher: how many arguments it takes, and its result. */
type CypherFunction = { takes: readonly [number, number]; run(...values: Value[]): Value }

/** Calls a function. An argument of a wrong type is an error that names the function and the type. */
export function callFunction(name: string, values: readonly Value[]): Value {
  const found = ownValue(functions, name)
  if (!found)
    throw invalidQuery(`There is no function ${name}(). Functions: ${Object.keys(functions).join(', ')}`)
  const [least, most] = found.takes
  if (values.length < least || values.length > most)
    throw invalidQuery(
      `${name}() takes ${least === most ? least : `${least} to ${most}`} values, not ${values.length}`,
    )
  try {
    return found.run(...values)
  } catch (error) {
    if (error instanceof WrongValue) throw invalidQuery(`${name}() cannot take ${describeType(error.value)}`)
    throw error
  }
}

class WrongValue extends Error {
  readonly value: Value
  constructor(value: Value) {
    super('wrong value')
    this.value = value
  }
}

/** A function that returns null when its first argument is null. */
function nullSafe<T extends Value>(
  accepts: (value: Value) => value is T,
  run: (value: T, ...rest: Value[]) => Value,
  takes: readonly [number, number] = [1, 1],
): CypherFunction {
  return {
    takes,
    run(value = null, ...rest) {
      if (value === null) return null
      if (!accepts(value)) throw new WrongValue(value)
      return run(value, ...rest)
    },
  }
}

const isText = (value: Value): value is string => typeof value === 'string'
const isList = (value: Value): value is Value[] => Array.isArray(value)
const isListOrText = (value: Value): value is Value[] | string => isList(value) || isText(value)
const isAny = (value: Value): value is Value => value !== undefined
const isPath = (value: Value) => isKind(value, 'path')
const isNode = (value: Value) => isKind(value, 'node')
const isEdge = (value: Value) => isKind(value, 'edge')
const isElement = (value: Value): value is Extract<Value, { kind: 'node' | 'edge' }> =>
  isNode(value) || isEdge(value)
const isHolder = (value: Value): value is Extract<Value, { kind: 'node' | 'edge' }> | Map<string, Value> =>
  isElement(value) || isMap(value)

const onText = (change: (text: string) => string): CypherFunction => nullSafe(isText, change)

/** A function of a number that returns an integer for an integer. */
const onNumber = (change: (number: number) => number): CypherFunction =>
  nullSafe(isAny, value => {
    const result = change(needNumber(value))
    return typeof value === 'number' ? result : float(result)
  })

const toFraction = (change: (number: number) => number): CypherFunction =>
  nullSafe(isAny, value => float(change(needNumber(value))))

function needNumber(value: Value): number {
  const number = numberOf(value)
  if (number === null) throw new WrongValue(value)
  return number
}

function needText(value: Value | undefined): string {
  if (typeof value !== 'string') throw new WrongValue(value ?? null)
  return value
}

/** The id of an edge is derived, as in the tables. */
const idOf = nullSafe(isElement, one =>
  one.kind === 'node' ? one.id : uuidOf('code', one.from.id, one.type, one.to.id),
)
const edgesOf = nullSafe(isPath, ({ edges }) => edges)
const lower = onText(text => text.toLowerCase())
const upper = onText(text => text.toUpperCase())
const toInteger = nullSafe(isAny, value => {
  const number = typeof value === 'boolean' ? Number(value) : Number(scalarText(value) || Number.NaN)
  return Number.isNaN(number) ? null : Math.trunc(number)
})

const functions: Readonly<Record<string, CypherFunction>> = {
  id: idOf,
  elementid: idOf,
  labels: nullSafe(isNode, ({ label }) => [label]),
  label: nullSafe(isElement, element => (element.kind === 'node' ? element.label : element.type)),
  type: nullSafe(isEdge, ({ type }) => type),
  startnode: nullSafe(isEdge, ({ from }) => from),
  endnode: nullSafe(isEdge, ({ to }) => to),
  nodes: nullSafe(isPath, ({ nodes }) => nodes),
  relationships: edgesOf,
  rels: edgesOf,
  properties: nullSafe(isHolder, propertiesOf),
  keys: nullSafe(isHolder, holder => [...propertiesOf(holder).keys()]),
  exists: { takes: [1, 1], run: (value = null) => value !== null && value !== false },
  coalesce: { takes: [1, 100], run: (...values) => values.find(value => value !== null) ?? null },
  size: nullSafe(isListOrText, value => value.length),
  length: nullSafe(
    (value): value is Extract<Value, { kind: 'path' }> | Value[] | string =>
      isPath(value) || isListOrText(value),
    value => (isPath(value) ? value.edges.length : value.length),
  ),
  isempty: nullSafe(isListOrText, value => value.length === 0),
  head: nullSafe(isList, list => list[0] ?? null),
  last: nullSafe(isList, list => list.at(-1) ?? null),
  tail: nullSafe(isList, list => list.slice(1)),
  reverse: nullSafe(isListOrText, value =>
    isText(value) ? [...value].reverse().join('') : value.toReversed(),
  ),
  range: {
    takes: [2, 3],
    run: (from = null, to = null, step = 1) => range(needNumber(from), needNumber(to), needNumber(step)),
  },
  tostring: nullSafe(isAny, value => {
    const text = scalarText(value)
    if (text === null) throw new WrongValue(value)
    return text
  }),
  tointeger: toInteger,
  toint: toInteger,
  tofloat: nullSafe(isAny, value => {
    const number = Number(scalarText(value) || Number.NaN)
    return Number.isNaN(number) ? null : float(number)
  }),
  toboolean: nullSafe(isAny, value => {
    const text = String(scalarText(value)).trim().toLowerCase()
    return text === 'true' ? true : text === 'false' ? false : null
  }),
  tolower: lower,
  lower,
  toupper: upper,
  upper,
  trim: onText(text => text.trim()),
  ltrim: onText(text => text.trimStart()),
  rtrim: onText(text => text.trimEnd()),
  split: nullSafe(
    isText,
    (text, separator) => (separator === null ? null : text.split(needText(separator))),
    [2, 2],
  ),
  replace: nullSafe(isText, (text, from, to) => replaceText(text, needText(from), needText(to)), [3, 3]),
  substring: nullSafe(
    isText,
    (text, from = null, length) => {
      const start = needNumber(from)
      return text.slice(start, length === undefined ? undefined : start + needNumber(length))
    },
    [2, 3],
  ),
  left: nullSafe(isText, (text, length = null) => text.slice(0, needNumber(length)), [2, 2]),
  right: nullSafe(
    isText,
    (text, length = null) => text.slice(Math.max(0, text.length - needNumber(length))),
    [2, 2],
  ),
  abs: onNumber(Math.abs),
  sign: nullSafe(isAny, value => Math.sign(needNumber(value))),
  ceil: toFraction(Math.ceil),
  floor: toFraction(Math.floor),
  round: nullSafe(
    isAny,
    (value, digits = 0) => {
      const factor = 10 ** needNumber(digits)
      return float(Math.round(needNumber(value) * factor) / factor)
    },
    [1, 2],
  ),
  sqrt: toFraction(Math.sqrt),
  exp: toFraction(Math.exp),
  log: toFraction(Math.log),
  log10: toFraction(Math.log10),
}

function propertiesOf(
  holder: Extract<Value, { kind: 'node' | 'edge' }> | Map<string, Value>,
): Map<string, Value> {
  if (isMap(holder)) return holder
  return new Map(
    Object.entries(holder.properties).flatMap(([name, value]) =>
      value === null ? [] : [[name, fromProperty(value)] as const],
    ),
  )
}

function range(from: number, to: number, step: number): Value {
  if (step === 0) throw invalidQuery('range() needs a step other than 0')
  const length = Math.max(0, Math.floor((to - from) / step) + 1)
  checkLength(length)
  return Array.from({ length }, (_, at) => calculate('+', from, at * step))
}

function replaceText(text: string, from: string, to: string): string {
  const replaced = from === '' ? text : text.replaceAll(from, () => to)
  checkLength(replaced.length)
  return replaced
}
