import { join } from 'node:path'
import type { SettingValues } from './config/settings.ts'

/** Without a place, the database lies in the home. */
export function storeUrl(values: SettingValues): string {
  const url = values['store.url']
  return url === 'sqlite' ? `sqlite:${join(values.home, 'quire.db')}` : url
}
