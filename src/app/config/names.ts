import type { Setting, SettingTable } from '../../core/contract/setting.ts'
import { features } from '../features.ts'
import { settings } from './settings.ts'

export type SettingRow = {
  key: string
  setting: Setting<unknown>
  /** Without dashes; the one that help shows comes first. */
  flags: readonly string[]
  /** In order of precedence. */
  env: readonly string[]
  /** Dotted keys of the file; none when the setting cannot stand there. */
  file: readonly string[]
}

/** All settings with every name they are known by: the program's own first, then those of its features. */
export const settingRows: readonly SettingRow[] = [
  settings,
  ...features.map(feature => feature.settings ?? {}),
]
  .flatMap((table: SettingTable) => Object.entries(table))
  .map(([key, setting]) => ({
    key,
    setting,
    flags: [...(setting.aliases?.flags ?? []), key.replaceAll(/[._]/g, '-')],
    env: [`QUIRE_${key.replaceAll('.', '_').toUpperCase()}`, ...(setting.aliases?.env ?? [])],
    file: setting.notInFile ? [] : [key, ...(setting.aliases?.file ?? [])],
  }))

export const rowOfFlag: ReadonlyMap<string, SettingRow> = new Map(
  settingRows.flatMap(row => row.flags.map(flag => [flag, row] as const)),
)

export const rowOfFileKey: ReadonlyMap<string, SettingRow> = new Map(
  settingRows.flatMap(row => row.file.map(key => [key, row] as const)),
)

/** The variables that may be set in an `[environment]` table: those that say a setting, but not where the files are. */
export const rowOfVariable: ReadonlyMap<string, SettingRow> = new Map(
  settingRows.filter(row => row.file.length > 0).flatMap(row => row.env.map(name => [name, row] as const)),
)
