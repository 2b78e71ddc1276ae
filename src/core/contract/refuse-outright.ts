import { Failure, quoteLine } from '../model/failure.ts'

/** A text of this length is still normalised, compared and quoted within some milliseconds; all others together have more. */
export const textLimits = { one: 100_000, all: 1_000_000, name: 1_000 }

/**
 * Refuses what no schema refuses: the name `__proto__`, which a schema passes over without a word, and texts that are so
 * long that working with them would keep others waiting. `longInputs` are the inputs that may be as long as a body.
 */
export function refuseOutright(input: unknown, longInputs: readonly string[] = []): void {
  let characters = 0
  const count = (text: string, { field, most }: { field: string; most: number }): void => {
    characters += text.length
    if (text.length > most)
      throw tooLong(field, `must have at most ${most} characters, but has ${text.length}`)
    if (characters > textLimits.all)
      throw tooLong(field, `makes the input longer than ${textLimits.all} characters`)
  }
  // The name of the input that each part belongs to; null for the input itself.
  const waiting: [value: unknown, field: string | null][] = [[input, null]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, field] = next
    const isBound = field === null || !longInputs.includes(field)
    if (typeof value === 'string' && isBound)
      count(value, { field: field ?? 'The input', most: textLimits.one })
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) throw namedPrototype()
    // Vectors are long lists of numbers: their members are looked at without making pairs of them.
    const names = Array.isArray(value) ? null : Object.keys(value)
    // Parameters are named by the schema, which says of all others that they are unknown.
    for (const name of isBound && field !== null ? (names ?? []) : [])
      count(name, { field: `The name ${quoteLine(name, longestEcho)}`, most: textLimits.name })
    for (const [at, part] of Object.values(value).entries())
      if (typeof part === 'string' || typeof part === 'object')
        waiting.push([part, field ?? names?.[at] ?? null])
  }
}

const longestEcho = 80

function namedPrototype(): Failure {
  return new Failure('invalid', 'INVALID_INPUT', 'The name "__proto__" cannot be used in the input.', {
    hint: 'Leave it out, or choose another name.',
  })
}

function tooLong(field: string, problem: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', `${field} ${problem}.`, {
    hint: 'Whole documents go in the content of an ingest tool, or in an upload.',
    details: { fields: [{ field, problem: `${field} ${problem}` }] },
  })
}
