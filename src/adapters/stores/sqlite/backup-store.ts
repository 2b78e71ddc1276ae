import { copyFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '../../../core/model/failure.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import { makeFolder } from '../../files/make-folder.ts'
import { restoredLeap } from '../common/collection-row.ts'
import { toStoreFailure } from './sqlite-failure.ts'

const copyName = 'quire.db'

/**
 * Writes a copy of the database into a folder, as it was at one moment. Other processes read and write meanwhile. It
 * blocks this thread.
 */
export async function backUpSqlite(path: string, folder: string): Promise<JsonObject> {
  if ((await stat(path).catch(() => null)) === null)
    throw new Failure('not_found', 'STORE_NOT_FOUND', `There is no store at ${path}.`, {
      hint: 'Nothing has been stored yet, or --home or --store names another place.',
    })
  try {
    const connection = new DatabaseSync(path, { readOnly: true, timeout: 60_000 })
    try {
      connection.prepare('VACUUM INTO ?').run(join(folder, copyName))
    } finally {
      connection.close()
    }
  } catch (error) {
    throw toStoreFailure(error)
  }
  return {}
}

/** Puts the copy in the place of a store that does not exist yet. */
export async function restoreSqlite(path: string, folder: string): Promise<void> {
  const target = resolve(path)
  if ((await stat(target).catch(() => null)) !== null) throw storeNotEmpty(target)
  makeFolder(dirname(target))
  for (const ending of ['-wal', '-shm', '-journal']) await rm(`${target}${ending}`, { force: true })
  const draft = `${target}.restored`
  for (const ending of ['', '-journal']) await rm(`${draft}${ending}`, { force: true })
  await copyFile(join(folder, copyName), draft)
  leapVersions(draft)
  await rename(draft, target)
}

function leapVersions(path: string): void {
  try {
    const connection = new DatabaseSync(path)
    try {
      connection.prepare('UPDATE collections SET version = version + ?').run(restoredLeap())
    } finally {
      connection.close()
    }
  } catch (error) {
    throw toStoreFailure(error)
  }
}

export function storeNotEmpty(place: string): Failure {
  return new Failure('conflict', 'STORE_NOT_EMPTY', `There is already a store at ${place}.`, {
    hint: 'Restore into an empty home or database, then use that one.',
  })
}
