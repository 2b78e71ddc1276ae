import { dirname, join } from 'node:path'
import type { DeclaredProject } from '../../core/catalog/projects.ts'
import type { Feature } from '../../core/feature.ts'
import { Failure } from '../../core/model/failure.ts'
import { nearest } from '../../core/text/nearest.ts'
import { features } from '../features.ts'
import type { Ignored, ProjectFile, Trust } from './admit-project-file.ts'
import { declaredProject } from './declared-projects.ts'
import { type Found, findValue, type Layer, layersOf } from './layers.ts'
import { printableName, printablePath, printableValue } from './printable.ts'
import { builtInNames, type SettingNames, type SettingRow } from './setting-names.ts'
import type { CoreValues, SettingKey } from './settings.ts'
import { type SettingsFile, toSettingsFile } from './settings-file.ts'
import { ignoredWarnings } from './show-config.ts'

export type Origin = {
  /** `file` is the user's settings file, `project` the one in the working directory, `home` a choice that is kept there. */
  from: 'default' | 'home' | 'file' | 'project' | 'env' | 'flag'
  /** Where the value was found: "--port", "QUIRE_PORT", "http.port in /home/ada/.quire/quire.toml". */
  name: string
}

export type Config = {
  /** The values of the program's own settings. */
  readonly values: CoreValues
  /** The built-in features and those that the settings name. */
  readonly features: readonly Feature[]
  /** All settings, including those of features. */
  readonly names: SettingNames
  /** The values of all settings, including those of features. */
  readonly all: Readonly<Record<string, unknown>>
  readonly origins: Readonly<Record<SettingKey, Origin>> & Readonly<Record<string, Origin | undefined>>
  readonly projects: readonly DeclaredProject[]
  /** Path of the user's settings file; null if there is none. */
  readonly file: string | null
  /** The settings file in the working directory; null if there is none or if it is the user's settings file. */
  readonly project: { readonly path: string; readonly trust: Trust } | null
  /** Settings in the files that have no effect. */
  readonly ignored: readonly Ignored[]
  readonly warnings: readonly string[]
}

export type ConfigSources = {
  argv: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  /** The parsed settings file of the user. */
  file: { path: string; table: Readonly<Record<string, unknown>> } | null
  /** The settings file in the working directory, without the settings that are ignored. */
  project?: ProjectFile | null
  cwd: string
  homedir: string
  /** Default: the built-in features. */
  features?: readonly Feature[]
  /** Default: the settings of the program and of the built-in features. */
  names?: SettingNames
}

/** Returns frozen settings. Precedence: defaults < user's file < project file < environment < flags. */
export function loadConfig(sources: ConfigSources): Config {
  const file = sources.file === null ? null : toSettingsFile(sources.file)
  const project = sources.project ?? null
  const names = sources.names ?? builtInNames
  const layers = layersOf({ ...sources, file, project, names })
  const values: Record<string, unknown> = {}
  const found = new Map<string, Found>()
  for (const row of names.rows) {
    const value = findValue(row, layers)
    found.set(row.key, value)
    values[row.key] = Object.freeze(parseValue(row, value))
  }
  const withheld = withholdSecrets(values, { found, layers, names })
  const declared = declareProjects(file, project, sources.homedir)
  const ignored = [...(project?.ignored ?? []), ...declared.ignored]
  const origins = Object.fromEntries([...found].map(([key, { layer, name }]) => [key, originOf(layer, name)]))
  // SAFETY: every row of the table has just been parsed by its own kind.
  const config: Config = {
    values: Object.freeze(values) as CoreValues,
    all: values,
    features: sources.features ?? features,
    names,
    origins: Object.freeze(origins) as Config['origins'],
    projects: Object.freeze(declared.projects),
    file: file?.path ?? null,
    project: project === null ? null : { path: project.path, trust: project.trust },
    ignored: Object.freeze([...ignored, ...withheld.ignored]),
    warnings: Object.freeze([
      ...ignoredWarnings(ignored, project),
      ...withheld.warnings,
      ...unknownInFile(file, names),
      ...unknownInFile(project, names),
      ...unknownInEnv(sources.env, names),
    ]),
  }
  checkTogether(config)
  return Object.freeze(config)
}

/** Returns the paths of the settings files. `isRequired`: the user named the file, so it must exist. */
export function configPlaces(sources: Omit<ConfigSources, 'file' | 'project'>): {
  home: string
  person: { path: string; isRequired: boolean }
  project: string
} {
  const { values } = loadConfig({ ...sources, file: null })
  return {
    home: values.home,
    person:
      values.config === null
        ? { path: join(values.home, 'quire.toml'), isRequired: false }
        : { path: values.config, isRequired: true },
    project: join(sources.cwd, 'quire.toml'),
  }
}

function originOf({ from }: Layer, name: string): Origin {
  return { from, name }
}

function parseValue(row: SettingRow, found: Found): unknown {
  if (found.layer.from === 'default' && found.raw === null) return null
  const value = row.setting.kind.parse(found.raw, found.layer.place)
  if (value !== undefined) return value
  const shown = row.setting.secret === undefined ? printableValue(found.raw) : 'something else'
  throw new Failure(
    'invalid',
    'INVALID_SETTING',
    `${row.key} must be ${row.setting.kind.allowed}, but ${found.name} is ${shown}.`,
    { hint: `What it is for: ${row.setting.description}.` },
  )
}

/**
 * Removes secrets that would be sent to the wrong host. A secret that was set in the same place as an address is sent
 * only to that host. A secret that was set alone is sent to the default host, or to a host that the user set.
 */
function withholdSecrets(
  values: Record<string, unknown>,
  {
    found,
    layers,
    names,
  }: { found: ReadonlyMap<string, Found>; layers: readonly Layer[]; names: SettingNames },
): { ignored: Ignored[]; warnings: string[] } {
  const ignored: Ignored[] = []
  const warnings: string[] = []
  for (const { key, setting } of names.rows) {
    const secret = found.get(key)
    const address = names.rows.find(row => row.key === setting.sentTo)
    const chosen = found.get(address?.key ?? '')
    if (secret === undefined || address === undefined || chosen === undefined) continue
    if (typeof values[key] !== 'string' || typeof values[address.key] !== 'string') continue
    const host = hostIn(values[address.key]) ?? ''
    const beside = findValue(address, layers, secret.layer)
    const givenFor = beside.layer === secret.layer ? hostIn(parseValue(address, beside)) : null
    if (chosen.layer.isTrusted && (givenFor ?? host) === host) continue
    values[key] = null
    ignored.push({ key, file: secret.name, reason: 'other host' })
    warnings.push(
      `${key} (${secret.name}) is not sent to ${host}, which ${chosen.name} names: it was set for ${givenFor ?? 'another host'}. Set ${key} and ${address.key} in the same place.`,
    )
  }
  return { ignored, warnings }
}

function hostIn(address: unknown): string | null {
  if (typeof address !== 'string') return null
  const origin = URL.parse(address)?.origin ?? 'null'
  // Addresses of other protocols, or of several hosts, have no origin.
  return origin === 'null' ? address.replace(/^([^/]*\/\/)(?:[^/?#]*@)?([^/?#]*).*$/s, '$1$2') : origin
}

/** An untrusted project file can add projects, but cannot change those in the user's file. */
function declareProjects(
  file: SettingsFile | null,
  project: ProjectFile | null,
  homedir: string,
): { projects: DeclaredProject[]; ignored: Ignored[] } {
  const declared = new Map<string, DeclaredProject>()
  const ignored: Ignored[] = []
  for (const source of [file, project]) {
    if (source === null) continue
    const isUntrusted = source === project && project.trust !== 'trusted'
    for (const [id, fields] of source.projects) {
      const known = declared.get(id)
      if (isUntrusted && known !== undefined) {
        ignored.push({ key: `project."${id}"`, file: source.path, reason: 'taken' })
        continue
      }
      const said = declaredProject({
        id,
        table: fields,
        where: source.path,
        place: { folder: dirname(source.path), homedir },
      })
      const policy = { ...known?.policy, ...said.policy }
      declared.set(id, {
        ...known,
        ...said,
        ...(Object.keys(policy).length === 0 ? {} : { policy }),
        ...(isUntrusted ? { declaredIn: source.path } : {}),
      })
    }
  }
  return { projects: [...declared.values()], ignored }
}

/** Limits the warnings that an untrusted file can cause. */
const mostUnknown = 10

function unknownInFile(file: SettingsFile | null, { ofFileKey, ofVariable }: SettingNames): string[] {
  if (file === null) return []
  const path = printablePath(file.path)
  const unknown = [...file.entries.keys()].filter(key => !ofFileKey.has(key))
  const known = [...ofFileKey.keys()]
  const settings = unknown
    .slice(0, mostUnknown)
    .map(key => `${path} has an unknown setting "${printableName(key)}".${suggest(nearest(key, known))}`)
  const more = unknown.length - settings.length
  const variables = [...file.environment.keys()]
    .filter(name => !ofVariable.has(name))
    .map(
      name =>
        `environment.${printableName(name)} in ${path} is not a variable that Quire reads. It is ignored.`,
    )
  return [
    ...settings,
    ...(more > 0 ? [`${path} has ${more} more unknown settings. They are ignored.`] : []),
    ...variables,
  ]
}

function unknownInEnv(env: ConfigSources['env'], { rows }: SettingNames): string[] {
  const known = rows.flatMap(row => row.env)
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
  if (values['http.token'] !== null && values['http.token_file'] !== null)
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `http.token (${origins['http.token'].name}) and http.token_file (${origins['http.token_file'].name}) are both set.`,
      {
        hint: 'Set only one of them. With http.token_file, the token does not appear in the list of processes.',
      },
    )
  if (values['oauth.issuer'] !== null && values['http.public_url'] === null)
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `oauth.issuer (${origins['oauth.issuer'].name}) needs http.public_url, which is the audience of its tokens.`,
      { hint: 'Set --public-url to the address under which clients reach this server.' },
    )
  if (values['vectors.key'] !== null && values['vectors.key_file'] !== null)
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `vectors.key (${origins['vectors.key'].name}) and vectors.key_file (${origins['vectors.key_file'].name}) are both set.`,
      { hint: 'Set only one of them.' },
    )
  if (origins['store.url'].from !== 'default' && values['store.file'] !== null)
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `store.url (${origins['store.url'].name}) and store.file (${origins['store.file'].name}) are both set.`,
      { hint: 'Set only one of them.' },
    )
}
