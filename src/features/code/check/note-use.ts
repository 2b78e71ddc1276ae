import type { CodeExpression } from '../model/code.ts'
import { type CheckContext, type ItemType, type MemberFacts, note, type WrongName } from './items.ts'
import type { ArgumentProblem, CallVerdict } from './judge-call.ts'
import { lineageOf } from './lineage.ts'
import { memberOf } from './members.ts'
import { isEmpty } from './other-at-run-time.ts'
import { isSlip } from './rank-names.ts'
import type { Found, Value, World } from './values.ts'

type MemberUse = {
  object: Value
  member: Found
  expression: Extract<CodeExpression, { kind: 'member' }>
  isCalled: boolean
}

type Missing = Extract<Found, { status: 'missing' }>

/** Adds an item for `object.name`, unless the object is outside the graph. */
export function noteMember(context: CheckContext, { object, member, expression, isCalled }: MemberUse): void {
  const { name, line } = expression
  const label = pathOf(expression)
  const library = libraryOf(context, object)
  if (library === null) return
  const type = typeOfMember(object, name, isCalled)
  const item = { type, name: label, line, library, isKnown: true, wrong: null, details: {} } as const
  if (member.status === 'found') {
    if (member.owner && context.world.view.repositoryOf(member.owner.file) === null) return
    note(context, { ...item, status: 'VALID', confidence: 0.8, message: `'${label}' exists` })
    return
  }
  const isExcused =
    context.openNames.has(name) ||
    context.expected.attribute > 0 ||
    isMockMember(name) ||
    (context.setsAny && isOwn(context, object))
  if (member.status === 'unsure' || isExcused || isLeftOut(context, object, { name, member, isCalled })) {
    note(context, {
      ...item,
      status: 'UNCERTAIN',
      confidence: isExcused ? 0.5 : 0.3,
      message: isExcused
        ? `'${label}' is not in the graph, but the script itself provides or tests for it`
        : `'${label}' cannot be settled: ${wordFor(object)} may have members that its text does not show`,
    })
    return
  }
  const look = (candidate: string) => lookAtMember(context.world, object, candidate)
  note(context, {
    ...item,
    status: 'NOT_FOUND',
    confidence: type === 'METHOD_CALL' ? 0.1 : 0.2,
    message: `${wordOf(type)} '${name}' not found ${object.kind === 'module' ? 'in' : 'on'} ${wordFor(object)}`,
    wrong: {
      name,
      candidates: member.candidates,
      members: { owner: nameOf(object) ?? '', isCalled, look },
      otherwise: [],
    },
    details: { owner: wordFor(object) },
  })
}

/**
 * Whether a class of the script lacks an attribute that is like none that it has: examples leave them out, and what makes
 * or calls the class may set them. A class without any member is one that others fill.
 */
function isLeftOut(
  context: CheckContext,
  object: Value,
  { name, member, isCalled }: Pick<MemberUse, 'isCalled'> & { name: string; member: Missing },
): boolean {
  if (object.kind === 'instance' && object.of.parts.every(({ definition }) => isEmpty(definition)))
    return true
  if (isCalled || !isOwn(context, object)) return false
  return !member.candidates.some(one => isSlip(name, one))
}

/** In tests, mocks may replace anything. */
function isMockMember(name: string): boolean {
  return /^(assert_(called|any|has|not)\w*|call_args(_list)?|call_count|called|return_value|side_effect|mock_calls|method_calls)$/.test(
    name,
  )
}

/** Whether the script itself defines the class of an object. */
function isOwn(context: CheckContext, value: Value): boolean {
  return (
    (value.kind === 'instance' || value.kind === 'class') &&
    value.of.parts.some(({ file }) => file === context.script.file)
  )
}

type CallUse = {
  call: Extract<CodeExpression, { kind: 'call' }>
  callee: Value
  object: Value | null
  member: Found | null
  verdict: CallVerdict
}

/** Adds an item for a call of something that exists, by the verdict on its arguments. */
export function noteCall(context: CheckContext, { call, callee, object, member, verdict }: CallUse): void {
  const library = libraryOf(context, callee) ?? (object ? libraryOf(context, object) : null)
  if (library === null) return
  if (
    member?.status === 'found' &&
    member.owner &&
    context.world.view.repositoryOf(member.owner.file) === null
  )
    return
  const label = pathOf(call.callee)
  const type = typeOfCall(callee, object)
  const item = { type, name: label, line: call.line, library, isKnown: true, wrong: null } as const
  const details = { arguments: call.arguments.length }
  if (verdict.status === 'fits') {
    note(context, {
      ...item,
      details,
      status: 'VALID',
      confidence: 0.9,
      message: `'${label}' exists and takes these arguments`,
    })
    return
  }
  if (verdict.status === 'unsure' || context.expected.type > 0) {
    note(context, {
      ...item,
      details,
      // The callee exists, but its parameters are not known.
      status: 'UNCERTAIN',
      confidence: 0.5,
      message: `'${label}' exists; its parameters are not known`,
    })
    return
  }
  const [first] = verdict.problems
  note(context, {
    ...item,
    status: 'INVALID',
    confidence: first?.kind === 'unknown_keyword' ? 0.7 : 0.8,
    message: `'${label}': ${verdict.problems.map(({ message }) => message).join('; ')}`,
    wrong: wrongArgument(verdict.problems),
    details: { ...details, problems: verdict.problems.map(({ kind }) => kind) },
  })
}

/** The first unknown keyword, for suggestions. */
function wrongArgument(problems: readonly ArgumentProblem[]): WrongName | null {
  for (const { kind, name, candidates } of problems)
    if (kind === 'unknown_keyword' && name !== null)
      return { name, candidates, members: null, otherwise: candidates.slice(0, 8) }
  return null
}

/** The module that a value belongs to; null when it is outside the graph. */
export function libraryOf(context: CheckContext, value: Value): string | null {
  const { view } = context.world
  switch (value.kind) {
    case 'module':
      return value.files.length === 0 || value.files.some(file => view.repositoryOf(file) !== null)
        ? value.name
        : null
    case 'function':
      return view.repositoryOf(value.file) === null ? null : view.libraryOf(value.file)
    case 'class':
    case 'instance': {
      const part = lineageOf(context.world, value.of).parts.find(
        ({ file }) => view.repositoryOf(file) !== null,
      )
      return part ? view.libraryOf(part.file) : null
    }
    case 'native':
      return value.through
    case 'builtin':
    case 'awaitable':
      return value.through ?? null
    case 'record':
      return value.name
    case 'object':
      return view.repositoryOf(value.file) === null ? null : view.libraryOf(value.file)
    case 'union':
    case 'all':
      for (const option of value.options) {
        const library = libraryOf(context, option)
        if (library !== null) return library
      }
      return null
    default:
      return null
  }
}

export function pathOf(expression: CodeExpression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name
    case 'member':
      return `${pathOf(expression.object)}.${expression.name}`
    case 'call':
      return `${pathOf(expression.callee)}()`
    case 'index':
      return `${pathOf(expression.object)}[]`
    case 'await':
      return pathOf(expression.value)
    default:
      return '(…)'
  }
}

function typeOfMember(object: Value, name: string, isCalled: boolean): ItemType {
  if (!isCalled) return 'ATTRIBUTE_ACCESS'
  if (object.kind !== 'module') return 'METHOD_CALL'
  return /^\p{Lu}\p{Ll}|^\p{Lu}{2,}\p{Ll}/u.test(name) ? 'CLASS_INSTANTIATION' : 'FUNCTION_CALL'
}

function typeOfCall(callee: Value, object: Value | null): ItemType {
  if (callee.kind === 'class' || callee.kind === 'record') return 'CLASS_INSTANTIATION'
  return object && object.kind !== 'module' ? 'METHOD_CALL' : 'FUNCTION_CALL'
}

function wordOf(type: ItemType): string {
  const words: Readonly<Record<ItemType, string>> = {
    IMPORT: 'Import',
    CLASS_INSTANTIATION: 'Class',
    METHOD_CALL: 'Method',
    ATTRIBUTE_ACCESS: 'Attribute',
    FUNCTION_CALL: 'Function',
  }
  return words[type]
}

function wordFor(value: Value): string {
  if (value.kind === 'union' || value.kind === 'all') return value.options.map(wordFor).join(' or ')
  const name = nameOf(value)
  if (name !== null) return value.kind === 'module' ? `module '${name}'` : `class '${name}'`
  return value.kind === 'function' || value.kind === 'object' ? `this ${value.kind}` : 'this value'
}

function nameOf(value: Value): string | null {
  switch (value.kind) {
    case 'module':
    case 'record':
      return value.name
    case 'class':
    case 'instance':
      return value.of.name
    case 'native':
      return value.path.replace('script:', '')
    case 'builtin':
      return value.type
    case 'union':
    case 'all':
      return value.options[0] ? nameOf(value.options[0]) : null
    default:
      return null
  }
}

/** The documentation of `value.name`, and whether it can be called. */
export function lookAtMember(world: World, value: Value, name: string): MemberFacts {
  // memberOf would return the value of a property, which has no documentation.
  if (value.kind === 'class' || value.kind === 'instance')
    for (const { definition } of lineageOf(world, value.of).parts) {
      const method = definition.methods.find(one => one.name === name)
      if (method) return { doc: method.doc, isCallable: method.kind === 'method' }
      if (definition.attributes.some(one => one.name === name)) break
    }
  const member = memberOf(world, value, name)
  if (member.status !== 'found') return { doc: null, isCallable: false }
  // An unknown member of a module may be a function; an unknown attribute is most likely data.
  if (member.value.kind === 'unknown') return { doc: null, isCallable: value.kind === 'module' }
  return factsOf(member.value)
}

function factsOf(value: Value): MemberFacts {
  switch (value.kind) {
    case 'function':
      return { doc: value.functions.find(({ doc }) => doc !== null)?.doc ?? null, isCallable: true }
    case 'class':
      return { doc: value.of.parts[0]?.definition.doc ?? null, isCallable: true }
    case 'module':
      return { doc: value.files[0]?.doc ?? null, isCallable: false }
    case 'native':
    case 'record':
      return { doc: null, isCallable: !value.isInstance }
    case 'builtin_class':
      return { doc: null, isCallable: true }
    case 'union':
    case 'all': {
      const options = value.options.map(factsOf)
      return {
        doc: options.find(({ doc }) => doc !== null)?.doc ?? null,
        isCallable: options.some(({ isCallable }) => isCallable),
      }
    }
    default:
      return { doc: null, isCallable: false }
  }
}
