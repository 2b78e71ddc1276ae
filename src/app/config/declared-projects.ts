import { type DeclaredProject, isProjectId } from '../../core/catalog/projects.ts'
import {
  boolean,
  integer,
  type Kind,
  located,
  type Place,
  path,
  text,
} from '../../core/contract/setting-kinds.ts'
import type { ChunkPolicy } from '../../core/model/collection.ts'
import { Failure } from '../../core/model/failure.ts'
import { nearest } from '../../core/text/nearest.ts'
import { printableName, printableValue } from './printable.ts'

type ProjectTable = {
  id: string
  table: Readonly<Record<string, unknown>>
  where: string
  place: Place
}

type Field = {
  kind: Kind<unknown>
  set(project: DeclaredProject, value: unknown): void
  /** As in settings: an untrusted project file may set it. */
  project?: true
}

function field<T>(kind: Kind<T>, set: (project: DeclaredProject, value: T) => void): Field {
  // SAFETY: `set` is only called with values that `parse` of the same kind returned.
  return { kind, set: set as Field['set'] }
}

function sharedField<T>(kind: Kind<T>, set: (project: DeclaredProject, value: T) => void): Field {
  return { ...field(kind, set), project: true }
}

function policy(key: keyof ChunkPolicy, kind: Kind<number>): Field {
  return sharedField(kind, (project, value) => {
    project.policy = { ...project.policy, [key]: value }
  })
}

/** The fields of `[project."namespace/name"]`, including their aliases. */
export const projectFields: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    collection: field(text, (project, value) => {
      project.collection = value
    }),
    references: references(),
    references_json: references(),
    embedder: model(),
    embedding_model: model(),
    hybrid: hybrid(),
    hybrid_enabled: hybrid(),
    top_k: sharedField(integer(1, 1000), (project, value) => {
      project.topK = value
    }),
    max_top_k: sharedField(integer(1, 1000), (project, value) => {
      project.maxTopK = value
    }),
    max_chars_per_chunk: sharedField(integer(50, 1_000_000), (project, value) => {
      project.maxChars = value
    }),
    max_tokens: policy('maxTokens', integer(16, 100_000)),
    overlap_tokens: policy('overlapTokens', integer(0, 100_000)),
    min_tokens: policy('minTokens', integer(1, 100_000)),
    heading_context: policy('headingContext', integer(0, 10)),
  }),
)

/** Reads the `project` table of a settings file: either one table for each id, or a single project with a field `id`. */
export function projectTables(table: unknown, where: string): Map<string, Record<string, unknown>> {
  if (table === undefined) return new Map()
  if (!isTable(table)) throw invalid(`project in ${where} must be a table`)
  const { id: own, ...fields } = table
  const tables: [string, unknown][] = typeof own === 'string' ? [[own, fields]] : Object.entries(table)
  return new Map(
    tables.map(([id, value]) => {
      if (!isProjectId(id)) throw invalid(`project."${printableName(id)}" in ${where} cannot name a project`)
      if (isTable(value)) return [id, value]
      throw invalid(`project."${id}" in ${where} must be a table`)
    }),
  )
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
}

/** Parses one project of a settings file. `where` is the path of the file, for messages. Throws INVALID_SETTING. */
export function declaredProject({ id, table, where, place }: ProjectTable): DeclaredProject {
  const project: DeclaredProject = { id }
  for (const [name, raw] of Object.entries(table)) {
    const known = projectFields.get(name)
    if (known === undefined) throw unknownField(id, name, where)
    const value = known.kind.parse(raw, place)
    if (value === undefined)
      throw invalid(
        `${name} of project "${id}" in ${where} must be ${known.kind.allowed}, but it is ${printableValue(raw)}`,
      )
    known.set(project, value)
  }
  return project
}

function references(): Field {
  return sharedField(path, (project, value) => {
    project.references = value
  })
}

function model(): Field {
  return field(located, (project, value) => {
    project.embedder = value
  })
}

function hybrid(): Field {
  return sharedField(boolean, (project, value) => {
    project.hybrid = value
  })
}

function unknownField(id: string, name: string, where: string): Failure {
  const names = [...projectFields.keys()]
  const meant = nearest(name, names)
  return invalid(
    `project "${id}" in ${where} has an unknown field "${printableName(name)}"`,
    meant === null ? `Fields are: ${names.join(', ')}.` : `Was ${meant} meant?`,
  )
}

function invalid(problem: string, hint = 'Correct that line, or point --config at another file.'): Failure {
  return new Failure('invalid', 'INVALID_SETTING', `${problem}.`, { hint })
}
