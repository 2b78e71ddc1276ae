import { execPath, versions } from 'node:process'
import type { Check } from './run-checks.ts'

export const nodeCheck: Check = {
  name: 'node',
  async examine() {
    return {
      state: 'ok',
      says: `Node.js ${versions.node}, SQLite ${versions.sqlite ?? 'unknown'} (${execPath})`,
    }
  },
}
