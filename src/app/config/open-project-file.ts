import { constants, open, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import { admitProjectFile, type ProjectFile } from './admit-project-file.ts'
import type { SettingNames } from './names.ts'
import { parseSettings } from './parse-settings.ts'
import { type SettingsFile, toSettingsFile } from './settings-file.ts'
import { digestOf, readTrustList, trustIn } from './trust-list.ts'

/** A project file as it was read, once: what is parsed is what the digest was taken of. */
export type ReadProjectFile = { file: SettingsFile; sha256: string }

const mostBytes = 1024 * 1024

/** The settings file of a working directory, with what it may say. */
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
 * Its path is the real folder it was found in: a link to a file that is trusted elsewhere is not trusted here, where
 * its relative paths would mean other files.
 */
export async function readProjectFile(path: string): Promise<ReadProjectFile> {
  const bytes = await readBytes(path)
  const place = join(await realpath(dirname(path)), 'quire.toml')
  const text = new TextDecoder().decode(bytes)
  return { file: toSettingsFile({ path: place, table: parseSettings(text, place) }), sha256: digestOf(bytes) }
}

/** Not waiting for a pipe, and no more than a settings file can have. */
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
