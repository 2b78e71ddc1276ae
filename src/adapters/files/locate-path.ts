import type { BigIntStats } from 'node:fs'
import { lstat, realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Whereabouts } from '../../core/ports/source-reader.ts'

export async function locatePath(path: string): Promise<Whereabouts> {
  let current = path
  for (;;) {
    const facts = await factsOf(current)
    if (facts === 'unknown') return { state: 'unknown' }
    if (facts !== 'gone' && current === path)
      return { state: 'there', kind: await kindOf(path, facts), identity: identityOf(facts) }
    if (facts !== 'gone') return { state: 'gone', nearest: current, device: String(facts.dev) }
    const parent = dirname(current)
    if (parent === current) return { state: 'unknown' }
    current = parent
  }
}

async function kindOf(path: string, facts: BigIntStats): Promise<'file' | 'other'> {
  const isThisFile = facts.isFile() && (await realpath(path).catch(() => null)) === path
  return isThisFile ? 'file' : 'other'
}

/** The time of birth is among it because numbers of what was removed are given out again. */
function identityOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return [dev, ino, birthtimeNs].join('.')
}

async function factsOf(path: string): Promise<BigIntStats | 'gone' | 'unknown'> {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : 'unknown'
  }
}
