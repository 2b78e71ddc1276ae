import type { DeclaredProject } from '../../catalog/projects.ts'
import type { ChunkPolicy } from '../../model/collection.ts'
import { Failure } from '../../model/failure.ts'
import { nearest } from '../../model/nearest.ts'
import { boolean, integer, type Kind, located, type Place, path, text } from './kinds.ts'

type Field = { kind: Kind<unknown>; set(project: DeclaredProject, value: unknown): void }

function field<T>(kind: Kind<T>, set: (project: DeclaredProject, value: T) => void): Field {
  // SAFETY: `set` is only ever given what this kind's own `parse` returned.
  return { kind, set: set as Field['set'] }
}

function policy(key: keyof ChunkPolicy, kind: Kind<number>): Field {
  return field(kind, (project, value) => {
    project.policy = { ...project.policy, [key]: value }
  })
}

/** What may stand in `[project."namespace/name"]`, and under which names. */
export const projectFields: Readonly<Record<string, Field>> = {
  collection: field(text, (project, value) => {
    project.collection = value
  }),
  references: references(),
  references_json: references(),
  embedder: model(),
  embedding_model: model(),
  hybrid: hybrid(),
  hybrid_enabled: hybrid(),
  top_k: field(integer(1, 1000), (project, value) => {
    project.topK = value
  }),
  max_top_k: field(integer(1, 1000), (project, value) => {
    project.maxTopK = value
  }),
  max_chars_per_chunk: field(integer(50, 1_000_000), (project, value) => {
    project.maxChars = value
  }),
  max_tokens: policy('maxTokens', integer(16, 100_000)),
  overlap_tokens: policy('overlapTokens', integer(0, 100_000)),
  min_tokens: policy('minTokens', integer(1, 100_000)),
  heading_context: policy('headingContext', integer(0, 10)),
}

/** Reads the `project` table of the settings file; one project may also stand in it directly, with an `id`. */
export function declaredProjects(table: unknown, where: string, place: Place): DeclaredProject[] {
  if (table === undefined) return []
  if (!isTable(table)) throw invalid(`project in ${where} must be a table`)
  if (typeof table.id === 'string') return [declaredProject(table.id, table, where, place)]
  return Object.entries(table).map(([id, fields]) => {
    if (isTable(fields)) return declaredProject(id, fields, where, place)
    throw invalid(`project."${id}" in ${where} must be a table`)
  })
}

function declaredProject(
  id: string,
  table: Record<string, unknown>,
  where: string,
  place: Place,
): DeclaredProject {
  const project: DeclaredProject = { id }
  for (const [name, raw] of Object.entries(table)) {
    if (name === 'id') continue
    const known = projectFields[name]
    if (known === undefined) throw unknownField(id, name, where)
    const value = known.kind.parse(raw, place)
    if (value === undefined)
      throw invalid(
        `${name} of project "${id}" in ${where} must be ${known.kind.allowed}, but it is ${JSON.stringify(raw)}`,
      )
    known.set(project, value)
  }
  return project
}

function references(): Field {
  return field(path, (project, value) => {
    project.references = value
  })
}

function model(): Field {
  return field(located, (project, value) => {
    project.embedder = value
  })
}

function hybrid(): Field {
  return field(boolean, (project, value) => {
    project.hybrid = value
  })
}

function unknownField(id: string, name: string, where: string): Failure {
  const names = Object.keys(projectFields)
  const meant = nearest(name, names)
  return invalid(
    `project "${id}" in ${where} has an unknown field "${name}"`,
    meant === null ? `Fields are: ${names.join(', ')}.` : `Was ${meant} meant?`,
  )
}

function invalid(problem: string, hint = 'Correct that line, or point --config at another file.'): Failure {
  return new Failure('invalid', 'INVALID_SETTING', `${problem}.`, { hint })
}

function isTable(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
}
