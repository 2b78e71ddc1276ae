import { Failure } from '../../../core/model/failure.ts'
import type { RepositoryRecord } from '../ports/graph-store.ts'

/** A repository by its full name, or by the end of it where that fits one only. Upper and lower case are one. */
export function findRepository(records: readonly RepositoryRecord[], name: string): RepositoryRecord {
  const wanted = name.toLowerCase().replace(/\.git$/, '')
  const exact = records.find(record => record.name.toLowerCase() === wanted)
  if (exact) return exact
  const fitting = records.filter(record => record.name.toLowerCase().endsWith(`/${wanted}`))
  const [only] = fitting
  if (only && fitting.length === 1) return only
  if (fitting.length > 1)
    throw new Failure(
      'invalid',
      'REPOSITORY_AMBIGUOUS',
      `Repository '${name}' is ambiguous: ${fitting.map(record => record.name).join(', ')}`,
      { hint: 'Give the name with its owner.' },
    )
  throw new Failure(
    'not_found',
    'REPOSITORY_NOT_FOUND',
    `Repository '${name}' not found in knowledge graph`,
    {
      hint: 'The command "repos" lists what is there; parse_github_repository adds to it.',
    },
  )
}
