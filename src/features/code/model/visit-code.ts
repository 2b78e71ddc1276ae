import type { CodeExpression, CodeStatement } from './code.ts'

/** Calls `see` for every expression of the statements, outermost first, including those in nested functions. */
export function visitExpressions(body: readonly CodeStatement[], see: (value: CodeExpression) => void): void {
  for (const statement of body) {
    for (const value of expressionsOf(statement)) visitExpression(value, see)
    for (const inner of bodiesOf(statement)) visitExpressions(inner, see)
  }
}

/** The statements of a body, its branches and its loops, without those of nested functions and classes. */
export function* flatten(body: readonly CodeStatement[]): Generator<CodeStatement> {
  for (const statement of body) {
    yield statement
    if (statement.kind === 'function' || statement.kind === 'class') continue
    for (const inner of bodiesOf(statement)) yield* flatten(inner)
  }
}

export function visitExpression(value: CodeExpression, see: (value: CodeExpression) => void): void {
  see(value)
  for (const part of partsOf(value)) visitExpression(part, see)
  if (value.kind === 'lambda') visitExpressions(value.body, see)
}

export function bodiesOf(statement: CodeStatement): readonly (readonly CodeStatement[])[] {
  switch (statement.kind) {
    case 'function':
    case 'class':
    case 'with':
    case 'for':
      return [statement.body]
    case 'branch':
      return statement.arms
    default:
      return []
  }
}

export function expressionsOf(statement: CodeStatement): readonly CodeExpression[] {
  switch (statement.kind) {
    case 'assign':
      return statement.value ? [statement.value, ...statement.targets] : statement.targets
    case 'expression':
      return [statement.value]
    case 'return':
    case 'export':
      return statement.value ? [statement.value] : []
    case 'function':
      return statement.decorators
    case 'class':
      return [...statement.decorators, ...statement.bases]
    case 'with':
      return statement.items.flatMap(({ value, target }) => (target ? [value, target] : [value]))
    case 'for':
      return [statement.iterable, statement.target]
    case 'branch':
      return statement.tests
    case 'delete':
      return statement.targets
    case 'import':
      return []
  }
}

export function partsOf(value: CodeExpression): readonly CodeExpression[] {
  switch (value.kind) {
    case 'member':
      return [value.object]
    case 'call':
      return [value.callee, ...value.arguments.map(argument => argument.value)]
    case 'index':
      return [value.object, ...value.keys]
    case 'await':
      return [value.value]
    case 'literal':
      return value.items
    case 'choice':
    case 'all':
      return value.options
    case 'object':
      return value.entries.flatMap(entry => entry.value ?? [])
    case 'lambda':
      return value.value ? [value.value] : []
    case 'comprehension':
      return [
        ...value.parts,
        ...value.clauses.flatMap(({ target, iterable, conditions }) => [target, iterable, ...conditions]),
      ]
    case 'walrus':
      return [value.target, value.value]
    case 'other':
      return value.parts
    case 'name':
    case 'typed':
      return []
  }
}
