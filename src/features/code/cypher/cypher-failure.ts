import { Failure } from '../../../core/model/failure.ts'

/** An error in a query and its place. Lines and columns count from 1. */
export function invalidQuery(message: string, place?: { text: string; at: number }): Failure {
  return new Failure('invalid', 'CYPHER_INVALID', place ? `${message} (${describePlace(place)})` : message, {
    hint: 'Write read-only openCypher: MATCH, OPTIONAL MATCH, UNWIND, WITH, RETURN, UNION.',
  })
}

export function readOnlyQuery(clause: string): Failure {
  return new Failure('forbidden', 'CYPHER_READ_ONLY', `${clause} is not allowed: queries are read-only.`, {
    hint: 'Use MATCH … RETURN. Only parse_github_repository changes the graph.',
  })
}

export function tooLargeQuery(what: string): Failure {
  return new Failure('too_large', 'CYPHER_TOO_LARGE', `The query was stopped: ${what}.`, {
    hint: 'Name labels and relationship types, limit variable lengths (*1..3), or aggregate before returning.',
  })
}

export function slowQuery(timeoutMs: number): Failure {
  return new Failure(
    'timeout',
    'CYPHER_TIMEOUT',
    `The query took longer than ${timeoutMs / 1000} s and was stopped.`,
    {
      hint: 'Name labels and relationship types, limit variable lengths (*1..3), or filter earlier.',
    },
  )
}

function describePlace({ text, at }: { text: string; at: number }): string {
  const before = text.slice(0, at).split('\n')
  const found = text.slice(at).split('\n')[0]?.slice(0, 20).trim()
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}, ${found ? `at "${found}"` : 'at the end'}`
}
