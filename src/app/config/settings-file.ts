import { Failure } from '../../core/model/failure.ts'
import { isTable, projectTables } from './declared-projects.ts'
import { printableName } from './printable.ts'

/** The contents of a settings file. The values are not checked or parsed yet. */
export type SettingsFile = {
  path: string
  /** By dotted key. */
  entries: ReadonlyMap<string, unknown>
  /** The `[environment]` table: variables that the real environment overrides. */
  environment: ReadonlyMap<string, string>
  /** The fields of each declared project, by its id. */
  projects: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Deepest level of tables that is read; no setting is deeper. */
const deepest = 8

export function toSettingsFile({
  path,
  table,
}: {
  path: string
  table: Readonly<Record<string, unknown>>
}): SettingsFile {
  const { project, environment, ...settings } = table
  return {
    path,
    entries: new Map(flatten(settings, '', 1)),
    environment: readEnvironment(environment, path),
    projects: projectTables(project, path),
  }
}

function flatten(table: object, prefix: string, depth: number): [string, unknown][] {
  return Object.entries(table).flatMap(([key, value]): [string, unknown][] =>
    isTable(value) && depth < deepest
      ? flatten(value, `${prefix}${key}.`, depth + 1)
      : [[`${prefix}${key}`, value]],
  )
}

function readEnvironment(table: unknown, path: string): Map<string, string> {
  if (table === undefined) return new Map()
  const variables = isTable(table) ? Object.entries(table) : null
  const wrong = variables?.find(([, value]) => !['string', 'number', 'boolean'].includes(typeof value))
  if (variables === null || wrong !== undefined)
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `${wrong === undefined ? 'environment' : `environment.${printableName(wrong[0])}`} in ${path} must be ${wrong === undefined ? 'a table of variables' : 'text'}.`,
      { hint: 'Write each variable on a line of its own below [environment]: LOG_LEVEL = "debug".' },
    )
  return new Map(variables.map(([name, value]) => [name, String(value)]))
}
