import type { CollectionRow } from './collections.ts'
import type { Sql } from './database.ts'
import type { HeldCollection } from './held-collection.ts'
import { type BlockRow, readBlocks, readBlocksOf } from './postings.ts'
import { termKey } from './postings-codec.ts'

/** The entries of one term in all blocks of a collection, in order of block. */
export type TermBlocks = { blocks: Float64Array; ends: Uint32Array; chunks: Uint32Array; entries: Uint8Array }

/** The entries of terms that questions have in common. */
export type KeptPostings = {
  /**
   * Inside a read transaction: the entries of each of these terms. What is kept is used when the process follows the
   * changes of the collection, and blocks that have changed are read again.
   */
  read(
    sql: Sql,
    request: { collection: CollectionRow; held: HeldCollection | null; terms: readonly string[] },
  ): Promise<TermBlocks[]>
}

type Kept = { held: HeldCollection; version: number; list: TermBlocks; bytes: number }

/** With more changed blocks than this, all are read. */
const mostChanged = 32

export function keptPostings(mostBytes: number): KeptPostings {
  /** The least recently used first. */
  const kept = new Map<string, Kept>()
  let bytes = 0

  function remove(name: string): void {
    bytes -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }

  function keep(name: string, one: Omit<Kept, 'bytes'>): void {
    if ((kept.get(name)?.version ?? -1) > one.version && kept.get(name)?.held === one.held) return
    remove(name)
    const size = sizeOf(one.list)
    kept.set(name, { ...one, bytes: size })
    bytes += size
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) return
      remove(oldest)
    }
  }

  return {
    async read(sql, { collection, held, terms }) {
      const { key, version } = collection
      const stored = [...new Set(terms.map(termKey))]
      if (held === null) {
        const read = packAll(await readBlocks(sql, key, stored))
        return terms.map(term => read.get(termKey(term)) ?? none)
      }
      const found = new Map<string, TermBlocks>()
      const changed = new Map<string, TermBlocks>()
      const blocks = new Set<number>()
      for (const term of stored) {
        const one = kept.get(`${key} ${term}`)
        if (one === undefined || one.held !== held || one.version > version) continue
        kept.delete(`${key} ${term}`)
        kept.set(`${key} ${term}`, one)
        const since = [...held.changedBlocks].flatMap(([block, at]) => (at > one.version ? [block] : []))
        if (since.length > mostChanged) continue
        if (since.length === 0) found.set(term, one.list)
        else changed.set(term, one.list)
        for (const block of since) blocks.add(block)
      }
      const missing = stored.filter(term => !found.has(term) && !changed.has(term))
      if (changed.size > 0) {
        const read = await readBlocksOf(sql, key, { terms: [...changed.keys()], blocks: [...blocks] })
        const byTerm = Map.groupBy(read, row => row.term)
        for (const [term, list] of changed) {
          const patched = patch(list, blocks, byTerm.get(term) ?? [])
          found.set(term, patched)
          keep(`${key} ${term}`, { held, version, list: patched })
        }
      }
      if (missing.length > 0) {
        const read = packAll(await readBlocks(sql, key, missing))
        for (const term of missing) {
          const list = read.get(term) ?? none
          found.set(term, list)
          keep(`${key} ${term}`, { held, version, list })
        }
      }
      return terms.map(term => found.get(termKey(term)) ?? none)
    },
  }
}

const none: TermBlocks = {
  blocks: new Float64Array(),
  ends: new Uint32Array(),
  chunks: new Uint32Array(),
  entries: new Uint8Array(),
}

function sizeOf({ blocks, entries }: TermBlocks): number {
  return 400 + 16 * blocks.length + entries.length
}

/** `rows` are in order of block. */
function packAll(rows: readonly BlockRow[]): Map<string, TermBlocks> {
  return new Map([...Map.groupBy(rows, ({ term }) => term)].map(([term, own]) => [term, pack(own)]))
}

type Block = Omit<BlockRow, 'term' | 'entries'> & { entries: Uint8Array }

function pack(rows: readonly Block[]): TermBlocks {
  const entries = new Uint8Array(rows.reduce((sum, row) => sum + row.entries.length, 0))
  const ends = new Uint32Array(rows.length)
  let at = 0
  for (const [index, row] of rows.entries()) {
    entries.set(row.entries, at)
    at += row.entries.length
    ends[index] = at
  }
  return {
    blocks: Float64Array.from(rows, ({ block }) => block),
    chunks: Uint32Array.from(rows, ({ chunks }) => chunks),
    ends,
    entries,
  }
}

/** With the blocks as they are now in the place of those that have changed. */
function patch(list: TermBlocks, changed: ReadonlySet<number>, rows: readonly Block[]): TermBlocks {
  const kept: Block[] = []
  for (const [index, block] of list.blocks.entries()) {
    const entries = list.entries.subarray(list.ends[index - 1] ?? 0, list.ends[index])
    if (!changed.has(block)) kept.push({ block, chunks: list.chunks[index] ?? 0, entries })
  }
  return pack([...kept, ...rows].sort((one, other) => one.block - other.block))
}
