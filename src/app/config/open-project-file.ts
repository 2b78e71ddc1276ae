import { createHash, randomUUID } from 'node:crypto'
import { constants, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { makeFolder } from '../../adapters/files/make-folder.ts'
import { Failure } from '../../core/model/failure.ts'
import { admitProjectFile, type ProjectFile, type Trust } from './admit-project-file.ts'
import type { SettingNames } from './setting-names.ts'
import { type SettingsFile, toSettingsFile } from './settings-file.ts'

/** A project file and the digest of the same bytes that were parsed. */
export type ReadProjectFile = { file: SettingsFile; sha256: string }

const mostBytes = 1024 * 1024

/** Reads the settings file of a working directory and removes the settings that it may not set. */
export async function openProjectFile(
  path: string,
  { home, homedir, names }: { home: string; homedir: string; names: SettingNames },
): Promise<ProjectFile> {
  const { file, sha256 } = await readProjectFile(path)
  const { list, problem } = await readTrustList(home).then(
    list => ({ list, problem: null }),
    (error: unknown) => {
      if (!(error instanceof Failure)) throw error
      return { list: { path: '', files: [] }, problem: error.message }
    },
  )
  const admitted = await admitProjectFile(file, trustIn(list, file.path, sha256), { homedir, names })
  return problem === null ? admitted : { ...admitted, problem }
}

/**
 * The path in the result contains the real folder, but the file itself may be a link: a link to a file that is trusted
 * in another folder is not trusted here, because its relative paths would name other files.
 */
export async function readProjectFile(path: string): Promise<ReadProjectFile> {
  const bytes = await readBytes(path)
  const place = join(await realpath(dirname(path)), 'quire.toml')
  const text = new TextDecoder().decode(bytes)
  return { file: toSettingsFile({ path: place, table: parseSettings(text, place) }), sha256: digestOf(bytes) }
}

/** Reads a regular file of limited size. Does not block on a named pipe. */
async function readBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      throw unusable(path, `cannot be read: ${error.code}`, error)
    },
  )
  try {
    const facts = await handle.stat()
    if (!facts.isFile()) throw unusable(path, 'is not a regular file')
    if (facts.size > mostBytes) throw unusable(path, `has more than ${mostBytes} bytes`)
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

function unusable(path: string, problem: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_SETTING', `The settings file ${path} ${problem}.`, {
    hint: 'Correct or remove it, or run Quire from another folder.',
    cause,
  })
}

/** A project file that the user trusts; `sha256` is its digest when it was trusted. */
export type TrustedFile = { path: string; sha256: string; trusted_at: string }

/** The project files that the user trusts, stored in the home. */
type TrustList = {
  path: string
  files: readonly TrustedFile[]
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns an empty list if there is no file. Throws if the file cannot be read. */
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

/** Writes the list atomically, readable by its owner only. */
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

/** Parses a settings file as TOML. */
export function parseSettings(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text)
  } catch (error) {
    // The next lines of the library's message quote the file, which may contain a secret or untrusted text.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    const place = error instanceof TomlError ? ` (line ${error.line}, column ${error.column})` : ''
    throw new Failure('invalid', 'INVALID_SETTING', `${path} is not valid TOML: ${reason.trim()}${place}`, {
      hint: 'Correct that line, or point --config at another file.',
      cause: error,
    })
  }
}
