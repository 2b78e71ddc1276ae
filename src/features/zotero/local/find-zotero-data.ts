import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../../../core/model/failure.ts'
import { parsePreferences, parseProfiles } from './parse-profile.ts'
import { remedies } from './zotero-failures.ts'

export type ZoteroData = {
  databasePath: string
  storageFolder: string
  /** "Linked attachment base directory" of the profile; null when none is set. */
  linkedBaseFolder: string | null
}

export type FindOptions = {
  home: string
  platform: NodeJS.Platform
  /** `%APPDATA%` on Windows; below the home unless given. */
  applicationData?: string | null
}

type Profile = { folder: string; preferences: ReadonlyMap<string, string | number | boolean> }

/**
 * Where Zotero keeps its data: the folder a profile names, else `~/Zotero` as on every system, else the profile
 * itself as before Zotero 5. Throws `ZOTERO_DATABASE_NOT_FOUND` naming the places that were tried.
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
    { hint: remedies },
  )
}

/** The data around a database that the user names: the file itself, or the folder it lies in; `~` is the home. */
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

function linkedBaseOf({ preferences }: Profile): string | null {
  const base = preferences.get('extensions.zotero.baseAttachmentPath')
  return typeof base === 'string' && base !== '' ? base : null
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

async function isFile(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null)
  return facts?.isFile() ?? false
}
