import { dirname, join } from 'node:path'
import type { DeclaredProject } from '../../catalog/projects.ts'
import { Failure } from '../../model/failure.ts'
import { nearest } from '../../model/nearest.ts'
import { declaredProjects } from './declared-projects.ts'
import type { Place } from './kinds.ts'
import { type SettingRow, settingRows } from './names.ts'
import type { SettingKey, SettingValues } from './settings.ts'
import { type FlagValue, takeFlags } from './take-flags.ts'

export type Origin = {
  from: 'default' | 'file' | 'env' | 'flag'
  /** The name it was found under: "--port", "QUIRE_PORT", "http.port in quire.toml". */
  name: string
}

export type Config = {
  readonly values: SettingValues
  readonly origins: Readonly<Record<SettingKey, Origin>>
  /** Projects that the settings file declares. */
  readonly projects: readonly DeclaredProject[]
  /** The settings file that was read. */
  readonly file: string | null
  readonly warnings: readonly string[]
}

export type ConfigSources = {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** The settings file, read. */
  file: { path: string; table: Readonly<Record<string, unknown>> } | null
  cwd: string
  homedir: string
}

type Found = { raw: unknown; origin: Origin; place: Place }

/** Defaults < file < environment < flags; parsed once, frozen, every value with its origin. */
export function loadConfig(sources: ConfigSources): Config {
  const { flags } = takeFlags(sources.argv)
  const file = sources.file === null ? null : readFile(sources.file)
  const values: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  for (const row of settingRows) {
    const found = findValue(row, { sources, flags, file })
    values[row.key] = Object.freeze(parseValue(row, found))
    origins[row.key] = found.origin
  }
  // SAFETY: every row of the table has just been parsed by its own kind.
  const config: Config = {
    values: Object.freeze(values) as SettingValues,
    origins: Object.freeze(origins) as Config['origins'],
    projects: Object.freeze(projectsIn(file, sources.homedir)),
    file: sources.file?.path ?? null,
    warnings: Object.freeze([...unknownInFile(file), ...unknownInEnv(sources.env)]),
  }
  checkTogether(config)
  return Object.freeze(config)
}

/** Where the settings file may be, most important first; `isRequired` when it was asked for by name. */
export function configPlaces(
  sources: Omit<ConfigSources, 'file'>,
): readonly { path: string; isRequired: boolean }[] {
  const { values } = loadConfig({ ...sources, file: null })
  if (values.config !== null) return [{ path: values.config, isRequired: true }]
  return [join(sources.cwd, 'quire.toml'), join(values.home, 'quire.toml')].map(path => ({
    path,
    isRequired: false,
  }))
}

type FileEntries = {
  path: string
  name: string
  entries: ReadonlyMap<string, unknown>
  /** The `project` table as it stands; its keys are ids, not settings. */
  projects: unknown
}

function readFile({ path, table }: NonNullable<ConfigSources['file']>): FileEntries {
  const { project, ...settings } = table
  return { path, name: path, entries: new Map(flatten(settings, '')), projects: project }
}

function projectsIn(file: FileEntries | null, homedir: string): DeclaredProject[] {
  if (file === null) return []
  return declaredProjects(file.projects, file.name, { folder: dirname(file.path), homedir })
}

function flatten(table: object, prefix: string): [string, unknown][] {
  return Object.entries(table).flatMap(([key, value]): [string, unknown][] =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)
      ? flatten(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value]],
  )
}

function findValue(
  row: SettingRow,
  from: { sources: ConfigSources; flags: ReadonlyMap<SettingKey, FlagValue>; file: FileEntries | null },
): Found {
  const { cwd, homedir, env } = from.sources
  const flag = from.flags.get(row.key)
  if (flag !== undefined)
    return {
      raw: flag.raw,
      origin: { from: 'flag', name: `--${flag.flag}` },
      place: { folder: cwd, homedir },
    }
  const variable = row.env.find(name => (env[name] ?? '') !== '')
  if (variable !== undefined)
    return { raw: env[variable], origin: { from: 'env', name: variable }, place: { folder: cwd, homedir } }
  const key = row.file.find(name => from.file?.entries.has(name))
  if (key !== undefined && from.file !== null)
    return {
      raw: from.file.entries.get(key),
      origin: { from: 'file', name: `${key} in ${from.file.name}` },
      place: { folder: dirname(from.file.path), homedir },
    }
  return {
    raw: row.setting.default,
    origin: { from: 'default', name: 'default' },
    place: { folder: cwd, homedir },
  }
}

function parseValue(row: SettingRow, found: Found): unknown {
  if (found.origin.from === 'default' && found.raw === null) return null
  const value = row.setting.kind.parse(found.raw, found.place)
  if (value !== undefined) return value
  const shown = row.setting.secret === undefined ? JSON.stringify(found.raw) : 'something else'
  throw new Failure(
    'invalid',
    'INVALID_SETTING',
    `${row.key} must be ${row.setting.kind.allowed}, but ${found.origin.name} is ${shown}.`,
    { hint: `What it is for: ${row.setting.description}.` },
  )
}

function unknownInFile(file: FileEntries | null): string[] {
  if (file === null) return []
  const known = settingRows.flatMap(row => row.file)
  return [...file.entries.keys()]
    .filter(key => !known.includes(key))
    .map(key => `${file.name} has an unknown setting "${key}".${suggest(nearest(key, known))}`)
}

function unknownInEnv(env: ConfigSources['env']): string[] {
  const known = settingRows.flatMap(row => row.env)
  return Object.keys(env)
    .filter(name => name.startsWith('QUIRE_') && !known.includes(name))
    .sort()
    .map(name => `The environment has an unknown setting ${name}.${suggest(nearest(name, known))}`)
}

function suggest(name: string | null): string {
  return name === null ? ' It is ignored.' : ` It is ignored; was ${name} meant?`
}

function checkTogether({ values, origins }: Config): void {
  if (values['chunk.overlap_tokens'] >= values['chunk.max_tokens'])
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `chunk.overlap_tokens (${values['chunk.overlap_tokens']}, ${origins['chunk.overlap_tokens'].name}) must be smaller than chunk.max_tokens (${values['chunk.max_tokens']}, ${origins['chunk.max_tokens'].name}).`,
      { hint: 'An eighth of the chunk size is a good overlap.' },
    )
}
