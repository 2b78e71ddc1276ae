import { readFile } from 'node:fs/promises'
import { Failure } from '../../model/failure.ts'
import { type Config, type ConfigSources, configPlaces, loadConfig } from './load-config.ts'

/** Loads the settings with the file that is in force, when there is one. */
export async function readConfig(sources: Omit<ConfigSources, 'file'>): Promise<Config> {
  for (const { path, isRequired } of configPlaces(sources)) {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (!isRequired && isAbsent(error)) return null
      throw new Failure(
        'invalid',
        'INVALID_SETTING',
        `The settings file ${path} cannot be read: ${error.code}.`,
        {
          hint: 'Correct --config or QUIRE_CONFIG, or make the file readable.',
          cause: error,
        },
      )
    })
    if (text === null) continue
    const { parseSettings } = await import('./parse-settings.ts')
    return loadConfig({ ...sources, file: { path, table: parseSettings(text, path) } })
  }
  return loadConfig({ ...sources, file: null })
}

/** Not there, or not possible there because the path leads through a file: opening the home will say what is wrong. */
function isAbsent({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR'
}
