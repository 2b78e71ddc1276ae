import { createHash } from 'node:crypto'
import type { ChunkWrite } from '../../../core/ports/store.ts'

/**
 * The entries of one term in one block of chunks, packed. A block has `blockSize` consecutive chunk keys. An entry is four
 * numbers of variable length: the place of the chunk in its block, occurrences in the text, occurrences in the headings,
 * and the number of all terms of the chunk, which the formula of BM25 needs. Entries are in order of place, so new
 * chunks are added by appending.
 */
export const blockSize = 1_024

export const blockOf = (chunk: number): number => Math.floor(chunk / blockSize)

/** A block of the terms of some chunks, to be added to the index. */
export type BlockDraft = { term: string; block: number; chunks: number; uses: number; entries: Buffer }

type Use = { body: number; heading: number }

/** Packs the terms of chunks, which have the keys from `firstKey` on. */
export function packTerms(firstKey: number, chunks: readonly Pick<ChunkWrite, 'terms'>[]): BlockDraft[] {
  const drafts = new Map<
    string,
    { term: string; block: number; chunks: number; uses: number; numbers: number[] }
  >()
  for (const [index, { terms }] of chunks.entries()) {
    const key = firstKey + index
    const block = blockOf(key)
    const length = terms.body.length + terms.heading.length
    for (const [term, { body, heading }] of countUses(terms)) {
      const name = `${block} ${term}`
      const draft = drafts.get(name) ?? { term, block, chunks: 0, uses: 0, numbers: [] }
      drafts.set(name, draft)
      draft.chunks += 1
      draft.uses += body + heading
      draft.numbers.push(key % blockSize, body, heading, length)
    }
  }
  return [...drafts.values()].map(({ numbers, ...draft }) => ({ ...draft, entries: packNumbers(numbers) }))
}

function countUses({ body, heading }: ChunkWrite['terms']): Map<string, Use> {
  const uses = new Map<string, Use>()
  const useOf = (term: string) => {
    const key = termKey(term)
    const use = uses.get(key) ?? { body: 0, heading: 0 }
    uses.set(key, use)
    return use
  }
  for (const term of body) useOf(term).body += 1
  for (const term of heading) useOf(term).heading += 1
  return uses
}

/** What a block says of one term in one chunk. */
export type Entry = {
  /** The place of the chunk in its block. */
  place: number
  body: number
  heading: number
  /** The number of all terms of the chunk. */
  length: number
}

/** Calls `visit` for every entry of a block, with the same object each time: a common term has a million entries. */
export function eachEntry(entries: Uint8Array, visit: (entry: Readonly<Entry>) => void): void {
  let at = 0
  const next = () => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = entries[at++] ?? 0
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  const entry: Entry = { place: 0, body: 0, heading: 0, length: 0 }
  while (at < entries.length) {
    entry.place = next()
    entry.body = next()
    entry.heading = next()
    entry.length = next()
    visit(entry)
  }
}

/** The entries without those of chunks from `first` to `last`. */
export function withoutChunks(
  { block, entries }: { block: number; entries: Uint8Array },
  first: number,
  last: number,
): Pick<BlockDraft, 'chunks' | 'uses' | 'entries'> {
  const numbers: number[] = []
  let chunks = 0
  let uses = 0
  eachEntry(entries, ({ place, body, heading, length }) => {
    const key = block * blockSize + place
    if (key >= first && key <= last) return
    chunks += 1
    uses += body + heading
    numbers.push(place, body, heading, length)
  })
  return { chunks, uses, entries: packNumbers(numbers) }
}

function packNumbers(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  for (let value of numbers) {
    while (value >= 128) {
      bytes.push((value % 128) + 128)
      value = Math.floor(value / 128)
    }
    bytes.push(value)
  }
  return Buffer.from(bytes)
}

const longestTerm = 200
/** Marks terms that are stored by their hash. */
const hashMark = '\u0001'

/** A term as it is stored. Long terms do not fit into an index, and lone surrogates have no UTF-8 form: they are hashed. */
export function termKey(term: string): string {
  const isPlain = term.length <= longestTerm && term.isWellFormed()
  if (isPlain && !term.includes('\0') && !term.includes(hashMark)) return term
  return `${hashMark}${createHash('sha256').update(term, 'utf16le').digest('hex')}`
}
