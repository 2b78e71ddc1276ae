import type { CodeArgument, CodeExpression, CodeParameter, CodeSignature } from '../model/code.ts'
import { isBare, memberNames, memberOf } from './members.ts'
import { type Callable, signaturesOf } from './signatures.ts'
import { valueOfType } from './type-value.ts'
import { expandAlias, unknown, type Value, type World } from './values.ts'

export type ArgumentProblem = {
  kind: 'too_many' | 'too_few' | 'unknown_keyword' | 'missing_keyword' | 'given_twice'
  message: string
  /** The names that exist. */
  candidates: readonly string[]
  /** The wrong name, for unknown keywords. */
  name: string | null
}

export type CallVerdict =
  /** `only` is the only signature that fits; null where several do. */
  | { status: 'fits'; signature: CodeSignature | null; only: Callable | null }
  | { status: 'wrong'; problems: readonly ArgumentProblem[] }
  | { status: 'unsure' }

/** Whether the callee accepts the arguments of a call. */
export function judgeCall(
  world: World,
  callee: Value,
  { arguments: given, isNew }: { arguments: readonly CodeArgument[]; isNew: boolean },
): CallVerdict {
  const groups = signaturesOf(world, callee, isNew)
  if (!groups) return { status: 'unsure' }
  let chosen: CodeSignature | null = null
  let only: Callable | null = null
  for (const group of groups) {
    if (group.length === 0) return { status: 'unsure' }
    const verdicts = group.map(one => ({
      one,
      problems: problemsOf(world, one, { given, isOverloaded: group.length > 1 }),
    }))
    const fitting = verdicts.flatMap(({ one, problems }) => (problems.length === 0 ? one : []))
    if (fitting.length === 0) {
      const fewest = verdicts.toSorted((a, b) => a.problems.length - b.problems.length)[0]
      return { status: 'wrong', problems: fewest?.problems ?? [] }
    }
    const taking = fitting.length > 1 ? fitting.filter(one => mayTakeAll(world, one, given)) : fitting
    chosen ??= taking[0]?.signature ?? null
    only ??= taking.length === 1 ? (taking[0] ?? null) : null
  }
  return { status: 'fits', signature: chosen, only: groups.length === 1 ? only : null }
}

/** Whether the types of an overload accept the arguments, as far as that is known. */
function mayTakeAll(world: World, { parameters, place }: Callable, given: readonly CodeArgument[]): boolean {
  if (place.file.language === 'python') return true
  return given.every(({ value }, at) => {
    const type = parameters[at]?.type
    if (!type || parameters[at]?.kind === 'var_positional') return true
    const wanted = expandAlias(world, valueOfType(world, type.shape, place))
    const options = wanted.kind === 'union' ? wanted.options : [wanted]
    return options.some(option => mayTake(option, value))
  })
}

function mayTake(wanted: Value, given: CodeExpression): boolean {
  if (given.kind === 'lambda') return wanted.kind !== 'builtin'
  if (given.kind === 'object') return wanted.kind !== 'builtin' && wanted.kind !== 'function'
  if (given.kind !== 'literal') return true
  if (!primitive.test(capital(given.type))) return true
  if (wanted.kind === 'function' || wanted.kind === 'awaitable' || wanted.kind === 'object') return false
  if (wanted.kind !== 'builtin') return true
  if (capital(wanted.type) !== capital(given.type)) return false
  return wanted.text === undefined || given.text === null || wanted.text === given.text
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The parameter values of a callback argument, as far as the parameter's type shows them. */
export function callbackTypes(world: World, { parameters, place }: Callable, at: number): Value[] {
  const type = parameters[at]?.type
  const wanted = type ? expandAlias(world, valueOfType(world, type.shape, place)) : null
  const options = wanted?.kind === 'union' ? wanted.options : wanted ? [wanted] : []
  const [callback, ...others] = options.filter(({ kind }) => kind !== 'nothing')
  if (callback?.kind !== 'function' || others.length > 0) return []
  const [signature, ...overloads] = callback.functions
  if (!signature || overloads.length > 0) return []
  const own = new Map(signature.typeParameters.map((name): [string, Value] => [name, unknown]))
  const types = new Map([...(callback.types ?? []), ...own])
  return signature.parameters.map(one =>
    one.type && one.kind !== 'var_positional'
      ? valueOfType(world, one.type.shape, {
          file: callback.file,
          receiver: null,
          owner: callback.owner,
          types,
        })
      : unknown,
  )
}

function problemsOf(
  world: World,
  { parameters, place }: Callable,
  { given, isOverloaded }: { given: readonly CodeArgument[]; isOverloaded: boolean },
): ArgumentProblem[] {
  const problems = bindArguments(parameters, given)
  if (problems.length > 0 || place.file.language === 'python') return problems
  return given.flatMap((argument, at) => {
    if (argument.kind !== 'positional' || argument.value.kind !== 'object') return []
    const parameter = parameters[at]
    if (!parameter?.type || parameter.kind === 'var_positional') return []
    const owner = place.owner
    const wanted = expandAlias(world, valueOfType(world, parameter.type.shape, { ...place, owner }))
    if (isOverloaded && wanted.kind === 'builtin' && primitive.test(wanted.type))
      return [noObject(parameter.name)]
    return argument.value.entries.flatMap(entry => unknownOption(world, wanted, entry.name))
  })
}

const primitive = /^(String|Number|Boolean)$/

/** With overloads, another one may accept the object, so this is a problem of this overload only. */
function noObject(name: string): ArgumentProblem {
  return { kind: 'unknown_keyword', message: `'${name}' does not take an object`, candidates: [], name: null }
}

/** Properties of an object literal that the expected type does not have, which TypeScript rejects. */
function unknownOption(world: World, wanted: Value, name: string): ArgumentProblem[] {
  const options = wanted.kind === 'union' ? wanted.options.filter(option => !isNoObject(option)) : [wanted]
  if (name === '…' || options.length === 0 || options.some(one => isNoObject(one) || isBare(one))) return []
  if (options.some(option => memberOf(world, option, name).status !== 'missing')) return []
  return [
    {
      kind: 'unknown_keyword',
      message: `Unknown option '${name}'`,
      candidates: memberNames(world, wanted),
      name,
    },
  ]
}

/** Types that no object literal has: a string, a list, a function. */
function isNoObject({ kind }: Value): boolean {
  return kind === 'builtin' || kind === 'function' || kind === 'nothing' || kind === 'awaitable'
}

/** Checks the arguments of a call by the rules of Python. TypeScript uses a subset of them. */
export function bindArguments(
  parameters: readonly CodeParameter[],
  given: readonly CodeArgument[],
): ArgumentProblem[] {
  const problems: ArgumentProblem[] = []
  const places = parameters.filter(({ kind }) => kind === 'positional' || kind === 'positional_only')
  const hasRest = parameters.some(({ kind }) => kind === 'var_positional')
  const hasKeywords = parameters.some(({ kind }) => kind === 'var_keyword')
  const positional = given.filter(({ kind }) => kind === 'positional')
  const hasSpread = given.some(({ kind }) => kind === 'spread')
  const hasKeywordSpread = given.some(({ kind }) => kind === 'spread_keyword')
  const names = new Set(given.flatMap(({ kind, name }) => (kind === 'keyword' && name ? [name] : [])))
  const byName = parameters.filter(({ kind }) => kind === 'positional' || kind === 'keyword_only')

  if (positional.length > places.length && !hasRest)
    problems.push({
      kind: 'too_many',
      message: `Too many positional arguments: ${positional.length} given, at most ${places.length} accepted`,
      candidates: [],
      name: null,
    })
  for (const name of names) {
    const at = byName.findIndex(parameter => parameter.name === name)
    if (at === -1 && !hasKeywords)
      problems.push({
        kind: 'unknown_keyword',
        message: `Unknown keyword argument '${name}'`,
        candidates: byName.map(parameter => parameter.name),
        name,
      })
    const place = places.findIndex(parameter => parameter.name === name && parameter.kind === 'positional')
    if (place !== -1 && place < positional.length && !hasSpread)
      problems.push({
        kind: 'given_twice',
        message: `Argument '${name}' is given twice`,
        candidates: [],
        name,
      })
  }
  if (hasSpread || hasKeywordSpread) return problems
  const missing = places
    .slice(positional.length)
    .filter(({ name, isOptional, kind }) => !isOptional && !(kind === 'positional' && names.has(name)))
  if (missing.length > 0)
    problems.push({
      kind: 'too_few',
      message: `Missing required arguments: ${missing.map(({ name }) => name).join(', ')}`,
      candidates: missing.map(({ name }) => name),
      name: null,
    })
  const unsaid = parameters.filter(
    ({ kind, name, isOptional }) => kind === 'keyword_only' && !isOptional && !names.has(name),
  )
  if (unsaid.length > 0)
    problems.push({
      kind: 'missing_keyword',
      message: `Missing required keyword arguments: ${unsaid.map(({ name }) => name).join(', ')}`,
      candidates: unsaid.map(({ name }) => name),
      name: null,
    })
  return problems
}
