import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Trust } from './admit-project-file.ts'

/** A project file that the person trusted, as it was then. */
export type TrustedFile = { path: string; sha256: string; trusted_at: string }

/** The project files that the person trusts, kept in the home. */
export type TrustList = {
  path: string
  files: readonly TrustedFile[]
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Empty when there is none. Throws when it cannot be read: what is trusted must not be guessed. */
export async function readTrustList(home: string): Promise<TrustList> {
  const path = join(home, 'trusted.json')
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'))
    const files = value !== null && typeof value === 'object' && 'files' in value ? value.files : null
    if (Array.isArray(files) && files.every(isTrustedFile)) return { path, files }
    throw unreadable(path, 'it is not a list of files')
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return { path, files: [] }
    throw unreadable(path, code ?? 'it is not JSON', error)
  }
}

export function trustIn({ files }: TrustList, path: string, sha256: string): Trust {
  const known = files.find(file => file.path === path)
  if (known === undefined) return 'unknown'
  return known.sha256 === sha256 ? 'trusted' : 'changed'
}

/** Writes the list whole or not at all, readable by its owner only. */
export async function writeTrustList(home: string, { path, files }: TrustList): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`
  try {
    makeFolder(home)
    await writeFile(unfinished, `${JSON.stringify({ files }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {})
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Failure('unavailable', 'HOME_NOT_WRITABLE', `${path} cannot be written (${code}).`, {
      hint: 'Give this user write access to the home, or choose another one with --home or QUIRE_HOME.',
      cause: error,
    })
  }
}

function isTrustedFile(value: unknown): value is TrustedFile {
  if (value === null || typeof value !== 'object') return false
  return (
    'path' in value &&
    typeof value.path === 'string' &&
    'sha256' in value &&
    typeof value.sha256 === 'string' &&
    'trusted_at' in value &&
    typeof value.trusted_at === 'string'
  )
}

function unreadable(path: string, reason: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_SETTING', `${path} cannot be read: ${reason}.`, {
    hint: 'It lists the project files that you trust. Delete it, then trust them again with: quire trust',
    cause,
  })
}
