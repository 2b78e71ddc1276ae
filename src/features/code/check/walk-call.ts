import type { CodeExpression } from '../model/code.ts'
import { resultOfCall } from './call-result.ts'
import type { CheckContext } from './items.ts'
import { callbackTypes, judgeCall } from './judge-call.ts'
import { memberOf } from './members.ts'
import { noteCall, noteMember } from './note-use.ts'
import { getName, openScope, type Scope, setName } from './scope.ts'
import type { Callable } from './signatures.ts'
import { valueOfType } from './type-value.ts'
import { nothing, unknown, type Value } from './values.ts'
import { bindParameters, elementOf, walkExpression } from './walk-expression.ts'
import { walkBody } from './walk-statement.ts'

/** A call of the script: what is called, and what that gives. */
export function walkCall(
  context: CheckContext,
  call: Extract<CodeExpression, { kind: 'call' }>,
  scope: Scope,
): { callee: Value; result: Value } {
  const { world } = context
  const special = walkSpecialCall(context, call, scope)
  if (special) return { callee: unknown, result: special }
  const { callee: target } = call
  const object = target.kind === 'member' ? walkExpression(context, target.object, scope) : null
  const member = target.kind === 'member' && object ? memberOf(world, object, target.name) : null
  const callee = member
    ? member.status === 'found'
      ? member.value
      : unknown
    : walkExpression(context, target, scope)
  const isScript = context.script.file.language !== 'python'
  const given = call.arguments.map(({ value }) =>
    isScript && value.kind === 'lambda' ? unknown : walkExpression(context, value, scope),
  )
  if (member && object && target.kind === 'member' && member.status !== 'found') {
    noteMember(context, { object, member, expression: target, isCalled: true })
    walkCallbacks(context, call, scope, null)
    return { callee: unknown, result: unknown }
  }
  const verdict = judgeCall(world, callee, call.arguments, call.isNew)
  noteCall(context, { call, callee, object, member, verdict })
  walkCallbacks(context, call, scope, verdict.status === 'fits' ? verdict.only : null)
  const place = { file: context.script.file, receiver: null, owner: null }
  const fit = {
    signature: verdict.status === 'fits' ? verdict.signature : null,
    given,
    typeArguments: (call.typeArguments ?? []).map(shape => valueOfType(world, shape, place)),
  }
  return { callee, result: resultOfCall(world, callee, call.isNew, fit) }
}

/** Functions among the arguments: what they are given is known where the call can only mean one thing. */
function walkCallbacks(
  context: CheckContext,
  call: Extract<CodeExpression, { kind: 'call' }>,
  scope: Scope,
  callable: Callable | null,
): void {
  if (context.script.file.language === 'python') return
  for (const [at, { value }] of call.arguments.entries())
    if (value.kind === 'lambda')
      walkLambda(context, value, scope, callable ? callbackTypes(context.world, callable, at) : [])
}

/** `expected` is what the parameters hold by the place the function is given to. */
export function walkLambda(
  context: CheckContext,
  { parameters, body, value }: Extract<CodeExpression, { kind: 'lambda' }>,
  scope: Scope,
  expected: readonly Value[] = [],
): void {
  const inner = openScope(scope)
  bindParameters(context, parameters, inner)
  for (const [at, { name, type, kind }] of parameters.entries()) {
    const held = expected[at]
    if (held && !type && kind !== 'var_positional' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
      setName(inner, name, held)
  }
  context.deferred.push(() => {
    walkBody(context, body, inner)
    if (value) walkExpression(context, value, inner)
  })
}

/** Calls of Python whose result is known by what they are given. */
const tellingCalls = new Set(['type', 'next', 'iter', 'sorted', 'list', 'reversed'])

/** Calls of the language that say something about types. Null for all others. */
function walkSpecialCall(
  context: CheckContext,
  call: Extract<CodeExpression, { kind: 'call' }>,
  scope: Scope,
): Value | null {
  if (call.callee.kind !== 'name' || (getName(scope, call.callee.name) && call.callee.name !== 'super'))
    return null
  const { name } = call.callee
  if (name === 'super') {
    const parent = scope.names.get('super') ?? getName(scope, 'super')
    if (!parent) return unknown
    if (context.script.file.language === 'python') return parent
    for (const argument of call.arguments) walkExpression(context, argument.value, scope)
    return nothing
  }
  if (!tellingCalls.has(name)) return null
  const [first, ...rest] = call.arguments.map(argument => walkExpression(context, argument.value, scope))
  if (!first) return unknown
  if (name === 'type')
    return first.kind === 'instance' && rest.length === 0 ? { kind: 'class', of: first.of } : unknown
  const element = elementOf(context, first)
  return name === 'next' ? element : { kind: 'builtin', type: 'list', element }
}
