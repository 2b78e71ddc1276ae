import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { countPending, readHashes } from './read-index.ts'

/** Waits until the index of a home has exactly these files, with their vectors; returns the time that this took. */
export async function untilLevel(
  home: string,
  folder: string,
  files: ReadonlySet<string>,
  { withinMs }: { withinMs: number },
): Promise<number> {
  const startedAt = performance.now()
  const wanted = await hashesOf(folder, files)
  for (;;) {
    const held = await readHashes(home, folder)
    const waitedMs = performance.now() - startedAt
    const isLevel = isDeepStrictEqual(sorted(held), sorted(wanted))
    if (isLevel && (await countPending(home)) === 0) return waitedMs
    if (waitedMs > withinMs) throw new Error(`Not level after ${withinMs} ms: ${differences(held, wanted)}`)
    await pause(100)
  }
}

async function hashesOf(folder: string, files: ReadonlySet<string>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const name of files) {
    const bytes = await readFile(join(folder, name))
    hashes.set(name, createHash('sha256').update(bytes).digest('hex'))
  }
  return hashes
}

function sorted(map: ReadonlyMap<string, string>): [string, string][] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1))
}

function differences(held: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): string {
  const missing = [...wanted.keys()].filter(name => !held.has(name))
  const surplus = [...held.keys()].filter(name => !wanted.has(name))
  const stale = [...wanted].filter(([name, hash]) => held.has(name) && held.get(name) !== hash)
  const some = (names: string[]) => `${names.length} (${names.slice(0, 5).join(', ')})`
  return `missing ${some(missing)}, surplus ${some(surplus)}, stale ${some(stale.map(([name]) => name))}`
}
