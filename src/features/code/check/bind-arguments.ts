import type { CodeArgument, CodeParameter } from '../model/code.ts'

export type ArgumentProblem = {
  kind: 'too_many' | 'too_few' | 'unknown_keyword' | 'missing_keyword' | 'given_twice'
  message: string
  /** Names that would have been right. */
  candidates: readonly string[]
  /** The name that was wrong, for unknown keywords. */
  name: string | null
}

/** What is wrong with the arguments of a call, by the rules of Python (and of TypeScript, which has fewer). */
export function bindArguments(
  parameters: readonly CodeParameter[],
  given: readonly CodeArgument[],
): ArgumentProblem[] {
  const problems: ArgumentProblem[] = []
  const places = parameters.filter(({ kind }) => kind === 'positional' || kind === 'positional_only')
  const hasRest = parameters.some(({ kind }) => kind === 'var_positional')
  const hasKeywords = parameters.some(({ kind }) => kind === 'var_keyword')
  const positional = given.filter(({ kind }) => kind === 'positional')
  const hasSpread = given.some(({ kind }) => kind === 'spread')
  const hasKeywordSpread = given.some(({ kind }) => kind === 'spread_keyword')
  const names = new Set(given.flatMap(({ kind, name }) => (kind === 'keyword' && name ? [name] : [])))
  const byName = parameters.filter(({ kind }) => kind === 'positional' || kind === 'keyword_only')

  if (positional.length > places.length && !hasRest)
    problems.push({
      kind: 'too_many',
      message: `Too many positional arguments: ${positional.length} given, at most ${places.length} accepted`,
      candidates: [],
      name: null,
    })
  for (const name of names) {
    const at = byName.findIndex(parameter => parameter.name === name)
    if (at === -1 && !hasKeywords)
      problems.push({
        kind: 'unknown_keyword',
        message: `Unknown keyword argument '${name}'`,
        candidates: byName.map(parameter => parameter.name),
        name,
      })
    const place = places.findIndex(parameter => parameter.name === name && parameter.kind === 'positional')
    if (place !== -1 && place < positional.length && !hasSpread)
      problems.push({
        kind: 'given_twice',
        message: `Argument '${name}' is given twice`,
        candidates: [],
        name,
      })
  }
  if (hasSpread || hasKeywordSpread) return problems
  const missing = places
    .slice(positional.length)
    .filter(({ name, isOptional, kind }) => !isOptional && !(kind === 'positional' && names.has(name)))
  if (missing.length > 0)
    problems.push({
      kind: 'too_few',
      message: `Missing required arguments: ${missing.map(({ name }) => name).join(', ')}`,
      candidates: missing.map(({ name }) => name),
      name: null,
    })
  const unsaid = parameters.filter(
    ({ kind, name, isOptional }) => kind === 'keyword_only' && !isOptional && !names.has(name),
  )
  if (unsaid.length > 0)
    problems.push({
      kind: 'missing_keyword',
      message: `Missing required keyword arguments: ${unsaid.map(({ name }) => name).join(', ')}`,
      candidates: unsaid.map(({ name }) => name),
      name: null,
    })
  return problems
}
