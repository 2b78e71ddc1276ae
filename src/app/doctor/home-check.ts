import { constants } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import type { Check } from './run-checks.ts'

const enoughBytes = 1024 ** 3
const hardlyAnyBytes = 100 * 1024 ** 2

export const homeCheck: Check = {
  name: 'home',
  async examine({ config }) {
    const { home } = config.values
    try {
      await mkdir(home, { recursive: true })
      await access(home, constants.R_OK | constants.W_OK)
      return { state: 'ok', says: `${home} is writable` }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      return {
        state: 'fail',
        says: `${home} cannot be written (${code})`,
        remedy: 'Give this user write access, or choose another folder with --home or QUIRE_HOME.',
      }
    }
  },
}

export const spaceCheck: Check = {
  name: 'disk space',
  async examine({ config }) {
    const { bavail, bsize } = await statfs(config.values.home)
    const free = bavail * bsize
    const says = `${(free / 1024 ** 3).toFixed(1)} GB free at ${config.values.home}`
    const remedy = 'Make room: 100,000 chunks take about half a gigabyte.'
    if (free >= enoughBytes) return { state: 'ok', says }
    return { state: free < hardlyAnyBytes ? 'fail' : 'warn', says, remedy }
  },
}
