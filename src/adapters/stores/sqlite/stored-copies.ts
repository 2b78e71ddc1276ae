import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { CopyDraft, SavableCopy, StoredCopy } from '../common/savable-copy.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'

/** A copy of part of a collection, as files beside the database keep it between processes. */
export type CopyKind = 'vectors' | 'sizes'

export type StoredCopies = {
  /** Whether reading the copy from the database again would take long. */
  isWorthSaving(copy: SavableCopy): boolean
  /** Inside a read transaction. Null when there is none, or none that this version of the program can read. */
  find(collection: CollectionRow, kind: CopyKind): StoredCopy | null
  /**
   * Saves blocks in steps, and then records the copy in the database. `blockAt` returns null when the copy has changed
   * since the start: then nothing is saved.
   */
  save(collection: CollectionRow, kind: CopyKind, draft: CopyDraft): Promise<void>
  /** Deletes files that the database does not name, as those of deleted collections. */
  removeUnnamed(): void
}

/** Fills an empty copy in steps; false when the file is damaged. Closes the file. */
export async function restoreCopy(copy: SavableCopy, file: StoredCopy): Promise<boolean> {
  try {
    for (let number = 1; copy.restoreNext(file); number++) if (number % blocksPerTurn === 0) await turn()
    return true
  } catch {
    return false
  } finally {
    file.close()
  }
}

/** Fewer chunks are read from the database in a fifth of a second. */
const defaultSavedFrom = 20_000
/** When fewer chunks are new, the saved copy is still useful. */
const newShare = 0.1

/** Part of every head: raise it when the meaning of a head or block changes. */
const format = 1
const blocksPerTurn = 16
const mostHeadBytes = 16_777_216

const findRow = 'SELECT token, checksum FROM stored_copies WHERE collection_key = ? AND kind = ?'
const putRow =
  'INSERT OR REPLACE INTO stored_copies (collection_key, kind, token, checksum) VALUES (?, ?, ?, ?)'

const listNames = "SELECT collection_key || '-' || kind || '-' || token AS name FROM stored_copies"
const draftEnd = '.draft'
/** A draft that was not written to for so long was left by a process that was killed. */
const draftMs = 600_000

function isBeingWritten(path: string): boolean {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return path.endsWith(draftEnd) && age < draftMs
}

type Head = { format: number; crcs: number[]; sizes: number[]; copy: Record<string, unknown> }

/**
 * The database names the file that belongs to it by a random token and the checksum of its head, which has the checksum
 * of every block. So a file that is damaged, incomplete, from another history of the database (a restored backup) or from
 * a process that was killed is never used; the copy is then made from the database again.
 */
export function storedCopies(database: Database, savedFrom = defaultSavedFrom): StoredCopies {
  const folder = `${database.path}-copies`
  const canSave = database.path !== ':memory:' && !database.isReadOnly
  const nameOf = (collectionKey: number, kind: CopyKind, token: string) => `${collectionKey}-${kind}-${token}`

  /** Files that the database does not name belong to nobody, or to processes that will read the database instead. */
  function removeUnnamed(): void {
    if (!existsSync(folder)) return
    const rows = database.read(() => database.all<{ name: string }>(listNames))
    const named = new Set(rows.map(({ name }) => name))
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (!named.has(name) && !isBeingWritten(path)) rmSync(path, { force: true })
    }
  }

  return {
    isWorthSaving: ({ size, savedSize }) =>
      canSave && size >= savedFrom && Math.abs(size - savedSize) >= newShare * size,
    find({ key }, kind) {
      if (database.path === ':memory:') return null
      const row = database.get<{ token: string; checksum: number }>(findRow, key, kind)
      return row === undefined ? null : openCopy(join(folder, nameOf(key, kind, row.token)), row.checksum)
    },
    async save({ key }, kind, draft) {
      const token = randomUUID()
      const name = nameOf(key, kind, token)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draftPath = join(folder, `${name}${draftEnd}`)
      const checksum = await writeCopy(draftPath, draft)
      if (checksum === null) return rmSync(draftPath, { force: true })
      // In this order, because others delete files that are not named.
      await database.write(() => database.run(putRow, key, kind, token, checksum))
      await rename(draftPath, join(folder, name))
      removeUnnamed()
    },
    removeUnnamed,
  }
}

/** The file: blocks, then the head, then the length of the head. */
async function writeCopy(path: string, { head: copy, blocks, blockAt }: CopyDraft): Promise<number | null> {
  const file = openSync(path, 'wx', 0o600)
  try {
    const head: Head = { format, crcs: [], sizes: [], copy }
    for (let number = 0; number < blocks; number++) {
      if (number % blocksPerTurn === blocksPerTurn - 1) await turn()
      const block = blockAt(number)
      if (block === null) return null
      writeAll(file, block)
      head.crcs.push(crc32(block))
      head.sizes.push(block.length)
    }
    const bytes = Buffer.from(JSON.stringify(head))
    const end = Buffer.alloc(4)
    end.writeUInt32LE(bytes.length)
    writeAll(file, bytes)
    writeAll(file, end)
    return crc32(bytes)
  } finally {
    closeSync(file)
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(file, bytes, written, bytes.length - written)
}

/** Null when the file is missing or its head is not the one that the database knows. */
function openCopy(path: string, checksum: number): StoredCopy | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  const head = readHead(file, checksum)
  if (head === null) {
    closeSync(file)
    return null
  }
  let number = 0
  let at = 0
  return {
    head: head.copy,
    blocks: head.crcs.length,
    readNext(target) {
      const bytes = target.subarray(0, head.sizes[number] ?? 0)
      readAll(file, bytes, at)
      if (crc32(bytes) !== head.crcs[number]) throw new Error(`Block ${number} of ${path} is damaged.`)
      at += bytes.length
      number += 1
    },
    close: () => closeSync(file),
  }
}

function readHead(file: number, checksum: number): Head | null {
  const { size } = fstatSync(file)
  if (size < 4) return null
  const end = Buffer.alloc(4)
  readAll(file, end, size - 4)
  const length = end.readUInt32LE()
  if (length > Math.min(size - 4, mostHeadBytes)) return null
  const bytes = Buffer.alloc(length)
  readAll(file, bytes, size - 4 - length)
  if (crc32(bytes) !== checksum) return null
  // SAFETY: the checksum is that of a head that this code wrote.
  const head = JSON.parse(bytes.toString()) as Head
  return head.format === format ? head : null
}

function readAll(file: number, bytes: Uint8Array, from: number): void {
  for (let read = 0; read < bytes.length; ) {
    const count = readSync(file, bytes, read, bytes.length - read, from + read)
    if (count === 0) throw new Error('The file of a copy ends early.')
    read += count
  }
}
