import type {
  CodeArgument,
  CodeDecorating,
  CodeExpression,
  CodeParameter,
  CodeStatement,
} from '../../model/code.ts'
import { flatten, visitExpressions } from '../../model/visit-code.ts'

type FunctionStatement = Extract<CodeStatement, { kind: 'function' }>

/** What a function does as a decorator, when it returns its argument or a wrapper that forwards every call to it. */
export function readDecorating(
  parameters: readonly CodeParameter[],
  body: readonly CodeStatement[],
): CodeDecorating | null {
  const given = parameters.find(({ kind }) => kind === 'positional' || kind === 'positional_only')?.name
  const inner = new Map(
    [...flatten(body)].flatMap(one => (one.kind === 'function' ? [[one.definition.name, one] as const] : [])),
  )
  const returned = [...flatten(body)].flatMap(one => (one.kind === 'return' ? [one.value] : []))
  const forms = returned.map(written => {
    const value = written && settled(written, body)
    if (value === null) return null
    if (given !== undefined && givesSame(value, given, inner)) return 'plain'
    return givesDecorator(value, inner) ? 'called' : null
  })
  const [first] = forms
  if (first === undefined || first === null || forms.some(form => form === null)) return null
  const form = forms.every(other => other === first) ? first : 'both'
  const nested = [...inner.values()].some(({ definition }) => definition.decorates?.adds === true)
  return { form, adds: nested || (given !== undefined && setsMembers(body, given)) }
}

/** The value of a local that is set once: `marked = cast(Marked, fn)`. */
function settled(value: CodeExpression, body: readonly CodeStatement[]): CodeExpression {
  if (value.kind !== 'name') return value
  const set = [...flatten(body)].filter(
    one =>
      one.kind === 'assign' &&
      one.targets.some(target => target.kind === 'name' && target.name === value.name),
  )
  const [only] = set
  return set.length === 1 && only?.kind === 'assign' && only.value ? only.value : value
}

type Inner = ReadonlyMap<string, FunctionStatement>

/** `fn`, a wrapper that only forwards calls, and either of them passed through the usual helpers. */
function givesSame(value: CodeExpression, given: string, inner: Inner): boolean {
  if (value.kind === 'name') {
    const wrapper = inner.get(value.name)
    return wrapper ? passesOn(wrapper, given) : value.name === given
  }
  if (value.kind === 'choice')
    return value.options.every(option => isTest(option) || givesSame(option, given, inner))
  if (value.kind !== 'call') return false
  const [first, second] = value.arguments.map(argument => argument.value)
  const { callee } = value
  if (callee.kind === 'call')
    return nameOf(callee.callee) === 'wraps' && first !== undefined && givesSame(first, given, inner)
  const name = nameOf(callee)
  if (name === 'cast') return second !== undefined && givesSame(second, given, inner)
  if (name === 'update_wrapper') return first !== undefined && givesSame(first, given, inner)
  const decorator = inner.get(name)?.definition.decorates
  return decorator?.form === 'plain' && first?.kind === 'name' && first.name === given
}

/** The options of a choice, without the test of a conditional expression. */
function isTest(option: CodeExpression): boolean {
  return option.kind === 'literal' && option.type === 'None' && option.items.length > 0
}

function givesDecorator(value: CodeExpression, inner: Inner): boolean {
  return value.kind === 'name' && inner.get(value.name)?.definition.decorates?.form === 'plain'
}

/** `def wrapper(self, *args, **kwargs): return fn(self, *args, **kwargs)`, whatever else it does around the call. */
function passesOn({ definition: { parameters }, body }: FunctionStatement, given: string): boolean {
  const rest = parameters.find(({ kind }) => kind === 'var_positional')?.name
  const named = parameters.find(({ kind }) => kind === 'var_keyword')?.name
  if (rest === undefined || named === undefined) return false
  const leading = parameters.filter(({ kind }) => kind === 'positional' || kind === 'positional_only')
  if (leading.length + 2 !== parameters.length || leading.some(({ isOptional }) => isOptional)) return false
  const passed = [...leading.map(({ name }) => name), `*${rest}`, `**${named}`].join()
  let passes = 0
  let others = 0
  visitExpressions(body, value => {
    if (value.kind !== 'call') return
    const list = value.arguments.map(argumentName).join()
    if (nameOf(value.callee) === given && value.callee.kind === 'name') {
      if (list === passed) passes++
      else others++
    } else if (list === `${given},${passed}` || list.endsWith(`,${given},${passed}`)) passes++
    else if (changesKeywords(value, named)) others++
  })
  return passes > 0 && others === 0 && !rebinds(body, new Set([rest, named]))
}

function argumentName({ kind, name, value }: CodeArgument): string {
  const mark = kind === 'spread' ? '*' : kind === 'spread_keyword' ? '**' : ''
  return kind === 'keyword' ? `${name}=` : mark + (value.kind === 'name' ? value.name : '…')
}

function changesKeywords({ callee }: Extract<CodeExpression, { kind: 'call' }>, named: string): boolean {
  return (
    callee.kind === 'member' &&
    callee.object.kind === 'name' &&
    callee.object.name === named &&
    /^(pop|popitem|update|setdefault|clear)$/.test(callee.name)
  )
}

/** Whether the arguments are no longer those given: `args = …`, `kwargs['x'] = …`, `del kwargs['x']`. */
function rebinds(body: readonly CodeStatement[], names: ReadonlySet<string>): boolean {
  const isNamed = (target: CodeExpression): boolean =>
    (target.kind === 'name' && names.has(target.name)) ||
    (target.kind === 'index' && isNamed(target.object)) ||
    (target.kind === 'literal' && target.items.some(isNamed))
  return [...flatten(body)].some(
    one => (one.kind === 'assign' || one.kind === 'delete') && one.targets.some(isNamed),
  )
}

/** `cls.name = …` and `setattr(cls, …)`: the decorator adds members. */
function setsMembers(body: readonly CodeStatement[], given: string): boolean {
  const isGiven = (value: CodeExpression | undefined) => value?.kind === 'name' && value.name === given
  let sets = false
  visitExpressions(body, value => {
    if (value.kind === 'call' && value.callee.kind === 'name' && value.callee.name === 'setattr')
      sets ||= isGiven(value.arguments[0]?.value)
  })
  const visit = (statements: readonly CodeStatement[]): void => {
    for (const one of flatten(statements)) {
      if (one.kind === 'assign')
        sets ||= one.targets.some(
          target => target.kind === 'member' && isGiven(target.object) && !target.name.startsWith('_'),
        )
      if (one.kind === 'function') visit(one.body)
    }
  }
  visit(body)
  return sets
}

function nameOf(value: CodeExpression): string {
  return value.kind === 'name' || value.kind === 'member' ? value.name : ''
}
