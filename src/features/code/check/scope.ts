import type { CodeExpression, CodeFile, CodeParameter } from '../model/code.ts'
import type { CheckContext } from './items.ts'
import { unionOf, unknown, type Value } from './values.ts'

/** The names of one body of code, and what each holds at this point of it. */
export type Scope = {
  names: Map<string, Value>
  /** Everything each name ever held: what functions see, which run at some later time. */
  ever: Map<string, Value>
  parent: Scope | null
  /** Modules whose names were all taken over. */
  stars: { module: string; files: readonly CodeFile[] }[]
}

/** Names that are copied in the time that a statement takes. */
export const copiesPerStep = 20

/** Different values of one name over its life. One with more of them holds anything. */
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

/** Gives each parameter of a function what its type says. */
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

/** Runs each arm from the same start; afterwards a name holds what any of them may have left in it. */
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

/** Names whose type a test asks about: from there on the test knows more than we do. */
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
