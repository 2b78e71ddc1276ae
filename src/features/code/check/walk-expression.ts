import type { CodeExpression, CodeParameter } from '../model/code.ts'
import { awaited } from './awaited.ts'
import { resultOfCall } from './call-result.ts'
import { literalValue } from './infer.ts'
import { type CheckContext, spend } from './items.ts'
import { lineageOf } from './lineage.ts'
import { lookUpInside, lookUpOutside } from './look-up.ts'
import { findMethods, memberOf } from './members.ts'
import { noteMember } from './note-use.ts'
import { builtinClasses, builtinNames } from './python-builtins.ts'
import { copiesPerStep, getName, openScope, type Scope, setName } from './scope.ts'
import { testedNames } from './tested-names.ts'
import { valueOfType } from './type-value.ts'
import { unionOf, unknown, type Value } from './values.ts'
import { walkCall, walkLambda } from './walk-call.ts'

/** What an expression of the script holds; every use of a library in it is noted on the way. */
export function walkExpression(context: CheckContext, expression: CodeExpression, scope: Scope): Value {
  if (!spend(context, 1)) return unknown
  const walk = (part: CodeExpression) => walkExpression(context, part, scope)
  switch (expression.kind) {
    case 'name':
      return valueOfName(context, expression.name, scope)
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
      walkLambda(context, expression, scope)
      return unknown
    case 'comprehension': {
      if (!spend(context, scope.names.size / copiesPerStep)) return unknown
      const inner = openScope(scope)
      for (const [name, value] of scope.names) inner.names.set(name, value)
      for (const { target, iterable, conditions } of expression.clauses) {
        bindTarget(context, target, elementOf(context, walkExpression(context, iterable, inner)), inner)
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
      bindTarget(context, expression.target, value, scope)
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

/** An object that the script makes itself. Its own members are never judged; what takes it may look at them. */
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

/** What iterating over a value gives. */
export function elementOf(context: CheckContext, value: Value): Value {
  if (value.kind === 'builtin') return value.element
  if (value.kind !== 'instance') return unknown
  const methods = findMethods(lineageOf(context.world, value.of), '__iter__')
  if (!methods) return unknown
  const { functions, part } = methods
  const iterator = resultOfCall(
    context.world,
    {
      kind: 'function',
      functions,
      file: part.file,
      owner: { name: part.definition.name, parts: [part] },
      receiver: value,
    },
    false,
  )
  return iterator.kind === 'builtin' ? iterator.element : unknown
}

export function bindParameters(
  context: CheckContext,
  parameters: readonly CodeParameter[],
  scope: Scope,
): void {
  const place = { file: context.script.file, receiver: null, owner: null }
  for (const { name, type, kind } of parameters) {
    const isSingle = kind !== 'var_positional' && kind !== 'var_keyword'
    setName(scope, name, type && isSingle ? valueOfType(context.world, type.shape, place) : unknown)
    for (const inner of name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
      if (inner !== name) setName(scope, inner, unknown)
  }
}

/** Gives a value to whatever stands left of the `=`. */
export function bindTarget(context: CheckContext, target: CodeExpression, value: Value, scope: Scope): void {
  switch (target.kind) {
    case 'name':
      setName(scope, target.name, value)
      return
    case 'literal':
      for (const item of target.items) bindTarget(context, item, elementOf(context, value), scope)
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
          bindTarget(context, entry.value, member?.status === 'found' ? member.value : unknown, scope)
      }
      return
    case 'member':
      walkExpression(context, target.object, scope)
      return
    case 'index':
      walkExpression(context, target, scope)
      return
    case 'other':
      for (const part of target.parts) bindTarget(context, part, unknown, scope)
      return
    default:
      return
  }
}

function valueOfName(context: CheckContext, name: string, scope: Scope): Value {
  const held = getName(scope, name)
  if (held) return held
  for (let outer: Scope | null = scope; outer; outer = outer.parent)
    for (const { files, module } of outer.stars) {
      const result = lookUpOutside(context.world, files, module, name)
      if (result.status === 'found') return result.value
    }
  const { file } = context.script
  if (file.language === 'python')
    return builtinClasses[name] && !builtinNames.has(name) ? { kind: 'builtin_class', type: name } : unknown
  // Declarations of scripts are hoisted: classes and functions may be used before they stand.
  const result = lookUpInside(context.world, file, name)
  return result.status === 'found' && result.value.kind === 'function' ? result.value : unknown
}

/** `x and x.name`, `a if b else c`: later parts see what tests in earlier ones exclude. */
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
  return resultOfCall(
    context.world,
    { kind: 'function', functions, file: part.file, owner, receiver: value },
    false,
  )
}
