import { join } from 'node:path'
import type { CoreValues } from './config/settings.ts'

/** Without a place, the database lies in the home. */
export function storeUrl(values: CoreValues): string {
  const url = values['store.url']
  return url === 'sqlite' ? `sqlite:${join(values.home, 'quire.db')}` : url
}
