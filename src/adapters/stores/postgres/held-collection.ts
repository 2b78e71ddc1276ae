import type { DenseCopy } from '../common/dense-copy.ts'
import { readVector } from './binary-values.ts'
import type { Changes } from './change-log.ts'
import type { Sql } from './database.ts'
import type { HeldNames, NamedChunk } from './held-names.ts'
import type { KeyRange } from './outbox.ts'
import { blockOf } from './postings-codec.ts'
import { type BinaryRow, readBinaryRows } from './read-binary-rows.ts'

/** What this process holds of a collection in memory, as it is in one version. */
export type HeldCollection = {
  readonly key: number
  readonly dimensions: number
  version: number
  readonly names: HeldNames
  /** Null when the vectors would take too much memory, or an index outside the database has them. */
  dense: DenseCopy | null
  /** The version at which a block of postings has changed last, of those that have since this was loaded. */
  readonly changedBlocks: Map<number, number>
}

export type HeldRow = NamedChunk & { vector: Float32Array | null }

/** Numbers are part of the statement, because COPY binds nothing. */
function copyChunks({ key, dense }: HeldCollection, ranges: readonly KeyRange[]): string {
  const within = ranges
    .map(([first, end]) => `(chunks.key >= ${Number(first)} AND chunks.key < ${Number(end)})`)
    .join(' OR ')
  const vectors =
    dense === null
      ? ''
      : 'LEFT JOIN quire.vectors ON vectors.collection = chunks.collection AND vectors.chunk = chunks.key'
  return `COPY (SELECT chunks.key, chunks.document, chunks.id, documents.id, language, ${dense === null ? 'NULL' : 'vector'}
    FROM quire.chunks JOIN quire.documents ON documents.collection = chunks.collection AND documents.key = chunks.document
      ${vectors} WHERE chunks.collection = ${Number(key)} AND (${within})) TO STDOUT (FORMAT binary)`
}

/** Inside a read transaction: the chunks with these keys that there are. */
export async function readRows(
  sql: Sql,
  held: HeldCollection,
  ranges: readonly KeyRange[],
): Promise<HeldRow[]> {
  const rows: HeldRow[] = []
  if (ranges.length > 0)
    await readBinaryRows(await sql.copyOut(copyChunks(held, ranges)), row => rows.push(toRow(row)))
  return rows
}

function toRow([key, document, chunkId, documentId, language, vector]: BinaryRow): HeldRow {
  return {
    key: readKey(key),
    document: readKey(document),
    chunkId: chunkId?.toString('latin1') ?? '',
    documentId: documentId?.toString() ?? '',
    language: language?.toString() ?? '',
    vector: vector ? readVector(vector) : null,
  }
}

function readKey(bytes: Buffer | null | undefined): number {
  return bytes ? bytes.readUInt32BE(0) * 2 ** 32 + bytes.readUInt32BE(4) : 0
}

/** Adds what is not there yet. */
export function addRows({ names, dense }: HeldCollection, rows: readonly HeldRow[]): void {
  for (const row of rows) {
    names.add(row)
    // A place that is removed belongs to no document: every chunk is its own.
    if (dense !== null && row.vector !== null && !dense.has(row.key)) dense.add(row.key, row.key, row.vector)
  }
  dense?.renewSketches()
}

export function removeRanges({ names, dense }: HeldCollection, ranges: readonly KeyRange[]): void {
  for (const [first, end] of ranges) {
    const keys = Array.from({ length: end - first }, (_, index) => first + index)
    for (const key of keys) names.remove(key)
    dense?.removeChunks(keys)
  }
}

/** What this process has read of these blocks before is no longer right. */
export function noteBlocks(
  { changedBlocks }: HeldCollection,
  { added, removed }: Pick<Changes, 'added' | 'removed'>,
  version: number,
): void {
  for (const [first, end] of [...added, ...removed])
    for (let block = blockOf(first); block <= blockOf(end - 1); block++) changedBlocks.set(block, version)
}
