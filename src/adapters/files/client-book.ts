import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../../core/model/identity.ts'
import type { ClientBook, SeenClient } from '../../core/ports/client-book.ts'
import type { Clock } from '../../core/ports/clock.ts'
import { makeFolder } from './make-folder.ts'

export type ClientBookOptions = {
  folder: string
  clock: Pick<Clock, 'now' | 'elapsed'>
  /** Part of the names of temporary files, so that two processes do not write the same one. */
  process: string
}

/** A client that keeps calling is recorded again after this time. */
const quietMs = 5_000
/** Clients choose their names: a folder with this many files takes no new ones. */
const mostClients = 200
const longestName = 100

/** Stores each client as a file of its own, so that processes need not agree about one. */
export function clientBook({ folder, clock, process }: ClientBookOptions): ClientBook {
  const noted = new Map<string, number>()
  const write = async (key: string, client: SeenClient) => {
    const names: string[] = await readdir(folder).catch(() => [])
    if (names.length >= mostClients && !names.includes(`${key}.json`)) return
    const partial = join(folder, `${key}.${process}.partial`)
    try {
      makeFolder(folder)
      await writeFile(partial, JSON.stringify(client), { mode: 0o600 })
      await rename(partial, join(folder, `${key}.json`))
    } catch {
      await rm(partial, { force: true }).catch(() => {})
    }
  }
  return {
    note({ name, version, surface }) {
      const known = { name: name.slice(0, longestName), version: version.slice(0, longestName), surface }
      const key = sha256(JSON.stringify([known.name, surface])).slice(0, 24)
      const now = clock.elapsed()
      const last = noted.get(key)
      if (last !== undefined && now - last < quietMs) return
      if (noted.size >= mostClients) noted.clear()
      noted.set(key, now)
      void write(key, { ...known, lastSeen: clock.now() })
    },
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.json'))
      const clients = await Promise.all(names.map(name => read(join(folder, name))))
      return clients
        .filter(client => client !== null)
        .sort((one, other) => (one.lastSeen < other.lastSeen ? 1 : -1))
    },
  }
}

/** Null when the file is damaged. */
async function read(file: string): Promise<SeenClient | null> {
  try {
    const { name, version, surface, lastSeen } = Object(JSON.parse(await readFile(file, 'utf8')))
    const client = { name, version, surface, lastSeen }
    return Object.values(client).every(value => typeof value === 'string') ? client : null
  } catch {
    return null
  }
}
