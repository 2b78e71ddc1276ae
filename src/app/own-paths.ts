import { join } from 'node:path'
import type { SettingValues } from './config/settings.ts'
import { storeUrl } from './store-url.ts'

/** What Quire keeps in its home about its user and its work. The generated modules below `servers` are not among it. */
const records = ['audit', 'clones', 'crawls', 'folders', 'trust', 'trusted.json', 'vectors', 'zotero']

/** Files and folders that no file tool reads: everything the program writes for itself. */
export function ownPaths(values: SettingValues): string[] {
  const database = storeUrl(values).replace(/^sqlite:/i, '')
  return [
    ...records.map(name => join(values.home, name)),
    ...['', '-wal', '-shm', '-journal'].map(ending => `${database}${ending}`),
  ]
}
