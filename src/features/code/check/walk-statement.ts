import type { CodeExpression, CodeStatement } from '../model/code.ts'
import { elementOf, isContextManager, resultOfCall } from './call-result.ts'
import { keepsSignature } from './decorators.ts'
import { type CheckContext, spend } from './items.ts'
import { memberOf } from './members.ts'
import {
  bindParameters,
  copiesPerStep,
  openScope,
  runArms,
  type Scope,
  setName,
  testedNames,
} from './scope.ts'
import { valueOfType } from './type-value.ts'
import { nothing, unionOf, unknown, type Value } from './values.ts'
import { bindTarget, walkCall, walkExpression } from './walk-expression.ts'
import { walkImport } from './walk-import.ts'

/** Walks the script itself first, then the bodies of its functions, when all names are known. */
export function walkScript(context: CheckContext): void {
  walkBody(context, context.script.body, openScope(null))
  // The list grows while it is walked: functions define functions.
  for (const { body, value, scope } of context.deferred) {
    walkBody(context, body, scope)
    if (value) walkExpression(context, value, scope)
  }
}

function walkBody(context: CheckContext, body: readonly CodeStatement[], scope: Scope): void {
  for (const statement of body) {
    if (!spend(context, 1)) return
    walkStatement(context, statement, scope)
  }
}

function walkStatement(context: CheckContext, statement: CodeStatement, scope: Scope): void {
  switch (statement.kind) {
    case 'import':
      for (const one of statement.imports) walkImport(context, one, scope)
      return
    case 'assign':
      walkAssignment(context, statement, scope)
      return
    case 'expression':
      walkExpression(context, statement.value, scope)
      return
    case 'return':
    case 'export':
      if (statement.value) walkExpression(context, statement.value, scope)
      return
    case 'function':
      walkFunction(context, { statement, owner: null }, scope)
      return
    case 'class':
      walkClass(context, statement, scope)
      return
    case 'with':
      walkWith(context, statement, scope)
      return
    case 'for': {
      const element = elementOf(context.world, walkExpression(context, statement.iterable, scope))
      repeat(context, scope, () => {
        bindTarget(context, { target: statement.target, value: element }, scope)
        walkBody(context, statement.body, scope)
      })
      return
    }
    case 'branch':
      walkBranch(context, statement, scope)
      return
    case 'delete':
      for (const target of statement.targets)
        if (target.kind === 'name') setName(scope, target.name, unknown)
        else bindTarget(context, { target, value: unknown }, scope)
  }
}

function walkAssignment(
  context: CheckContext,
  statement: Extract<CodeStatement, { kind: 'assign' }>,
  scope: Scope,
): void {
  const { targets, type, value, marks } = statement
  const place = { file: context.script.file, receiver: null, owner: null }
  // The caught error may be of any subclass.
  const written = type && !marks.includes('caught') ? valueOfType(context.world, type.shape, place) : unknown
  const held = value ? walkExpression(context, value, scope) : unknown
  // Augmented values are walked as the expression before the assignment.
  if (marks.includes('augmented') && targets[0]?.kind === 'member') return
  for (const target of targets) {
    const pairs = pairsOf(target, value)
    if (pairs)
      for (const [item, part] of pairs) {
        context.silent++
        const partValue = walkExpression(context, part, scope)
        context.silent--
        bindTarget(context, { target: item, value: partValue }, scope)
      }
    else {
      const taken = written.kind === 'unknown' && type === null ? held : preferWritten(written, held)
      bindTarget(context, { target, value: taken }, scope)
    }
  }
}

/** The declared type of a variable is used rather than the type of its value. */
function preferWritten(written: Value, held: Value): Value {
  return written.kind === 'unknown' || written.kind === 'nothing' ? held : written
}

/** `a, b = 1, 2` sets each name to its own value. */
function pairsOf(
  target: CodeExpression,
  value: CodeExpression | null,
): (readonly [CodeExpression, CodeExpression])[] | null {
  if (target.kind !== 'literal' || value?.kind !== 'literal' || target.items.length !== value.items.length)
    return null
  return target.items.flatMap((item, at) => {
    const part = value.items[at]
    return part ? [[item, part] as const] : []
  })
}

type FunctionStatement = Extract<CodeStatement, { kind: 'function' }>

function walkFunction(
  context: CheckContext,
  { statement, owner }: { statement: FunctionStatement; owner: Extract<Value, { kind: 'class' }> | null },
  scope: Scope,
): void {
  const { definition, decorators, body } = statement
  for (const decorator of decorators) walkExpression(context, decorator, scope)
  const { file } = context.script
  if (!owner)
    setName(scope, definition.name, {
      kind: 'function',
      functions: [definition],
      file,
      owner: null,
      receiver: null,
    })
  const inner = openScope(scope)
  bindParameters(context, definition.parameters, inner)
  if (owner && isReceiving(context, definition)) bindReceiver(context, { definition, owner }, inner)
  context.deferred.push({ body, value: null, scope: inner })
}

/** Whether the first parameter is the object: it has the usual name, and no decorator changes it. */
function isReceiving(
  context: CheckContext,
  { parameters, decorators }: FunctionStatement['definition'],
): boolean {
  if (context.script.file.language !== 'python') return true
  return /^_*(self|cls|mcs|mcls|klass)$/.test(parameters[0]?.name ?? '') && keepsSignature(decorators)
}

function bindReceiver(
  context: CheckContext,
  { definition, owner }: Pick<FunctionStatement, 'definition'> & { owner: Extract<Value, { kind: 'class' }> },
  scope: Scope,
): void {
  const isPython = context.script.file.language === 'python'
  const self: Value = definition.isStatic && !isPython ? owner : { kind: 'instance', of: owner.of }
  const first = isPython ? definition.parameters[0]?.name : 'this'
  if (first && !(isPython && definition.isStatic))
    setName(scope, first, definition.isClassMethod ? owner : self)
  const bases = owner.of.parts.flatMap(({ definition: { bases: list } }) =>
    list.map(base => {
      const place = { file: context.script.file, receiver: null, owner: null }
      return valueOfType(context.world, base.shape, place)
    }),
  )
  const known = bases.filter(({ kind }) => kind === 'instance')
  setName(scope, 'super', known.length === 1 && bases.length === 1 ? (known[0] ?? unknown) : unknown)
}

function walkClass(
  context: CheckContext,
  statement: Extract<CodeStatement, { kind: 'class' }>,
  scope: Scope,
): void {
  const { definition, decorators, bases, body } = statement
  for (const part of [...decorators, ...bases]) walkExpression(context, part, scope)
  const { file } = context.script
  const owner = { kind: 'class', of: { name: definition.name, parts: [{ definition, file }] } } as const
  setName(scope, definition.name, owner)
  const inner = openScope(scope)
  for (const one of body) {
    if (!spend(context, 1 + scope.names.size / copiesPerStep)) return
    if (one.kind !== 'function') {
      for (const [name, value] of scope.names) if (!inner.names.has(name)) inner.names.set(name, value)
      walkStatement(context, one, inner)
      continue
    }
    walkFunction(context, { statement: one, owner }, scope)
    inner.names.set(one.definition.name, unknown)
  }
}

function walkWith(
  context: CheckContext,
  statement: Extract<CodeStatement, { kind: 'with' }>,
  scope: Scope,
): void {
  const expects = statement.items.some(({ value }) => expectsFailure(value))
  for (const { value, target, isAsync } of statement.items) {
    const { callee, result } =
      value.kind === 'call'
        ? walkCall(context, value, scope)
        : { callee: unknown, result: walkExpression(context, value, scope) }
    if (target)
      bindTarget(context, { target, value: entered(context, { callee, managed: result, isAsync }) }, scope)
  }
  if (expects) for (const key of ['attribute', 'type', 'import'] as const) context.expected[key]++
  walkBody(context, statement.body, scope)
  if (expects) for (const key of ['attribute', 'type', 'import'] as const) context.expected[key]--
}

function expectsFailure(value: CodeExpression): boolean {
  if (value.kind !== 'call') return false
  const { callee } = value
  return /raises|suppress/i.test(callee.kind === 'member' || callee.kind === 'name' ? callee.name : '')
}

/** The value after `as`: the result of `__enter__`, or what a generator decorated as context manager yields. */
function entered(
  { world }: CheckContext,
  { callee, managed, isAsync }: { callee: Value; managed: Value; isAsync: boolean },
): Value {
  if (callee.kind === 'function') {
    const [one] = callee.functions
    if (one && isContextManager(one)) {
      if (!one.returns) return unknown
      const yielded = valueOfType(world, one.returns.shape, {
        file: callee.file,
        receiver: callee.receiver,
        owner: callee.owner,
      })
      return yielded.kind === 'builtin' ? yielded.element : unknown
    }
  }
  const method = memberOf(world, managed, isAsync ? '__aenter__' : '__enter__')
  if (method.status !== 'found') return unknown
  const result = resultOfCall(world, method.value)
  return isAsync ? (result.kind === 'awaitable' ? result.of : unknown) : result
}

/** Most nested loops that are walked without adding items. */
const mostUnseen = 3

/** Walks a loop's body once without adding items, so that names at its start include the values from its end. */
function repeat(context: CheckContext, scope: Scope, run: () => void): void {
  const arms = [run, () => {}]
  // Each loop doubles the walks of the loops inside it.
  if (context.silent < mostUnseen) {
    context.silent++
    const { deferred } = context
    context.deferred = []
    walkArms(context, scope, arms)
    context.deferred = deferred
    context.silent--
  }
  walkArms(context, scope, arms)
}

function walkArms(context: CheckContext, scope: Scope, arms: readonly (() => void)[]): void {
  if (spend(context, (scope.names.size * arms.length) / copiesPerStep)) runArms(scope, arms)
}

function walkBranch(
  context: CheckContext,
  statement: Extract<CodeStatement, { kind: 'branch' }>,
  scope: Scope,
): void {
  for (const test of statement.tests) walkExpression(context, test, scope)
  const narrowed = statement.tests.flatMap(testedNames)
  const before = new Map(narrowed.map(name => [name, scope.names.get(name)]))
  const arms = statement.arms.map((arm, at) => () => {
    for (const name of narrowed) scope.names.set(name, unknown)
    const kinds = at === 0 ? expectedKinds(statement.guards) : []
    for (const kind of kinds) context.expected[kind]++
    walkBody(context, arm, scope)
    for (const kind of kinds) context.expected[kind]--
  })
  if (statement.repeats) repeat(context, scope, () => walkArms(context, scope, arms))
  else walkArms(context, scope, arms)
  for (const [name, value] of before) {
    const after = scope.names.get(name)
    if (value && after?.kind === 'unknown') scope.names.set(name, unionOf([value, nothing]))
  }
}

function expectedKinds(guards: string | null): ('import' | 'attribute' | 'type')[] {
  if (!guards) return []
  return [
    ...(/ImportError|ModuleNotFoundError/.test(guards) ? (['import'] as const) : []),
    ...(/AttributeError/.test(guards) ? (['attribute'] as const) : []),
    ...(/TypeError/.test(guards) ? (['type'] as const) : []),
  ]
}
