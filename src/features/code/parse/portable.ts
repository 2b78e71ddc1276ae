import type { CodeExpression, CodeParameter, CodeStatement } from '../model/code.ts'

/** The values of names in a function's body, in terms that are valid outside of it; null is unknown. */
export type Bindings = ReadonlyMap<string, CodeExpression | null>

const nothing: CodeExpression = { kind: 'literal', type: 'None', text: null, items: [] }

/**
 * An expression with the same meaning outside of its function's body: names of the module, members and calls of
 * those, literals. Locals are replaced by their values. Returns null for anything else.
 */
export function portable(value: CodeExpression, bindings: Bindings, depth = 0): CodeExpression | null {
  if (depth > 6) return null
  const next = (part: CodeExpression) => portable(part, bindings, depth + 1)
  switch (value.kind) {
    case 'name': {
      const bound = bindings.get(value.name)
      return bound === undefined ? value : bound
    }
    case 'member': {
      const object = next(value.object)
      return object && { ...value, object }
    }
    case 'call': {
      const callee = next(value.callee)
      return callee && { ...value, callee, arguments: isRecord(callee) ? value.arguments : [] }
    }
    case 'await': {
      const inner = next(value.value)
      return inner && { kind: 'await', value: inner }
    }
    case 'literal':
      return { kind: 'literal', type: value.type, text: null, items: [] }
    case 'choice': {
      const options = value.options.map(next)
      return options.every(option => option !== null) ? oneOf(options) : null
    }
    case 'typed':
      return value
    case 'lambda':
      return { ...value, body: [], value: null }
    default:
      return null
  }
}

/** `namedtuple('Point', 'x y')`: the arguments are the definition. */
function isRecord(callee: CodeExpression): boolean {
  return (
    (callee.kind === 'name' || callee.kind === 'member') &&
    /^(namedtuple|NamedTuple|(Int|Str)?(Enum|Flag))$/.test(callee.name)
  )
}

/** A choice of several values. None, null and undefined are kept only when there is no other. */
export function oneOf(values: readonly CodeExpression[]): CodeExpression {
  const seen = new Set<string>()
  const options = values
    .flatMap(value => (value.kind === 'choice' ? value.options : [value]))
    .filter(value => !isNothing(value))
    .filter(value => {
      const key = JSON.stringify(value, (name, part) => (name === 'line' ? undefined : part))
      return seen.has(key) ? false : seen.add(key)
    })
  const [first] = options
  if (!first) return nothing
  return options.length === 1 ? first : { kind: 'choice', options }
}

export function isNothing(value: CodeExpression): boolean {
  return value.kind === 'literal' && ['None', 'null', 'undefined'].includes(value.type)
}

/** Names that are set once to a portable expression have its value; parameters have their written type. */
export function bindingsOf(
  parameters: readonly CodeParameter[],
  body: readonly CodeStatement[],
  self: string | null,
): Bindings {
  const bindings = new Map<string, CodeExpression | null>()
  for (const { name, type, kind } of parameters) {
    const isVariable = kind === 'var_positional' || kind === 'var_keyword'
    bindings.set(name, type && !isVariable ? { kind: 'typed', type: type.shape } : null)
  }
  const assigned = new Map<string, CodeExpression | null>()
  visitBindings(body, (name, value) => {
    assigned.set(name, assigned.has(name) || bindings.has(name) ? null : value)
  })
  for (const [name] of assigned) bindings.set(name, null)
  for (const [name, value] of assigned) if (value) bindings.set(name, portable(value, bindings))
  if (self !== null && !assigned.has(self)) bindings.delete(self)
  return bindings
}

/** Visits every name that statements bind, outside of nested functions and classes. */
export function visitBindings(
  body: readonly CodeStatement[],
  visit: (name: string, value: CodeExpression | null) => void,
): void {
  const visitTarget = (target: CodeExpression, value: CodeExpression | null): void => {
    if (target.kind === 'name') visit(target.name, value)
    if (target.kind === 'literal') for (const item of target.items) visitTarget(item, null)
    if (target.kind === 'other') for (const part of target.parts) visitTarget(part, null)
    if (target.kind === 'object')
      for (const { value: part } of target.entries) if (part) visitTarget(part, null)
  }
  for (const statement of body) {
    switch (statement.kind) {
      case 'assign':
        for (const target of statement.targets)
          visitTarget(
            target,
            statement.type ? { kind: 'typed', type: statement.type.shape } : statement.value,
          )
        break
      case 'import':
        for (const { alias, module } of statement.imports)
          visit(alias ?? module.split('.')[0] ?? module, null)
        break
      case 'function':
      case 'class':
        visit(statement.definition.name, null)
        break
      case 'with':
        for (const { target } of statement.items) if (target) visitTarget(target, null)
        visitBindings(statement.body, visit)
        break
      case 'for':
        visitTarget(statement.target, null)
        visitBindings(statement.body, visit)
        break
      case 'branch':
        for (const arm of statement.arms) visitBindings(arm, visit)
        break
      case 'delete':
        for (const target of statement.targets) visitTarget(target, null)
        break
    }
  }
}

/** The return value of a body; null when one of its returns is not known. */
export function resultOf(body: readonly CodeStatement[], bindings: Bindings): CodeExpression | null {
  const values: (CodeExpression | null)[] = []
  const visit = (statements: readonly CodeStatement[]): void => {
    for (const statement of statements) {
      if (statement.kind === 'return' && statement.value) values.push(portable(statement.value, bindings))
      if (statement.kind === 'with' || statement.kind === 'for') visit(statement.body)
      if (statement.kind === 'branch') for (const arm of statement.arms) visit(arm)
    }
  }
  visit(body)
  const known = values.filter(value => value !== null)
  return values.length === 0 || known.length < values.length ? null : oneOf(known)
}
