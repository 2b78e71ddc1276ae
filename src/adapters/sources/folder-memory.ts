import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../core/model/identity.ts'
import type { FolderMemory, SeenFolder } from '../../core/ports/folders.ts'
import { makeFolder } from '../files/make-folder.ts'

export type FolderMemoryOptions = {
  /** Folder of the files, one per collection and folder. */
  home: string
  /** Name of this machine: records of another machine do not apply to the disks of this one. */
  host: string
  /** Part of the names of temporary files, so that two processes do not write the same one. */
  process: string
}

type Remembered = SeenFolder & { version: 1; host: string; collection: string; folder: string }

/** Stores what was seen in each watched folder, as one JSON file per collection and folder. */
export function folderMemory({ home, host, process }: FolderMemoryOptions): FolderMemory {
  let writes = 0
  const fileOf = (collection: string, folder: string) =>
    join(home, `${sha256(JSON.stringify([host, collection, folder])).slice(0, 24)}.json`)
  return {
    async load(collection, folder) {
      const seen = await read(fileOf(collection, folder))
      const isOurs = seen?.host === host && seen.collection === collection && seen.folder === folder
      return isOurs ? seen : null
    },
    async save(collection, folder, seen) {
      const file = fileOf(collection, folder)
      const remembered: Remembered = { version: 1, host, collection, folder, ...seen }
      writes += 1
      const unfinished = `${file}.${process}.${writes}`
      try {
        makeFolder(home)
        await writeFile(unfinished, JSON.stringify(remembered), { mode: 0o600 })
        await rename(unfinished, file)
      } catch {
        await rm(unfinished, { force: true }).catch(() => {})
      }
    },
    async list(collection) {
      const names = (await readdir(home).catch(() => [])).filter(name => name.endsWith('.json'))
      const all = await Promise.all(names.map(name => read(join(home, name))))
      return all
        .filter(seen => seen !== null && seen.host === host && seen.collection === collection)
        .flatMap(seen => (seen === null ? [] : [{ folder: seen.folder, recursive: seen.recursive }]))
        .sort((one, other) => (one.folder < other.folder ? -1 : 1))
    },
  }
}

/** Null when the file is missing or incomplete. */
async function read(file: string): Promise<Remembered | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isRemembered(value) ? value : null
  } catch {
    return null
  }
}

function isRemembered(value: unknown): value is Remembered {
  return (
    value !== null &&
    typeof value === 'object' &&
    'version' in value &&
    value.version === 1 &&
    'files' in value &&
    value.files !== null &&
    typeof value.files === 'object'
  )
}
