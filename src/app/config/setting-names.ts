import type { Setting, SettingTable } from '../../core/contract/setting.ts'
import type { Feature } from '../../core/feature.ts'
import { features } from '../features.ts'
import { settings } from './settings.ts'

export type SettingRow = {
  key: string
  setting: Setting<unknown>
  /** Without dashes; the one that help shows comes first. */
  flags: readonly string[]
  /** In order of precedence. */
  env: readonly string[]
  /** Dotted keys of the file; none when the setting cannot be in a file. */
  file: readonly string[]
}

/** Settings by every name they are known by. */
export type SettingNames = {
  rows: readonly SettingRow[]
  ofFlag: ReadonlyMap<string, SettingRow>
  ofFileKey: ReadonlyMap<string, SettingRow>
  /** The variables that may be in an `[environment]` table: those of settings that may be in a file. */
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

/** The settings of the program and of the features that come with it. */
export const builtInNames = settingNames(features)
