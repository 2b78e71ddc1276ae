import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import type { Check } from './run-checks.ts'

const enoughBytes = 1024 ** 3
const hardlyAnyBytes = 100 * 1024 ** 2

export const homeCheck: Check = {
  name: 'home',
  async examine({ config }) {
    const { home } = config.values
    try {
      makeFolder(home)
      await access(home, constants.R_OK)
      if (await isWritable(home)) return { state: 'ok', says: `${home} is writable` }
      return {
        state: 'warn',
        says: `${home} is read-only: what is stored can be searched, nothing can be stored or deleted`,
        remedy: 'To write, give this user write access, or choose another folder with --home or QUIRE_HOME.',
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      return {
        state: 'fail',
        says: `${home} cannot be used (${code})`,
        remedy: 'Give this user write access, or choose another folder with --home or QUIRE_HOME.',
      }
    }
  },
}

function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
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
