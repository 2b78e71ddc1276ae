import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { Failure } from '../../../core/model/failure.ts'
import { databasePathHint } from './database-failures.ts'

export type ZoteroData = {
  databasePath: string
  storageFolder: string
  /** "Linked attachment base directory" of the profile; null when none is set. */
  linkedBaseFolder: string | null
}

export type FindOptions = {
  home: string
  platform: NodeJS.Platform
  /** `%APPDATA%` on Windows; by default below the home folder. */
  applicationData?: string | null
}

type Profile = { folder: string; preferences: ReadonlyMap<string, string | number | boolean> }

/**
 * Finds Zotero's data: the folder that a profile names, else `~/Zotero`, the default on every system, else the profile
 * itself, as before Zotero 5. Throws `ZOTERO_DATABASE_NOT_FOUND` with the folders that were tried.
 */
export async function findZoteroData(options: FindOptions): Promise<ZoteroData> {
  const profiles = await readProfiles(options)
  const named = profiles.flatMap(profile => {
    const folder = profile.preferences.get('extensions.zotero.dataDir')
    const isUsed = profile.preferences.get('extensions.zotero.useDataDir') !== false
    return typeof folder === 'string' && folder !== '' && isUsed ? [{ profile, folder }] : []
  })
  const places = [
    ...named,
    { profile: profiles[0] ?? null, folder: join(options.home, 'Zotero') },
    ...profiles.map(profile => ({ profile, folder: join(profile.folder, 'zotero') })),
  ]
  for (const { profile, folder } of places) {
    const databasePath = join(folder, 'zotero.sqlite')
    if (!(await isFile(databasePath))) continue
    return {
      databasePath,
      storageFolder: join(folder, 'storage'),
      linkedBaseFolder: profile && linkedBaseOf(profile),
    }
  }
  const tried = places.map(({ folder }) => folder)
  throw new Failure(
    'not_found',
    'ZOTERO_DATABASE_NOT_FOUND',
    `There is no Zotero database in ${tried.join(', ')}.`,
    { hint: databasePathHint },
  )
}

/** The data of a database that the user names by file or folder. `~` is the home folder. */
export async function zoteroDataAt(place: string, options: FindOptions): Promise<ZoteroData> {
  const path = /^~(?=$|[\\/])/.test(place) ? join(options.home, place.slice(1)) : place
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false
  const databasePath = isFolder ? join(path, 'zotero.sqlite') : path
  const profiles = await readProfiles(options)
  return {
    databasePath,
    storageFolder: join(dirname(databasePath), 'storage'),
    linkedBaseFolder: profiles.map(linkedBaseOf).find(base => base !== null) ?? null,
  }
}

async function readProfiles(options: FindOptions): Promise<Profile[]> {
  const found: Profile[] = []
  for (const root of profileRoots(options)) {
    const list = await readFile(join(root, 'profiles.ini'), 'utf8').catch(() => null)
    for (const folder of list === null ? [] : parseProfiles(list, root)) {
      const text = await readFile(join(folder, 'prefs.js'), 'utf8').catch(() => '')
      found.push({ folder, preferences: parsePreferences(text) })
    }
  }
  return found
}

function profileRoots({ home, platform, applicationData }: FindOptions): string[] {
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'Zotero')]
  if (platform === 'win32')
    return [join(applicationData || join(home, 'AppData', 'Roaming'), 'Zotero', 'Zotero')]
  return [
    join(home, '.zotero', 'zotero'),
    join(home, 'snap', 'zotero-snap', 'common', '.zotero', 'zotero'),
    join(home, '.var', 'app', 'org.zotero.Zotero', '.zotero', 'zotero'),
  ]
}

function linkedBaseOf({ preferences }: Profile): string | null {
  const base = preferences.get('extensions.zotero.baseAttachmentPath')
  return typeof base === 'string' && base !== '' ? base : null
}

async function isFile(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null)
  return facts?.isFile() ?? false
}

/** Folders of the profiles in a `profiles.ini`, the default one first. */
export function parseProfiles(text: string, root: string): string[] {
  const sections = text.split(/^\s*\[/m).slice(1)
  return sections
    .filter(section => /^Profile\d*\]/i.test(section))
    .flatMap(section => {
      const values = new Map(
        [...section.matchAll(/^\s*(\w+)\s*=\s*(.*?)\s*$/gm)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      )
      const path = values.get('Path')
      if (!path) return []
      const folder = values.get('IsRelative') === '0' || isAbsolute(path) ? path : join(root, path)
      return { folder, isDefault: values.get('Default') === '1' }
    })
    .sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ folder }) => folder)
}

/** The values in a `prefs.js`. It is parsed as text, never run. */
export function parsePreferences(text: string): Map<string, string | number | boolean> {
  const preferences = new Map<string, string | number | boolean>()
  for (const [, name = '', value = ''] of text.matchAll(preference)) {
    const parsed = parseValue(value)
    if (parsed !== null) preferences.set(name, parsed)
  }
  return preferences
}

const preference = /^\s*user_pref\(\s*"([^"\\]+)"\s*,\s*("(?:[^"\\\n]|\\.)*"|true|false|-?\d+)\s*\)\s*;/gm

function parseValue(value: string): string | number | boolean | null {
  try {
    // Mozilla escapes like JSON, but also writes \x41 and \'.
    const json = value.replace(/\\x([0-9a-f]{2})/gi, '\\u00$1').replace(/\\'/g, "'")
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'string' || typeof parsed === 'number' || typeof parsed === 'boolean'
      ? parsed
      : null
  } catch {
    return null
  }
}
