import type { CodeArgument, CodeSignature } from '../../model/code.ts'
import { type ArgumentProblem, bindArguments } from './bind-arguments.ts'
import { memberNames, memberOf } from './members.ts'
import { type Callable, signaturesOf } from './signatures.ts'
import { expandAlias, valueOfType } from './type-value.ts'
import type { Value, World } from './values.ts'

export type CallVerdict =
  | { status: 'fits'; signature: CodeSignature | null }
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
  for (const group of groups) {
    if (group.length === 0) return { status: 'unsure' }
    const verdicts = group.map(one => ({ one, problems: problemsOf(world, one, given, group.length > 1) }))
    const fit = verdicts.find(({ problems }) => problems.length === 0)
    if (!fit) {
      const fewest = verdicts.toSorted((a, b) => a.problems.length - b.problems.length)[0]
      return { status: 'wrong', problems: fewest?.problems ?? [] }
    }
    chosen ??= fit.one.signature
  }
  return { status: 'fits', signature: chosen }
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
  if (name === '…' || options.length === 0 || options.some(isNoObject)) return []
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
