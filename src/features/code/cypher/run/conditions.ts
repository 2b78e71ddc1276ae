import type { Expression } from '../syntax/types.ts'

/** The conditions that must all hold. */
export function conditionsOf(where: Expression | null): Expression[] {
  if (where === null) return []
  if (where.kind === 'binary' && where.operator === 'and')
    return [...conditionsOf(where.left), ...conditionsOf(where.right)]
  return [where]
}

/** Every name that an expression mentions, its own included: too many never hurt. */
export function namesIn(part: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(part)) for (const one of part) namesIn(one, found)
  else if (typeof part === 'object' && part !== null) {
    if ('variable' in part && typeof part.variable === 'string') found.add(part.variable)
    if ('kind' in part && part.kind === 'variable' && 'name' in part) found.add(String(part.name))
    for (const one of Object.values(part)) if (typeof one === 'object') namesIn(one, found)
  }
  return found
}

/** `variable.property = value`, whichever way round it is written; null for anything else. */
export function readEquality(
  condition: Expression,
  variable: string,
): { property: string; value: Expression } | null {
  if (condition.kind !== 'binary' || condition.operator !== '=') return null
  const { left, right } = condition
  for (const [side, value] of [
    [left, right],
    [right, left],
  ] as const)
    if (side.kind === 'property' && side.of.kind === 'variable' && side.of.name === variable)
      return namesIn(value).has(variable) ? null : { property: side.name, value }
  return null
}
