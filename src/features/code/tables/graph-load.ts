import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from '../../../adapters/stores/sqlite/door.ts'
import type { CodeFile } from '../model/code.ts'
import type { StoredRepository } from '../ports/graph-store.ts'
import { findRepository } from './graph-reads.ts'
import { unpackFile } from './graph-rows.ts'

type FileRow = { path: string; parsed: Uint8Array }

const pageFiles = 50

const nextFiles = `SELECT path, parsed FROM graph_parts
  WHERE repository = ? AND state = 'live' AND path > ? ORDER BY path LIMIT ${pageFiles}`

/** All files of one state of a repository, some at a time: unpacking a large one would hold up the process. */
export async function loadRepository(database: Database, name: string): Promise<StoredRepository | null> {
  for (;;) {
    const record = database.read(() => findRepository(database, name))
    if (record === null) return null
    const files = await loadFiles(database, name)
    const now = database.read(() => findRepository(database, name))
    // Another graph was swapped in while pages were read: they may be of both.
    if (now?.version !== record.version) continue
    const { version, shape, packages, nativeModules } = record
    return { name, version, shape, files, packages, nativeModules }
  }
}

async function loadFiles(database: Database, name: string): Promise<CodeFile[]> {
  const files: CodeFile[] = []
  for (let after = ''; ; await breathe()) {
    const rows = database.read(() => database.all<FileRow>(nextFiles, name, after))
    for (const { parsed } of rows) files.push(unpackFile(parsed))
    after = rows.at(-1)?.path ?? after
    if (rows.length < pageFiles) return files
  }
}
