import type { CodeExpression, CodeFile, CodeParameter } from '../model/code.ts'
import type { CheckContext } from './items.ts'
import { unionOf, unknown, type Value } from './values.ts'

/** The names of one body of code, with their values at this point. */
export type Scope = {
  names: Map<string, Value>
  /** The union of all values of each name. Functions see it, because they run later. */
  ever: Map<string, Value>
  parent: Scope | null
  /** Modules that were star-imported. */
  stars: { module: string; files: readonly CodeFile[] }[]
}

/** How many names are copied in the time of one step. */
export const copiesPerStep = 20

/** Most different values of one name. With more of them its value is unknown. */
const mostValues = 50

export function openScope(parent: Scope | null): Scope {
  return { names: new Map(), ever: new Map(), parent, stars: [] }
}

export function setName(scope: Scope, name: string, value: Value): void {
  scope.names.set(name, value)
  const before = scope.ever.get(name)
  const ever = before ? unionOf([before, value]) : value
  scope.ever.set(name, ever.kind === 'union' && ever.options.length > mostValues ? unknown : ever)
}

export function getName(scope: Scope, name: string): Value | null {
  const own = scope.names.get(name)
  if (own) return own
  for (let outer = scope.parent; outer; outer = outer.parent) {
    const value = outer.ever.get(name)
    if (value) return value
  }
  return null
}

/** Sets each parameter of a function to a value of its type. */
export function bindParameters(
  context: CheckContext,
  parameters: readonly CodeParameter[],
  scope: Scope,
): void {
  const place = { file: context.script.file, receiver: null, owner: null }
  for (const { name, type, kind } of parameters) {
    const isSingle = kind !== 'var_positional' && kind !== 'var_keyword'
    setName(scope, name, type && isSingle ? context.world.valueOfType(type.shape, place) : unknown)
    for (const inner of name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [])
      if (inner !== name) setName(scope, inner, unknown)
  }
}

/** Runs each arm from the same state; afterwards the value of a name is the union over all arms. */
export function runArms(scope: Scope, arms: readonly (() => void)[]): void {
  const start = new Map(scope.names)
  const ends: Map<string, Value>[] = []
  for (const arm of arms) {
    scope.names = new Map(start)
    arm()
    ends.push(scope.names)
  }
  const merged = new Map<string, Value>()
  for (const name of new Set(ends.flatMap(end => [...end.keys()]))) {
    const values = ends.flatMap(end => end.get(name) ?? [])
    merged.set(name, values.length > 0 ? unionOf(values) : unknown)
  }
  scope.names = merged
}

/** Names whose type a test narrows. Their value is unknown after it. */
export function testedNames(test: CodeExpression): string[] {
  switch (test.kind) {
    case 'call': {
      const { callee } = test
      const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.name : ''
      const isTest = /^(isinstance|issubclass|hasattr|callable|type|is[A-Z_].*|isArray)$/.test(name)
      return isTest
        ? test.arguments.flatMap(({ value }) => rootNames(value))
        : test.arguments.flatMap(({ value }) => testedNames(value))
    }
    case 'choice':
    case 'all':
      return test.options.flatMap(testedNames)
    case 'literal':
      return test.items.flatMap(testedNames)
    case 'other':
      // Comparisons of several parts: `x instanceof Y`, `typeof x === …`, `x.kind === …`, `'name' in x`.
      return test.parts.length >= 2
        ? test.parts.flatMap(part => [...rootNames(part), ...testedNames(part)])
        : test.parts.flatMap(testedNames)
    default:
      return []
  }
}

function rootNames(value: CodeExpression): string[] {
  if (value.kind === 'name') return [value.name]
  if (value.kind === 'other') return value.parts.flatMap(rootNames)
  return []
}
