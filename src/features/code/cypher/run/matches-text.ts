import { invalidQuery } from '../cypher-failure.ts'
import { describeType, type Value } from '../values/types.ts'

const compiled = new Map<string, RegExp>()

/** Whether the whole text fits the expression. `(?i)` and its like may stand in front. */
export function matchesText(text: Value, pattern: Value): boolean | null {
  if (text === null || pattern === null) return null
  if (typeof pattern !== 'string') throw invalidQuery(`=~ needs a text, found ${describeType(pattern)}`)
  return typeof text === 'string' ? compile(pattern).test(text) : null
}

function compile(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const [, flags = '', body = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? []
  try {
    const made = new RegExp(`^(?:${body})$`, `${flags}u`)
    compiled.clear()
    compiled.set(pattern, made)
    return made
  } catch (error) {
    throw invalidQuery(
      `"${pattern}" is not a regular expression: ${error instanceof Error ? error.message : error}`,
    )
  }
}
