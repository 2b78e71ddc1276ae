import type { Setting, SettingTable } from '../../core/contract/setting.ts'
import type { Feature } from '../../core/feature.ts'
import { features } from '../features.ts'
import { settings } from './settings.ts'

export type SettingRow = {
  key: string
  setting: Setting<unknown>
  /** Without dashes; help shows the first one. */
  flags: readonly string[]
  /** In order of precedence. */
  env: readonly string[]
  /** Dotted keys in the settings file; empty if the setting cannot be in a file. */
  file: readonly string[]
}

/** Settings by all of their names. */
export type SettingNames = {
  rows: readonly SettingRow[]
  ofFlag: ReadonlyMap<string, SettingRow>
  ofFileKey: ReadonlyMap<string, SettingRow>
  /** The variables that are allowed in an `[environment]` table. */
  ofVariable: ReadonlyMap<string, SettingRow>
}

/** The program's own settings first, then those of the features. */
export function settingNames(list: readonly Feature[]): SettingNames {
  const tables: readonly SettingTable[] = [settings, ...list.map(feature => feature.settings ?? {})]
  const rows = tables.flatMap(table => Object.entries(table)).map(([key, setting]) => toRow(key, setting))
  return {
    rows,
    ofFlag: new Map(rows.flatMap(row => row.flags.map(flag => [flag, row] as const))),
    ofFileKey: new Map(rows.flatMap(row => row.file.map(key => [key, row] as const))),
    ofVariable: new Map(
      rows.filter(row => row.file.length > 0).flatMap(row => row.env.map(name => [name, row] as const)),
    ),
  }
}

function toRow(key: string, setting: Setting<unknown>): SettingRow {
  return {
    key,
    setting,
    flags: [...(setting.aliases?.flags ?? []), key.replaceAll(/[._]/g, '-')],
    env: [`QUIRE_${key.replaceAll('.', '_').toUpperCase()}`, ...(setting.aliases?.env ?? [])],
    file: setting.notInFile ? [] : [key, ...(setting.aliases?.file ?? [])],
  }
}

/** The settings of the program and of the built-in features. */
export const builtInNames = settingNames(features)
