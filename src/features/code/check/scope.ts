import type { CodeFile } from '../model/code.ts'
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
