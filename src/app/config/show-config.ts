import type { Ignored } from './admit-project-file.ts'
import type { Config, Origin } from './load-config.ts'

export type ShownSetting = {
  key: string
  value: unknown
  from: Origin['from']
  name: string
  description: string
}

/** Every setting with its value and where it came from; secrets are masked. */
export function showConfig(config: Config): ShownSetting[] {
  return config.names.rows.map(row => {
    const { from, name } = originOf(config, row.key)
    return {
      key: row.key,
      value: mask(config.all[row.key], row.setting.secret),
      from,
      name,
      description: row.setting.description,
    }
  })
}

/** Secrets that lie in a settings file, where backups and repositories pick them up. */
export function secretsInFile(config: Config): { key: string; name: string }[] {
  return config.names.rows
    .filter(({ key, setting }) => {
      // The token of a file of its own has its permissions checked instead.
      if (key === 'http.token' && config.values['http.token_file'] !== null) return false
      const { from } = originOf(config, key)
      return (from === 'file' || from === 'project') && isSecret(config.all[key], setting.secret)
    })
    .map(({ key }) => ({ key, name: originOf(config, key).name }))
}

/** Every setting has an origin; one that nobody set has its default. */
function originOf({ origins }: Config, key: string): Origin {
  return origins[key] ?? { from: 'default', name: 'default' }
}

const reasons: Readonly<Record<Ignored['reason'], string>> = {
  untrusted: 'only you may set it, and you have not trusted this file as it is now',
  outside: 'its path leads out of the folder of the file',
  taken: 'your own settings file declares it',
  'other host': 'it was given for another host than the address in force',
}

/** What the files set in vain, and why. */
export function showIgnored({ ignored }: Config): { key: string; file: string; why: string }[] {
  return ignored.map(({ key, file, reason }) => ({ key, file, why: reasons[reason] }))
}

function isSecret(value: unknown, secret: 'whole' | 'userinfo' | undefined): boolean {
  if (typeof value !== 'string' || secret === undefined) return false
  return secret === 'whole' || mask(value, secret) !== value
}

/** A value as it may be shown. */
export function mask(value: unknown, secret: 'whole' | 'userinfo' | undefined): unknown {
  if (typeof value !== 'string' || secret === undefined) return value
  return secret === 'whole' ? '********' : value.replace(/(\/\/)[^/?#]*@/, '$1********@')
}
