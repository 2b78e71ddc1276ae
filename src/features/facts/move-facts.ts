import { createHash } from 'node:crypto'
import type { TablesMove } from '../../core/feature.ts'
import { throwIfAborted } from '../../core/model/failure.ts'
import { differs } from '../../core/move/move-ends.ts'
import type { FactStore } from './fact-store.ts'
import { factTables } from './tables/index.ts'
import { comparableLines, type MovedPlace } from './tables/moved-rows.ts'

/** Copies the facts of all collections, with what supports them, into another store, and compares them. */
export async function moveFacts({
  from,
  to,
  collections,
  signal,
}: TablesMove): Promise<Record<string, number>> {
  const [source, target] = [await from(factTables), await to(factTables)]
  try {
    for (const name of collections) await moveCollection({ source, target, name }, signal)
    const known = new Set((await target.listCorrections()).map(correction => JSON.stringify(correction)))
    // One after another: the time orders them.
    for (const correction of await source.listCorrections())
      if (!known.has(JSON.stringify(correction))) await target.putCorrections([correction], signal)
    const { facts, entities, observations } = await target.count(collections)
    return { facts, entities, observations }
  } finally {
    await source.close()
    await target.close()
  }
}

type Ends = { source: FactStore; target: FactStore; name: string }

async function moveCollection({ source, target, name }: Ends, signal: AbortSignal): Promise<void> {
  for await (const rows of pages(source, name, signal)) await target.importRows(name, rows, signal)
  const hashes = await Promise.all([source, target].map(store => hashOf(store, name, signal)))
  if (hashes[0] !== hashes[1]) throw differs(`the facts of "${name}"`)
}

async function* pages(store: FactStore, name: string, signal: AbortSignal) {
  for (let place: MovedPlace | null = { part: 'entities', after: 0 }; place !== null; ) {
    throwIfAborted(signal)
    const page: Awaited<ReturnType<FactStore['exportRows']>> = await store.exportRows(name, place)
    yield page.rows
    place = page.next
  }
}

async function hashOf(store: FactStore, name: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const rows of pages(store, name, signal))
    for (const line of comparableLines(rows)) hash.update(`${line}\n`)
  return hash.digest('hex')
}
