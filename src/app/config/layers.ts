import { dirname } from 'node:path'
import type { Place } from '../../core/contract/setting-kinds.ts'
import type { ProjectFile } from './admit-project-file.ts'
import type { ConfigSources, Origin } from './load-config.ts'
import type { SettingNames, SettingRow } from './setting-names.ts'
import type { SettingsFile } from './settings-file.ts'
import { takeFlags } from './take-flags.ts'

/** A source of settings. */
export type Layer = {
  from: Origin['from']
  place: Place
  /** Whether the values come from the user, or from a file that the user trusts. */
  isTrusted: boolean
  find(row: SettingRow): { raw: unknown; name: string } | null
}

export type Found = { raw: unknown; name: string; layer: Layer }

type Sources = Pick<ConfigSources, 'argv' | 'env' | 'cwd' | 'homedir'> & {
  file: SettingsFile | null
  project: ProjectFile | null
  names: SettingNames
}

/** Returns all sources of settings, highest precedence first. `[environment]` tables come after the real environment. */
export function layersOf({ argv, env, cwd, homedir, file, project, names }: Sources): Layer[] {
  const { flags } = takeFlags(argv, names)
  const here = { place: { folder: cwd, homedir }, isTrusted: true }
  const files = [
    ...(project === null
      ? []
      : [{ file: project, from: 'project' as const, isTrusted: project.trust === 'trusted' }]),
    ...(file === null ? [] : [{ file, from: 'file' as const, isTrusted: true }]),
  ].map(source => ({ ...source, place: { folder: dirname(source.file.path), homedir } }))
  return [
    {
      ...here,
      from: 'flag',
      find(row) {
        const flag = flags.get(row.key)
        return flag === undefined ? null : { raw: flag.raw, name: `--${flag.flag}` }
      },
    },
    { ...here, from: 'env', find: row => variableOf(row, name => env[name]) },
    ...files.map(({ file, ...layer }) => ({ ...layer, find: (row: SettingRow) => tableOf(row, file) })),
    ...files.map(({ file, ...layer }) => ({ ...layer, find: (row: SettingRow) => entryOf(row, file) })),
    { ...here, from: 'default', find: row => ({ raw: row.setting.default, name: 'default' }) },
  ]
}

/** Returns the value with the highest precedence. `preferred` is searched before all others. */
export function findValue(row: SettingRow, layers: readonly Layer[], preferred?: Layer): Found {
  for (const layer of preferred === undefined ? layers : [preferred, ...layers]) {
    const found = layer.find(row)
    if (found !== null) return { ...found, layer }
  }
  throw new Error(`${row.key} has no default.`)
}

function tableOf(row: SettingRow, { path, environment }: SettingsFile) {
  if (row.file.length === 0) return null
  const found = variableOf(row, name => environment.get(name))
  return found === null ? null : { ...found, name: `environment.${found.name} in ${path}` }
}

/** An empty variable counts as not set. */
function variableOf(row: SettingRow, read: (name: string) => string | undefined) {
  const variable = row.env.find(name => (read(name) ?? '') !== '')
  return variable === undefined ? null : { raw: read(variable), name: variable }
}

function entryOf(row: SettingRow, { path, entries }: SettingsFile) {
  const key = row.file.find(name => entries.has(name))
  return key === undefined ? null : { raw: entries.get(key), name: `${key} in ${path}` }
}
