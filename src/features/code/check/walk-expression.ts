import type { CodeExpression } from '../model/code.ts'
import { awaited, elementOf, resultOfCall } from './call-result.ts'
import { literalValue } from './infer.ts'
import { type CheckContext, spend } from './items.ts'
import { callbackTypes, judgeCall } from './judge-call.ts'
import { lineageOf } from './lineage.ts'
import { isOffered, lookUpInside, lookUpOutside } from './look-up.ts'
import { findMethods, memberOf } from './members.ts'
import { noteCall, noteMember } from './note-use.ts'
import { builtinClasses, builtinNames } from './python-builtins.ts'
import {
  bindParameters,
  copiesPerStep,
  getName,
  openScope,
  type Scope,
  setName,
  testedNames,
} from './scope.ts'
import type { Callable } from './signatures.ts'
import { valueOfType } from './type-value.ts'
import { nothing, unionOf, unknown, type Value } from './values.ts'

/** Returns the value of an expression of the script, and adds an item for every use of a library in it. */
export function walkExpression(context: CheckContext, expression: CodeExpression, scope: Scope): Value {
  if (!spend(context, 1)) return unknown
  const walk = (part: CodeExpression) => walkExpression(context, part, scope)
  switch (expression.kind) {
    case 'name':
      return valueOfVariable(context, expression.name, scope)
    case 'member': {
      const object = walk(expression.object)
      const member = memberOf(context.world, object, expression.name)
      noteMember(context, { object, member, expression, isCalled: false })
      return member.status === 'found' ? member.value : unknown
    }
    case 'call':
      return walkCall(context, expression, scope).result
    case 'await':
      return awaited(context.world, walk(expression.value))
    case 'literal': {
      const items = expression.items.map(walk)
      const value = literalValue(expression)
      const isList = ['list', 'tuple', 'set', 'Array'].includes(expression.type)
      return value.kind === 'builtin' && isList && items.length > 0
        ? { ...value, element: unionOf(items) }
        : value
    }
    case 'choice':
      return walkChoice(context, expression.options, scope)
    case 'index':
      return walkIndex(context, expression, scope)
    case 'object':
      return walkObject(context, expression, scope)
    case 'lambda':
      walkLambda(context, { lambda: expression, expected: [] }, scope)
      return unknown
    case 'comprehension': {
      if (!spend(context, scope.names.size / copiesPerStep)) return unknown
      const inner = openScope(scope)
      for (const [name, value] of scope.names) inner.names.set(name, value)
      for (const { target, iterable, conditions } of expression.clauses) {
        const value = elementOf(context.world, walkExpression(context, iterable, inner))
        bindTarget(context, { target, value }, inner)
        for (const condition of conditions) walkExpression(context, condition, inner)
      }
      const items = expression.parts.map(part => walkExpression(context, part, inner))
      return {
        kind: 'builtin',
        type: expression.type,
        element: items.length === 1 ? unionOf(items) : unknown,
      }
    }
    case 'walrus': {
      const value = walk(expression.value)
      bindTarget(context, { target: expression.target, value }, scope)
      return value
    }
    case 'typed':
      return valueOfType(context.world, expression.type, {
        file: context.script.file,
        receiver: null,
        owner: null,
      })
    case 'all':
      return unionOf(expression.options.map(walk))
    case 'other':
      for (const part of expression.parts) walk(part)
      return unknown
  }
}

/** An object literal of the script. Its own members are not judged, but a callee's parameter type may be compared with it. */
function walkObject(
  context: CheckContext,
  { entries, isOpen }: Extract<CodeExpression, { kind: 'object' }>,
  scope: Scope,
): Value {
  const held = entries.map(entry => ({
    ...entry,
    held: entry.value ? walkExpression(context, entry.value, scope) : unknown,
  }))
  const { file } = context.script
  return file.language === 'python' ? unknown : { kind: 'object', entries: held, isOpen, file }
}

/** Assigns a value to the left side of an assignment. */
export function bindTarget(
  context: CheckContext,
  { target, value }: { target: CodeExpression; value: Value },
  scope: Scope,
): void {
  switch (target.kind) {
    case 'name':
      setName(scope, target.name, value)
      return
    case 'literal':
      for (const item of target.items)
        bindTarget(context, { target: item, value: elementOf(context.world, value) }, scope)
      return
    case 'object':
      for (const entry of target.entries) {
        const member = entry.name === '…' ? null : memberOf(context.world, value, entry.name)
        if (member) {
          const expression = {
            kind: 'member',
            object: { kind: 'name', name: 'object', line: entry.line },
            name: entry.name,
            line: entry.line,
          } as const
          noteMember(context, { object: value, member, expression, isCalled: false })
        }
        if (entry.value)
          bindTarget(
            context,
            { target: entry.value, value: member?.status === 'found' ? member.value : unknown },
            scope,
          )
      }
      return
    case 'member':
      walkExpression(context, target.object, scope)
      return
    case 'index':
      walkExpression(context, target, scope)
      return
    case 'other':
      for (const part of target.parts) bindTarget(context, { target: part, value: unknown }, scope)
      return
    default:
      return
  }
}

function valueOfVariable(context: CheckContext, name: string, scope: Scope): Value {
  const held = getName(scope, name)
  if (held) return held
  for (let outer: Scope | null = scope; outer; outer = outer.parent)
    for (const { files, module } of outer.stars) {
      if (!files.some(one => isOffered(one, name))) continue
      const result = lookUpOutside(context.world, { files, name: module }, name)
      if (result.status === 'found') return result.value
    }
  const { file } = context.script
  if (file.language === 'python')
    return builtinClasses[name] && !builtinNames.has(name) ? { kind: 'builtin_class', type: name } : unknown
  // Declarations are hoisted: functions may be used before they are declared.
  const result = lookUpInside(context.world, file, name)
  return result.status === 'found' && result.value.kind === 'function' ? result.value : unknown
}

/** `x and x.name`, `a if b else c`: names that a part tests are unknown in the later parts. */
function walkChoice(context: CheckContext, options: readonly CodeExpression[], scope: Scope): Value {
  const tests = options.flatMap(option => testedNames(option))
  const saved = tests.map(name => [name, scope.names.get(name)] as const)
  const values = options.map((option, at) => {
    if (at === 1 || tests.length > 0) for (const name of tests) scope.names.set(name, unknown)
    return walkExpression(context, option, scope)
  })
  for (const [name, value] of saved)
    if (value) scope.names.set(name, value)
    else scope.names.delete(name)
  return unionOf(values)
}

function walkIndex(
  context: CheckContext,
  { object, keys }: Extract<CodeExpression, { kind: 'index' }>,
  scope: Scope,
): Value {
  const value = walkExpression(context, object, scope)
  for (const key of keys) walkExpression(context, key, scope)
  if (value.kind === 'class') return value
  if (value.kind === 'builtin') return value.element
  if (value.kind !== 'instance') return unknown
  const methods = findMethods(lineageOf(context.world, value.of), '__getitem__')
  if (!methods) return unknown
  const { functions, part } = methods
  const owner = { name: part.definition.name, parts: [part] }
  return resultOfCall(context.world, { kind: 'function', functions, file: part.file, owner, receiver: value })
}

/** Judges a call of the script and returns its callee and its result. */
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
    walkCallbacks(context, { call, callable: null }, scope)
    return { callee: unknown, result: unknown }
  }
  const verdict = judgeCall(world, callee, call)
  noteCall(context, { call, callee, object, member, verdict })
  walkCallbacks(context, { call, callable: verdict.status === 'fits' ? verdict.only : null }, scope)
  const place = { file: context.script.file, receiver: null, owner: null }
  const fit = {
    signature: verdict.status === 'fits' ? verdict.signature : null,
    given,
    typeArguments: (call.typeArguments ?? []).map(shape => valueOfType(world, shape, place)),
  }
  return { callee, result: resultOfCall(world, callee, { isNew: call.isNew, fit }) }
}

/** Walks functions among the arguments. Their parameters are known where only one signature fits. */
function walkCallbacks(
  context: CheckContext,
  { call, callable }: { call: Extract<CodeExpression, { kind: 'call' }>; callable: Callable | null },
  scope: Scope,
): void {
  if (context.script.file.language === 'python') return
  for (const [at, { value }] of call.arguments.entries())
    if (value.kind === 'lambda')
      walkLambda(
        context,
        { lambda: value, expected: callable ? callbackTypes(context.world, callable, at) : [] },
        scope,
      )
}

/** `expected` has the values of the parameters, by the type of the parameter that receives the function. */
function walkLambda(
  context: CheckContext,
  { lambda, expected }: { lambda: Extract<CodeExpression, { kind: 'lambda' }>; expected: readonly Value[] },
  scope: Scope,
): void {
  const { parameters, body, value } = lambda
  const inner = openScope(scope)
  bindParameters(context, parameters, inner)
  for (const [at, { name, type, kind }] of parameters.entries()) {
    const held = expected[at]
    if (held && !type && kind !== 'var_positional' && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
      setName(inner, name, held)
  }
  context.deferred.push({ body, value, scope: inner })
}

/** Python functions whose result depends on their argument. */
const tellingCalls = new Set(['type', 'next', 'iter', 'sorted', 'list', 'reversed'])

/** The result of a built-in call that depends on its arguments; null for other calls. */
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
  const element = elementOf(context.world, first)
  return name === 'next' ? element : { kind: 'builtin', type: 'list', element }
}
