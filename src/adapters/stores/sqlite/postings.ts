import { type LexicalScoring, rarityOf } from '../../../core/model/lexical-scoring.ts'
import type { ScoredKey } from '../common/merge-rankings.ts'
import { keysPerGroup, type SizePlace } from './chunk-sizes.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
import { keptEntries, type PackedEntries } from './kept-entries.ts'
import { lexicalPages } from './lexical-pages.ts'
import { encodeTerm } from './lexical-table.ts'
import { postingsKernel } from './postings-kernel.generated.ts'

/** Scores all chunks of one collection after another, on one thread. */
export type Postings = {
  /** Inside a read transaction. Starts with a score of 0 for every chunk. */
  open(collection: CollectionRow, sizes: SizePlace): OpenPostings
}

/** Valid until the next collection is opened. */
export type OpenPostings = {
  /** Adds what a term counts in every chunk that contains it; returns how many do. */
  add(term: string, scoring: Pick<LexicalScoring, 'k1' | 'b' | 'weights'>): number
  /** The chunks with the highest sums of `scoreTerm`, including ties for the last place, in no particular order. */
  best(wanted: number): ScoredKey[]
  /** The same among chunks given by key. */
  bestOf(keys: readonly number[], wanted: number): ScoredKey[]
}

type WasmModule = { memory: { readonly buffer: ArrayBuffer; grow(pages: number): number } } & {
  arrange(table: number, groups: number, sizes: number, sums: number): void
  begin(out: number): void
  read(from: number, end: number): number
  least(from: number, end: number, wanted: number, least: number, heap: number): number
  collect(from: number, end: number, least: number, out: number): number
  pack(entry: number, end: number, out: number): number
  add(
    at: number,
    end: number,
    rarity: number,
    headingWeight: number,
    bodyWeight: number,
    fixed: number,
    perTerm: number,
  ): void
}

declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

const wasmPageBytes = 65_536
/** The start of the memory holds one page of FTS5, whose offsets have 16 bits. */
const bufferBytes = 2 * wasmPageBytes
const entryBytes = 8
/** Of an entry as it is kept. */
const mostPackedBytes = 10
const scoreBytes = 8

/**
 * FTS5 ranks a chunk in about a microsecond, because it looks up each size and counts each term anew, and returns every
 * row to find the best. So this reads FTS5's own tables, whose format is part of the file format of SQLite (version 4,
 * described in fts5_index.c), and scores entries in WebAssembly: all of them, so that the best are the true ones.
 */
export function postings(database: Database): Postings {
  const kernel = instantiate()
  const pages = lexicalPages(database)
  const kept = keptEntries()
  let bytes = new Uint8Array(kernel.memory.buffer)

  function reserve(end: number): void {
    const missing = Math.ceil((end - kernel.memory.buffer.byteLength) / wasmPageBytes)
    if (missing > 0) kernel.memory.grow(Math.max(missing, 16))
    if (bytes.buffer !== kernel.memory.buffer) bytes = new Uint8Array(kernel.memory.buffer)
  }

  /** Copies the sizes into the memory of the kernel: two megabytes for a million chunks. */
  function arrange({ groups, groupCount, sizes }: SizePlace): { sums: number; entries: number } {
    const places = groupCount * keysPerGroup
    const used = groups.subarray(0, groupCount)
    const tableLength = used.reduce((most, number) => Math.max(most, number), -1) + 1
    const table = bufferBytes
    const sizesAt = align(table + 4 * tableLength)
    const sums = align(sizesAt + 2 * places)
    const entries = sums + scoreBytes * places
    reserve(entries + bufferBytes)
    const { buffer } = kernel.memory
    const numbers = new Int32Array(buffer, table, tableLength).fill(-1)
    used.forEach((number, group) => {
      numbers[number] = group
    })
    new Uint16Array(buffer, sizesAt, places).set(sizes.subarray(0, places))
    new Float64Array(buffer, sums, places).fill(0)
    kernel.arrange(table, tableLength, sizesAt, sums)
    return { sums, entries }
  }

  /** The indexes of the highest of `count` scores, an even number, from `from` on; `free` is where memory is not used. */
  function findBest(
    { from, count, free }: { from: number; count: number; free: number },
    wanted: number,
  ): Int32Array {
    const heap = align(free)
    const out = heap + scoreBytes * Math.min(wanted, count)
    const end = from + scoreBytes * count
    reserve(out + 4 * count)
    const least = kernel.least(from, end, wanted, Number.MIN_VALUE, heap)
    const until = kernel.collect(from, end, least, out)
    return new Int32Array(kernel.memory.buffer, out, (until - out) / 4)
  }

  return {
    open({ key }, sizes) {
      const at = arrange(sizes)
      const places = sizes.groupCount * keysPerGroup
      const index = pages.open(key)
      const { chunks, terms } = sizes
      const groups = new Uint8Array(sizes.groups.buffer, sizes.groups.byteOffset, 4 * sizes.groupCount)
      const known = kept.of(key, { structure: index.structure, groups })
      const keyOf = (place: number) =>
        (sizes.groups[Math.floor(place / keysPerGroup)] ?? 0) * keysPerGroup + (place % keysPerGroup)

      /** The packed entries of a term in the memory of the kernel. */
      function readEntries(term: string): { from: number; end: number; count: number } {
        const encoded = encodeTerm(term)
        const entries = known.find(encoded) ?? decodeEntries(encoded)
        known.keep(encoded, entries)
        const { packed, count } = entries
        reserve(at.entries + packed.length)
        bytes.set(packed, at.entries)
        return { from: at.entries, end: at.entries + packed.length, count }
      }

      function decodeEntries(encoded: string): PackedEntries {
        let end = at.entries
        kernel.begin(end)
        index.readTerm(encoded, (page, from, until) => {
          // An entry takes at least two bytes of a page.
          reserve(end + (page.length / 2) * entryBytes + entryBytes)
          bytes.set(page)
          end = kernel.read(from, until)
        })
        const count = (end - at.entries) / entryBytes
        reserve(end + count * mostPackedBytes)
        return { packed: bytes.slice(end, kernel.pack(at.entries, end, end)), count }
      }

      return {
        add(term, { k1, b, weights }) {
          const { from, end, count } = readEntries(term)
          if (count === 0) return 0
          const rarity = rarityOf({ chunks, containing: count })
          const fixed = k1 * (1 - b)
          const perTerm = (k1 * b * chunks) / terms
          kernel.add(from, end, rarity * (k1 + 1), weights.heading, weights.body, fixed, perTerm)
          return count
        },
        best(wanted) {
          const found = findBest({ from: at.sums, count: places, free: at.entries }, wanted)
          const sums = new Float64Array(kernel.memory.buffer, at.sums, places)
          return Array.from(found, place => ({ key: keyOf(place), score: sums[place] ?? 0 }))
        },
        bestOf(keys, wanted) {
          const count = keys.length + (keys.length % 2)
          const from = align(at.entries)
          const free = from + scoreBytes * count
          reserve(free)
          const sums = new Float64Array(kernel.memory.buffer, at.sums, places)
          const scores = new Float64Array(kernel.memory.buffer, from, count)
          const groupOf = new Map<number, number>()
          for (let group = 0; group < sizes.groupCount; group++) groupOf.set(sizes.groups[group] ?? 0, group)
          for (const [index, key] of keys.entries()) {
            const group = groupOf.get(Math.floor(key / keysPerGroup))
            scores[index] = group === undefined ? 0 : (sums[group * keysPerGroup + (key % keysPerGroup)] ?? 0)
          }
          if (count > keys.length) scores[keys.length] = 0
          const found = findBest({ from, count, free }, wanted)
          const kept = new Float64Array(kernel.memory.buffer, from, count)
          return Array.from(found, index => ({ key: keys[index] ?? 0, score: kept[index] ?? 0 }))
        },
      }
    },
  }
}

function instantiate(): WasmModule {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(postingsKernel, 'base64')))
  // SAFETY: postings-kernel.wat exports exactly these.
  return exports as WasmModule
}

function align(address: number): number {
  return Math.ceil(address / 8) * 8
}
