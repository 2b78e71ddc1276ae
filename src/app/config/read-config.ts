import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Feature } from '../../core/feature.ts'
import { Failure } from '../../core/model/failure.ts'
import { features } from '../features.ts'
import type { ProjectFile } from './admit-project-file.ts'
import { withBucketKeys } from './bucket-keys.ts'
import { cannotRead, warnIfOpen } from './cannot-read.ts'
import { followModels } from './follow-models.ts'
import { type Config, type ConfigSources, configPlaces, loadConfig } from './load-config.ts'
import { builtInNames, type SettingNames, settingNames } from './setting-names.ts'

/** Loads the settings, including the user's settings file and the one in the working directory. */
export async function readConfig(sources: Omit<ConfigSources, 'file' | 'project'>): Promise<Config> {
  const places = configPlaces(sources)
  const file = await readPersonsFile(places.person)
  const known = await findFeatures({ ...sources, file }, places.home)
  const project = await findProjectFile(places, sources.homedir, known.names)
  const config = loadConfig({ ...sources, ...known, file, project })
  // A project file that the user trusts may name features too.
  const isComplete = config.values.features.length === known.features.length - features.length
  if (isComplete) return withSecretsFromFiles(followModels(config))
  const more = await findFeatures({ ...sources, ...known, file, project }, places.home)
  return withSecretsFromFiles(followModels(loadConfig({ ...sources, ...more, file, project })))
}

/** Returns the built-in features and those that the settings name, with the settings that they add. */
async function findFeatures(
  sources: ConfigSources,
  home: string,
): Promise<{ features: readonly Feature[]; names: SettingNames }> {
  const config = loadConfig(sources)
  const { features: wanted } = config.values
  if (wanted.length === 0) return { features, names: builtInNames }
  const { importFeatures } = await import('../import-features.ts')
  const { from } = config.origins.features
  const named = from === 'project' ? sources.project?.path : from === 'file' ? sources.file?.path : undefined
  const folders = [...(named === undefined ? [] : [dirname(named)]), home]
  const all = [...features, ...(await importFeatures(wanted, folders))]
  return { features: all, names: settingNames(all) }
}

async function readPersonsFile({
  path,
  isRequired,
}: {
  path: string
  isRequired: boolean
}): Promise<ConfigSources['file']> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (!isRequired && isAbsent(error)) return null
    throw cannotRead(`The settings file ${path}`, error, {
      hint: 'Correct --config or QUIRE_CONFIG, or make the file readable.',
    })
  })
  if (text === null) return null
  const { parseSettings } = await import('./open-project-file.ts')
  return { path, table: parseSettings(text, path) }
}

/** Returns null if the working directory has none, or if it is the user's own file (in the home, or from --config). */
async function findProjectFile(
  { home, person, project }: ReturnType<typeof configPlaces>,
  homedir: string,
  names: SettingNames,
): Promise<ProjectFile | null> {
  const real = await realpath(project).catch(() => null)
  if (real === null || real === (await realpath(person.path).catch(() => null))) return null
  const { openProjectFile } = await import('./open-project-file.ts')
  return openProjectFile(project, { home, homedir, names })
}

type SecretFile = {
  key: 'http.token' | 'store.url' | 'vectors.key'
  fileKey: 'http.token_file' | 'store.file' | 'vectors.key_file'
  what: string
  hint: string
}

/** Settings whose value may be the first line of a file. */
const secretFiles: readonly SecretFile[] = [
  {
    key: 'http.token',
    fileKey: 'http.token_file',
    what: 'token file',
    hint: 'The token is the first line of that file. Write one with: openssl rand -hex 16 > token',
  },
  {
    key: 'store.url',
    fileKey: 'store.file',
    what: 'store file',
    hint: 'The first line of that file is the address: postgres://user:password@host/database',
  },
  {
    key: 'vectors.key',
    fileKey: 'vectors.key_file',
    what: 'file of the key of Qdrant',
    hint: 'The first line of that file is the API key.',
  },
]

async function withSecretsFromFiles(config: Config): Promise<Config> {
  let read = config
  for (const file of secretFiles) read = await withSecretFrom(file, read)
  return withBucketKeys(read)
}

/** Sets a setting to the first line of the file that another setting names. */
async function withSecretFrom({ key, fileKey, what, hint }: SecretFile, config: Config): Promise<Config> {
  const path = config.values[fileKey]
  if (path === null) return config
  const { name } = config.origins[fileKey]
  const [text, facts] = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch(
    (error: NodeJS.ErrnoException) => {
      throw cannotRead(`The ${what} ${path} (${name})`, error, { hint })
    },
  )
  const value = text.split('\n', 1)[0]?.trim() ?? ''
  if (value === '')
    throw new Failure(
      'invalid',
      'INVALID_SETTING',
      `The first line of the ${what} ${path} (${name}) is empty.`,
      { hint },
    )
  return Object.freeze({
    ...config,
    values: Object.freeze({ ...config.values, [key]: value }),
    all: Object.freeze({ ...config.all, [key]: value }),
    origins: Object.freeze({
      ...config.origins,
      [key]: { ...config.origins[fileKey], name: `${path} (${name})` },
    }),
    warnings: Object.freeze([...config.warnings, ...warnIfOpen(`The ${what} ${path}`, path, facts.mode)]),
  })
}

/** ENOTDIR means that the path leads through a file; opening the home reports that error. */
function isAbsent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR'
}
