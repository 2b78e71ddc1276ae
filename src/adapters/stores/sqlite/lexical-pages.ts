import { Failure } from '../../../core/model/failure.ts'
import type { Database } from './database.ts'
import { lexicalNames } from './lexical-table.ts'

/** Called with each page that has entries of a term, and where they are on it. */
type PageVisitor = (page: Uint8Array, from: number, until: number) => void

/** The index of FTS5 as it is stored: sorted segments, each a list of pages with terms and their entries. */
export type LexicalIndex = {
  /** The list of segments, as it is stored: every write changes it. */
  readonly structure: Uint8Array
  readTerm(encodedTerm: string, visit: PageVisitor): void
}

/** The indexes of a store. */
export type LexicalPages = {
  /** Inside a read transaction. The index belongs to one state of the store. */
  open(collectionKey: number): LexicalIndex
}

/** Pages `first` to `last` of `_data`, which hold the terms in order. */
type Segment = { id: number; first: number; last: number }

/** The row of `_data` that lists the segments. */
const structureRow = 10
/** Follows the configuration cookie of an index that can delete rows without their content. */
const structureFormat = 0xff00_0001
/** Row ids of pages: the segment's number, then 37 bits for the page. */
const pagesPerSegment = 2 ** 37
/** The first byte of every term in the main index. */
const termPrefix = '0'

export function lexicalPages(database: Database): LexicalPages {
  return {
    open(collectionKey) {
      const { table } = lexicalNames(collectionKey)
      const structure = readStructure(database, table)
      let index: Pick<LexicalIndex, 'readTerm'> | null = null
      return {
        structure,
        readTerm(encodedTerm, visit) {
          index ??= openIndex(database, table, structure)
          index.readTerm(encodedTerm, visit)
        },
      }
    },
  }
}

function openIndex(database: Database, table: string, structure: Uint8Array): Pick<LexicalIndex, 'readTerm'> {
  const segments = readSegments(structure, table)
  const listed = JSON.stringify(segments.map(({ id, first }) => [id, first]))
  // One statement for all segments: with one or two for each, asking takes longer than reading. The last bit of `pgno`
  // says whether the term has an index of its own, for jumping in its entries.
  const findPages = `SELECT segment.key AS number, page.id, block
    FROM json_each(?) AS segment JOIN ${table}_data AS page
      ON page.id = (segment.value ->> 0) * ${pagesPerSegment} + max(segment.value ->> 1, coalesce((
        SELECT pgno / 2 FROM ${table}_idx WHERE segid = segment.value ->> 0 AND term <= ?
        ORDER BY term DESC LIMIT 1), 0))`
  const readPages = `SELECT block FROM ${table}_data WHERE id BETWEEN ? AND ?`

  return {
    readTerm(encodedTerm, visit) {
      const term = Buffer.from(termPrefix + encodedTerm)
      for (const { number, id, block } of database.all<PageRow>(findPages, listed, term)) {
        const segment = segments[number]
        const found = findTerm(block, term)
        if (segment === undefined || found === null) continue
        visit(block, found.from, found.until)
        if (found.isLast) continue
        const last = segment.id * pagesPerSegment + segment.last
        for (const next of database.iterate<Pick<PageRow, 'block'>>(readPages, id + 1, last)) {
          const span = continuation(next.block)
          visit(next.block, span.from, span.until)
          if (span.isLast) break
        }
      }
    },
  }
}

/** The page of a segment on which a term is, if the segment contains it. */
type PageRow = { number: number; id: number; block: Uint8Array }

/** The part of a page with entries of one term; `isLast`: they do not continue on the next page. */
type Span = { from: number; until: number; isLast: boolean }

/** A page begins with two numbers: where its first row id is, and where its terms are listed. */
const headBytes = 4

function termsAt(page: Uint8Array): number {
  return ((page[2] ?? 0) << 8) | (page[3] ?? 0)
}

/** Entries from the page before end where the first term of this page begins. */
function continuation(page: Uint8Array): Span {
  const end = termsAt(page)
  if (end >= page.length) return { from: headBytes, until: end, isLast: false }
  return { from: headBytes, until: readNumber(page, end), isLast: true }
}

/**
 * Terms are listed at the end of the page: the offset of the first, then the distance to each next one. A term begins
 * with the number of bytes that it shares with the one before, except for the first, then its length and its other
 * bytes. They are in order, so a term that shares less with the one before than the wanted term did is beyond it.
 */
function findTerm(page: Uint8Array, wanted: Uint8Array): Span | null {
  const end = termsAt(page)
  let listed = end
  let offset = 0
  /** How many bytes the term before has in common with the wanted one. */
  let common = 0
  while (listed < page.length) {
    const isFirst = listed === end
    const distance = readNumber(page, listed)
    listed = after
    offset += distance
    const shared = isFirst ? 0 : readNumber(page, offset)
    const length = readNumber(page, isFirst ? offset : after)
    const start = after
    const from = start + length
    if (shared < common) return null
    if (shared > common) continue
    while (
      common < wanted.length &&
      common - shared < length &&
      page[start + common - shared] === wanted[common]
    )
      common += 1
    const isWhole = common - shared === length
    if (isWhole && common === wanted.length) {
      if (listed >= page.length) return { from, until: end, isLast: false }
      return { from, until: offset + readNumber(page, listed), isLast: true }
    }
    if (!isWhole && (page[start + common - shared] ?? 0) > (wanted[common] ?? -1)) return null
  }
  return null
}

function readStructure(database: Database, table: string): Uint8Array {
  const sql = `SELECT block FROM ${table}_data WHERE id = ?`
  return database.get<{ block: Uint8Array }>(sql, structureRow)?.block ?? new Uint8Array()
}

function readSegments(block: Uint8Array, table: string): Segment[] {
  if (block.length < 8 || Buffer.from(block).readUInt32BE(4) !== structureFormat) throw unreadable(table)
  let at = 8
  const next = () => {
    const value = readNumber(block, at)
    at = after
    return value
  }
  const segments: Segment[] = []
  const levels = next()
  const [count] = [next(), next()]
  for (let level = 0; level < levels; level++) {
    // How many of the segments are being merged; they are listed until that is done.
    next()
    for (let left = next(); left > 0; left--) {
      segments.push({ id: next(), first: next(), last: next() })
      // First and last write, pages and entries of deleted rows, all entries.
      for (let skipped = 0; skipped < 5; skipped++) next()
    }
  }
  if (segments.length !== count || at > block.length) throw unreadable(table)
  return segments.filter(({ last }) => last > 0)
}

function unreadable(table: string): Failure {
  return new Failure('unavailable', 'STORE_INVALID', `The index of words (${table}) cannot be read.`, {
    hint: 'Run `quire doctor`, and rebuild the library when it reports a problem.',
  })
}

/** Where the number ended that was read last. Returning it with the number is slower than everything else here. */
let after = 0

/** Seven bits a byte, the highest first; a ninth byte would have eight, but no number here is that large. */
function readNumber(bytes: Uint8Array, from: number): number {
  let value = 0
  after = from
  for (;;) {
    const byte = bytes[after++] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) return value
  }
}
