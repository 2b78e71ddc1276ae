import { type LexicalScoring, rarityOf } from '../../../core/model/lexical-scoring.ts'
import type { ScoredKey } from '../common/merge-rankings.ts'
import { bestScores } from '../common/scan-copy.ts'
import { keysPerGroup, type SizePlace } from './chunk-sizes.ts'
import type { CollectionRow } from './collections.ts'
import type { Database } from './database.ts'
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
  collect(index: number, end: number, least: number, out: number): number
  add(
    entry: number,
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
/** How many places are compared with the same least score. */
const placesPerTurn = 4_096

/**
 * FTS5 ranks a chunk in about a microsecond, because it looks up each size and counts each term anew, and returns every
 * row to find the best. So this reads FTS5's own tables, whose format is part of the file format of SQLite (version 4,
 * described in fts5_index.c), and scores entries in WebAssembly: all of them, so that the best are the true ones.
 */
export function postings(database: Database): Postings {
  const kernel = instantiate()
  const pages = lexicalPages(database)
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
    const entries = sums + 8 * places
    reserve(entries + bufferBytes)
    const { buffer } = kernel.memory
    const numbers = new Int32Array(buffer, table, tableLength).fill(-1)
    for (const [group, number] of used.entries()) numbers[number] = group
    new Uint16Array(buffer, sizesAt, places).set(sizes.subarray(0, places))
    new Float64Array(buffer, sums, places).fill(0)
    kernel.arrange(table, tableLength, sizesAt, sums)
    return { sums, entries }
  }

  return {
    open({ key }, sizes) {
      const at = arrange(sizes)
      const places = sizes.groupCount * keysPerGroup
      const index = pages.open(key)
      const { chunks, terms } = sizes
      const keyOf = (place: number) =>
        (sizes.groups[Math.floor(place / keysPerGroup)] ?? 0) * keysPerGroup + (place % keysPerGroup)

      /** Decodes all entries of a term behind the sums; returns where they end. */
      function readEntries(term: string): number {
        let end = at.entries
        kernel.begin(end)
        index.readTerm(encodeTerm(term), (page, from, until) => {
          // An entry takes at least two bytes of a page.
          reserve(end + (page.length / 2) * entryBytes + entryBytes)
          bytes.set(page)
          end = kernel.read(from, until)
        })
        return end
      }

      return {
        add(term, { k1, b, weights }) {
          const end = readEntries(term)
          const containing = (end - at.entries) / entryBytes
          if (containing === 0) return 0
          const rarity = rarityOf({ chunks, containing })
          const fixed = k1 * (1 - b)
          const perTerm = (k1 * b * chunks) / terms
          kernel.add(at.entries, end, rarity * (k1 + 1), weights.heading, weights.body, fixed, perTerm)
          return containing
        },
        best(wanted) {
          const best = bestScores(wanted, Number.MIN_VALUE)
          reserve(at.entries + 4 * placesPerTurn)
          const { buffer } = kernel.memory
          const sums = new Float64Array(buffer, at.sums, places)
          for (let from = 0; from < places; from += placesPerTurn) {
            const until = Math.min(places, from + placesPerTurn)
            const end = kernel.collect(from, until, best.least(), at.entries)
            const found = new Int32Array(buffer, at.entries, (end - at.entries) / 4)
            for (const place of found) {
              const score = sums[place] ?? 0
              if (score >= best.least()) best.keep(place, score)
            }
          }
          return best.places().map(place => ({ key: keyOf(place), score: sums[place] ?? 0 }))
        },
        bestOf(keys, wanted) {
          const best = bestScores(wanted, Number.MIN_VALUE)
          const sums = new Float64Array(kernel.memory.buffer, at.sums, places)
          const groupOf = new Map<number, number>()
          for (let group = 0; group < sizes.groupCount; group++) groupOf.set(sizes.groups[group] ?? 0, group)
          const placeOf = (key: number) => {
            const group = groupOf.get(Math.floor(key / keysPerGroup))
            return group === undefined ? -1 : group * keysPerGroup + (key % keysPerGroup)
          }
          for (const key of keys) {
            const place = placeOf(key)
            const score = sums[place] ?? 0
            if (score >= best.least()) best.keep(place, score)
          }
          return best.places().map(place => ({ key: keyOf(place), score: sums[place] ?? 0 }))
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
