import type { Config, Origin } from './load-config.ts'
import { settingRows } from './names.ts'

export type ShownSetting = {
  key: string
  value: unknown
  from: Origin['from']
  name: string
  description: string
}

/** Every setting with its value and where it came from; secrets are masked. */
export function showConfig(config: Config): ShownSetting[] {
  return settingRows.map(row => {
    const origin = config.origins[row.key]
    return {
      key: row.key,
      value: mask(config.values[row.key], row.setting.secret),
      from: origin.from,
      name: origin.name,
      description: row.setting.description,
    }
  })
}

/** Secrets that lie in the settings file, where backups and repositories pick them up. */
export function secretsInFile(config: Config): string[] {
  return settingRows
    .filter(
      row => config.origins[row.key].from === 'file' && isSecret(config.values[row.key], row.setting.secret),
    )
    .map(row => row.key)
}

function isSecret(value: unknown, secret: 'whole' | 'userinfo' | undefined): boolean {
  if (typeof value !== 'string' || secret === undefined) return false
  return secret === 'whole' || mask(value, secret) !== value
}

function mask(value: unknown, secret: 'whole' | 'userinfo' | undefined): unknown {
  if (typeof value !== 'string' || secret === undefined) return value
  return secret === 'whole' ? '********' : value.replace(/(\/\/)[^/?#]*@/, '$1********@')
}
