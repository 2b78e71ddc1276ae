import type { CodeArgument, CodeExpression, CodeSignature } from '../model/code.ts'
import { type ArgumentProblem, bindArguments } from './bind-arguments.ts'
import { isBare, memberNames, memberOf } from './members.ts'
import { type Callable, signaturesOf } from './signatures.ts'
import { valueOfType } from './type-value.ts'
import { expandAlias, unknown, type Value, type World } from './values.ts'

export type CallVerdict =
  /** `only` is the one way of calling that fits, null where several may. */
  | { status: 'fits'; signature: CodeSignature | null; only: Callable | null }
  | { status: 'wrong'; problems: readonly ArgumentProblem[] }
  | { status: 'unsure' }

/** Whether a call's arguments can be taken by what is called. */
export function judgeCall(
  world: World,
  callee: Value,
  given: readonly CodeArgument[],
  isNew: boolean,
): CallVerdict {
  const groups = signaturesOf(world, callee, isNew)
  if (!groups) return { status: 'unsure' }
  let chosen: CodeSignature | null = null
  let only: Callable | null = null
  for (const group of groups) {
    if (group.length === 0) return { status: 'unsure' }
    const verdicts = group.map(one => ({ one, problems: problemsOf(world, one, given, group.length > 1) }))
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

/** Which of several overloads is meant: the first whose types do not rule the arguments out. */
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

/** What a function given as argument is itself given, as far as its type says so. */
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
  given: readonly CodeArgument[],
  isOverloaded: boolean,
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

/** Another overload may take the object. */
function noObject(name: string): ArgumentProblem {
  return { kind: 'unknown_keyword', message: `'${name}' does not take an object`, candidates: [], name: null }
}

/** TypeScript refuses properties of a literal that the wanted type does not have. */
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

/** What an object literal can never be: a string, a list, a function. */
function isNoObject({ kind }: Value): boolean {
  return kind === 'builtin' || kind === 'function' || kind === 'nothing' || kind === 'awaitable'
}
