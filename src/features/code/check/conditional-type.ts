import type { CodeExpression } from '../model/code.ts'
import { resultOfCall } from './call-result.ts'
import { lineageOf } from './lineage.ts'
import { memberOf } from './members.ts'
import { isSame, type Place, type TypeScope, unionOf, unknown, type Value, type World } from './values.ts'

/** `Tested extends Test ? Then : Else`: the one result where the test can be decided, else the union of both. */
export function valueOfConditional(
  world: World,
  [tested, test, then, otherwise]: readonly CodeExpression[],
  place: Place,
): Value {
  if (!tested || !test || !then || !otherwise) return unknown
  const value = world.valueOfType(tested, place)
  const parameter = tested.kind === 'name' && place.types?.has(tested.name) ? tested.name : null
  const options = parameter !== null && value.kind === 'union' ? value.options : [value]
  return unionOf(
    options.flatMap(option => {
      const own: TypeScope = new Map([
        ...(place.types ?? []),
        ...(parameter ? [[parameter, option] as const] : []),
      ])
      const inferred = new Map(inferredNames(test).map((name): [string, Value] => [name, unknown]))
      const fits = fitsType(world, { value: option, test, place: { ...place, types: own } }, inferred)
      const outcome = (shape: CodeExpression, types: TypeScope) =>
        world.valueOfType(shape, { ...place, types })
      const yes = () => outcome(then, new Map([...own, ...inferred]))
      if (fits === null) return [yes(), outcome(otherwise, own)]
      return fits ? yes() : outcome(otherwise, own)
    }),
  )
}

type Test = { value: Value; test: CodeExpression; place: Place }

/** Whether a value has a type; null when that is not known. Adds the names that `infer` binds to `inferred`. */
function fitsType(world: World, { value, test, place }: Test, inferred: Map<string, Value>): boolean | null {
  const fits = (held: Value, shape: CodeExpression) =>
    fitsType(world, { value: held, test: shape, place }, inferred)
  if (test.kind === 'index' && test.object.kind === 'name') {
    const [first] = test.keys
    const word = test.object.name
    if (word === 'infer' && first?.kind === 'name') {
      inferred.set(first.name, value)
      return true
    }
    if (value.kind === 'unknown') return null
    if (/^Promise(Like)?$/.test(word) && first)
      return value.kind === 'awaitable' ? fits(value.of, first) : isPlain(value) ? false : null
    if (/^(Readonly)?Array$/.test(word) && first) {
      const isList = value.kind === 'builtin' && /Array$/.test(value.type)
      return isList ? fits(value.element, first) : isPlain(value) || value.kind === 'awaitable' ? false : null
    }
    if (word === 'tuple' || word === 'typeof') return null
  }
  if (test.kind === 'name' && ['any', 'unknown'].includes(test.name)) return true
  if (value.kind === 'unknown') return null
  switch (test.kind) {
    case 'lambda': {
      if (value.kind !== 'function') return isCallable(value) ? null : false
      if (test.returns) fits(resultOfCall(world, value), test.returns.shape)
      return true
    }
    case 'choice': {
      const results = test.options.map(option => fits(value, option))
      return results.includes(true) ? true : results.every(result => result === false) ? false : null
    }
    case 'literal':
      return fitsLiteral(value, test)
    case 'object': {
      const results = test.entries.map(({ name, value: shape, isOptional }) => {
        const member = memberOf(world, value, name)
        if (member.status === 'missing') return isOptional ? null : false
        return member.status === 'found' && shape ? fits(member.value, shape) : null
      })
      return results.includes(false) ? false : results.every(result => result === true) ? true : null
    }
    case 'name':
    case 'index':
      return fitsName(world, { value, test, place }, inferred)
    default:
      return null
  }
}

function fitsLiteral(value: Value, test: Extract<CodeExpression, { kind: 'literal' }>): boolean | null {
  if (['null', 'undefined'].includes(test.type))
    return value.kind === 'nothing' ? null : isPlain(value) ? false : null
  if (value.kind !== 'builtin') return isPlain(value) ? false : null
  if (value.text === undefined || test.text === null) return null
  return value.text === test.text
}

function fitsName(world: World, { value, test, place }: Test, inferred: Map<string, Value>): boolean | null {
  const name = test.kind === 'name' ? test.name : ''
  if (/^(string|number|boolean)$/.test(name)) {
    if (value.kind === 'builtin') return value.type.toLowerCase() === name
    return isPlain(value) ? false : null
  }
  if (name === 'Function') return value.kind === 'function' ? true : isCallable(value) ? null : false
  if (name === 'object')
    return value.kind === 'builtin' ? /Array$/.test(value.type) : isPlain(value) ? true : null
  if (name === 'never') return isPlain(value) ? false : null
  const wanted = world.valueOfType(test, place)
  if (isSame(value, wanted)) return true
  if (value.kind !== 'instance' || wanted.kind !== 'instance') return null
  const own = wanted.of.parts[0]?.definition
  const part = lineageOf(world, value.of).parts.find(({ definition }) => definition === own)
  if (!part) return null
  for (const [at, parameter] of part.definition.typeParameters.entries()) {
    const key = test.kind === 'index' ? test.keys[at] : undefined
    const held = part.types?.get(parameter) ?? unknown
    if (key && fitsType(world, { value: held, test: key, place }, inferred) === false) return false
  }
  return true
}

/** Whether a value is certainly an object, a function or a primitive. */
function isPlain({ kind }: Value): boolean {
  return kind === 'builtin' || kind === 'function' || kind === 'object' || kind === 'instance'
}

function isCallable(value: Value): boolean {
  if (value.kind === 'object') return value.isOpen || value.entries.some(({ name }) => name === 'call')
  return value.kind !== 'builtin' && value.kind !== 'awaitable'
}

const known = new WeakMap<CodeExpression, string[]>()

function inferredNames(shape: CodeExpression): string[] {
  const names =
    known.get(shape) ??
    [
      ...JSON.stringify(shape).matchAll(
        /"name":"infer","line":\d+},"keys":\[\{"kind":"name","name":"([^"]+)"/g,
      ),
    ].flatMap(match => match[1] ?? [])
  known.set(shape, names)
  return names
}
