import type { GraphView } from '../graph/graph-view.ts'
import type { CodeExpression, CodeFile, CodeImport, CodeScript, CodeStatement } from '../model/code.ts'
import { bodiesOf, visitExpressions } from '../model/visit-code.ts'
import { builtinNames } from './python-builtins.ts'

type Binding = { targets: readonly CodeExpression[]; value: CodeExpression }

/**
 * Names of a Python script whose values a type checker takes for something else than they may be: functions and classes
 * under a decorator whose definition is not there, or that has no annotations, and what is made from them. A type
 * checker treats such a decorator as if it were not there.
 */
export function unsureNames({ file, body }: CodeScript, view: GraphView): ReadonlySet<string> {
  const unsure = new Set<string>()
  if (file.language !== 'python') return unsure
  const bound = boundNames(body)
  const isHidden = (decorator: CodeExpression): boolean => {
    const name = rootOf(decorator)
    if (name === null) return true
    if (unsure.has(name)) return true
    if (bound.has(name) || builtinNames.has(name)) return false
    const imported = file.imports.filter(one => (one.alias ?? one.name ?? one.module.split('.')[0]) === name)
    return imported.every(one => isLoose(one, { decorator, file, view }))
  }
  for (const one of decorated(body)) if (one.decorators.some(isHidden)) unsure.add(one.definition.name)
  if (unsure.size === 0) return unsure
  const isUnsure = (value: CodeExpression): boolean => {
    const name = rootOf(value)
    if (name !== null && unsure.has(name)) return true
    // `next(it)`, `list(it)`: a built-in function passes on what it is given.
    return (
      value.kind === 'call' &&
      name !== null &&
      !bound.has(name) &&
      builtinNames.has(name) &&
      value.arguments.some(argument => isUnsure(argument.value))
    )
  }
  const bindings = bindingsOf(body)
  for (let before = -1; before !== unsure.size; ) {
    before = unsure.size
    for (const { targets, value } of bindings)
      if (isUnsure(value)) for (const name of targets.flatMap(namesIn)) unsure.add(name)
  }
  return unsure
}

type Decorated = { decorator: CodeExpression; file: CodeFile; view: GraphView }

/**
 * Whether an imported decorator is not there, or is a function without annotations of which the parser knows nothing. One
 * that its module imports (`wrapt.decorator`) is found by its name.
 */
function isLoose(one: CodeImport, { decorator, file, view }: Decorated): boolean {
  const module = view.findModule(one.module, file)
  if (module.kind !== 'found') return true
  const name = lastName(decorator) ?? one.name ?? ''
  const own = one.kind === 'name' && name === (one.alias ?? one.name) ? (one.name ?? name) : name
  const root = one.module.split('.')[0]
  const near = module.files.flatMap(({ functions }) => functions.filter(({ name: given }) => given === own))
  const found =
    near.length > 0
      ? near
      : view.functionsNamed(own).flatMap(known => (known.root === root ? known.definition : []))
  return found.length > 0 && found.every(({ returns, decorates }) => returns === null && decorates === null)
}

/** `decorator` of `@wrapt.decorator(…)`. */
function lastName(value: CodeExpression): string | null {
  if (value.kind === 'call') return lastName(value.callee)
  return value.kind === 'name' || value.kind === 'member' ? value.name : null
}

/** The lines where decorators begin. What they are applied to is an argument that nobody writes. */
export function decoratorLines({ body }: CodeScript): ReadonlySet<number> {
  return new Set(decorated(body).flatMap(one => one.decorators.flatMap(value => firstLine(value) ?? [])))
}

function firstLine(value: CodeExpression): number | null {
  if (value.kind === 'call') return firstLine(value.callee)
  if (value.kind === 'index') return firstLine(value.object)
  if (value.kind === 'member') return firstLine(value.object) ?? value.line
  return value.kind === 'name' ? value.line : null
}

/** The name that an expression begins with: `it` of `it.first().value`; null where it begins with something else. */
export function rootOf(value: CodeExpression): string | null {
  switch (value.kind) {
    case 'name':
      return value.name
    case 'member':
    case 'index':
      return rootOf(value.object)
    case 'call':
      return rootOf(value.callee)
    case 'await':
      return rootOf(value.value)
    default:
      return null
  }
}

/** Names that a script makes from the call of a class, by the last name of what is called: `Box` for `box = boxes.Box()`. */
export function madeFrom({ body }: CodeScript): ReadonlyMap<string, ReadonlySet<string>> {
  const made = new Map<string, Set<string>>()
  for (const { targets, value } of bindingsOf(body)) {
    const called = calledName(value)
    if (called !== null)
      for (const name of targets.flatMap(namesIn)) made.set(name, (made.get(name) ?? new Set()).add(called))
  }
  return made
}

/** The last name of what is called; null for an expression that is no call of a name. */
export function calledName(value: CodeExpression): string | null {
  if (value.kind !== 'call') return null
  const { callee } = value
  return callee.kind === 'name' || callee.kind === 'member' ? callee.name : null
}

/** What the member accesses with that name in that line are made on. */
export function receiversOf({ body }: CodeScript, { line, name }: { line: number; name: string }) {
  const found: CodeExpression[] = []
  visitExpressions(body, value => {
    if (value.kind === 'member' && value.name === name && value.line === line) found.push(value.object)
  })
  return found
}

function* everyStatement(body: readonly CodeStatement[]): Generator<CodeStatement> {
  for (const statement of body) {
    yield statement
    for (const inner of bodiesOf(statement)) yield* everyStatement(inner)
  }
}

function decorated(body: readonly CodeStatement[]) {
  return [...everyStatement(body)].filter(one => one.kind === 'function' || one.kind === 'class')
}

/** Names that a script binds with an annotation: parameters and variables. */
export function annotatedNames({ body }: CodeScript): ReadonlySet<string> {
  const names = new Set<string>()
  for (const one of everyStatement(body)) {
    if (one.kind === 'assign' && one.type) for (const name of one.targets.flatMap(namesIn)) names.add(name)
    if (one.kind === 'function')
      for (const { name, type } of one.definition.parameters) if (type) names.add(name)
  }
  return names
}

/** The names of all classes of a script, also of those inside of functions. */
export function ownClasses({ body }: CodeScript): ReadonlySet<string> {
  return new Set(decorated(body).flatMap(({ kind, definition }) => (kind === 'class' ? definition.name : [])))
}

/** Every name that a script binds without an import, in any scope. */
function boundNames(body: readonly CodeStatement[]): Set<string> {
  const names = new Set(bindingsOf(body).flatMap(({ targets }) => targets.flatMap(namesIn)))
  for (const { kind, definition } of decorated(body)) {
    names.add(definition.name)
    if (kind === 'function') for (const { name } of definition.parameters) names.add(name)
  }
  return names
}

function bindingsOf(body: readonly CodeStatement[]): Binding[] {
  const found: Binding[] = []
  for (const one of everyStatement(body)) {
    if (one.kind === 'assign' && one.value) found.push({ targets: one.targets, value: one.value })
    if (one.kind === 'for') found.push({ targets: [one.target], value: one.iterable })
    if (one.kind === 'with')
      for (const { target, value } of one.items) if (target) found.push({ targets: [target], value })
  }
  visitExpressions(body, value => {
    if (value.kind === 'walrus') found.push({ targets: [value.target], value: value.value })
    if (value.kind === 'comprehension')
      for (const { target, iterable } of value.clauses) found.push({ targets: [target], value: iterable })
  })
  return found
}

function namesIn(target: CodeExpression): string[] {
  if (target.kind === 'name') return [target.name]
  return target.kind === 'literal' ? target.items.flatMap(namesIn) : []
}
