import type { Ignored, ProjectFile } from './admit-project-file.ts'
import { isBucketKey } from './bucket-keys.ts'
import type { Config, Origin } from './load-config.ts'
import { printablePath, trustCommand } from './printable.ts'

export type ShownSetting = {
  key: string
  value: unknown
  from: Origin['from']
  name: string
  description: string
}

/** Returns every setting with its value and its origin. Secrets are masked. */
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

/** Returns the secrets in settings files, which may be copied to backups and repositories. */
export function secretsInFile(config: Config): { key: string; name: string }[] {
  return config.names.rows
    .filter(({ key, setting }) => {
      // A file of its own is allowed to hold the secret; its permissions are checked when it is read.
      if (key === 'http.token' && config.values['http.token_file'] !== null) return false
      if (key === 'store.url' && config.values['store.file'] !== null) return false
      if (isBucketKey(key) && config.values['originals.credentials_file'] !== null) return false
      const { from } = originOf(config, key)
      return (from === 'file' || from === 'project') && isSecret(config.all[key], setting.secret)
    })
    .map(({ key }) => ({ key, name: originOf(config, key).name }))
}

function originOf({ origins }: Config, key: string): Origin {
  return origins[key] ?? { from: 'default', name: 'default' }
}

const reasons: Readonly<Record<Ignored['reason'], string>> = {
  untrusted: 'only you may set it, and you have not trusted the current contents of this file',
  outside: 'its path is outside the folder of the file',
  taken: 'your own settings file declares it',
  'other host': 'it was set for a host other than the configured one',
}

/** Returns the settings in files that have no effect, with the reason. */
export function showIgnored({ ignored }: Config): { key: string; file: string; why: string }[] {
  return ignored.map(({ key, file, reason }) => ({ key, file, why: reasons[reason] }))
}

const mostNames = 20

/** Returns one warning for each reason why settings of the project file are ignored. */
export function ignoredWarnings(ignored: readonly Ignored[], project: ProjectFile | null): string[] {
  if (project === null) return []
  const namesOf = (reason: Ignored['reason']) => joinKeys(ignored.filter(one => one.reason === reason))
  const command = trustCommand(project.path)
  const path = printablePath(project.path)
  const lines: [names: string | null, says: (names: string) => string][] = [
    [
      namesOf('untrusted'),
      names =>
        project.trust === 'changed'
          ? `${path} has changed since you trusted it. Ignored: ${names}. Look at it, then run: ${command}`
          : `${path} contains settings that only you may set. Ignored: ${names}. If you trust it, run: ${command}`,
    ],
    [
      namesOf('outside'),
      names => `${path} names paths outside its folder. Ignored: ${names}. If you trust it, run: ${command}`,
    ],
    [
      namesOf('taken'),
      names =>
        `${path} declares projects that your own settings file declares. Ignored: ${names}. If you trust it, run: ${command}`,
    ],
  ]
  return [
    ...(project.problem === undefined ? [] : [project.problem]),
    ...lines.flatMap(([names, says]) => (names === null ? [] : [says(names)])),
  ]
}

function joinKeys(ignored: readonly Ignored[]): string | null {
  if (ignored.length === 0) return null
  const names = ignored.slice(0, mostNames).map(({ key }) => key)
  const more = ignored.length - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}

function isSecret(value: unknown, secret: 'whole' | 'userinfo' | undefined): boolean {
  if (typeof value !== 'string' || secret === undefined) return false
  return secret === 'whole' || mask(value, secret) !== value
}

/** Replaces the secret part of a value with asterisks. */
export function mask(value: unknown, secret: 'whole' | 'userinfo' | undefined): unknown {
  if (typeof value !== 'string' || secret === undefined) return value
  return secret === 'whole' ? '********' : value.replace(/(\/\/)[^/?#]*@/, '$1********@')
}
