import { byteArrays, textArray } from './binary-values.ts'
import { copyRows } from './copy-rows.ts'
import type { Sql } from './database.ts'
import type { DocumentKey } from './document-rows.ts'
import type { PlacedDocument } from './document-tables.ts'
import { type BlockDraft, blockOf, blockSize, packTerms, withoutChunks } from './postings-codec.ts'

const documentTerms = {
  table: 'document_terms',
  columns: { collection: 'int8', document: 'int8', terms: 'text[]' },
} as const
const postings = {
  table: 'postings',
  columns: {
    collection: 'int8',
    term: 'text',
    block: 'int8',
    chunks: 'int4',
    uses: 'int8',
    entries: 'bytea',
  },
} as const
const append = `INSERT INTO quire.postings AS known (collection, term, block, chunks, uses, entries)
  SELECT ?::bigint, * FROM unnest(?::text[], ?::bigint[], ?::int[], ?::bigint[], ?::bytea[])
  ON CONFLICT (collection, term, block) DO UPDATE SET chunks = known.chunks + excluded.chunks,
    uses = known.uses + excluded.uses, entries = known.entries || excluded.entries`
/** One look into the index for each term (OFFSET keeps it so): a server without statistics compares all with all. */
const readOwn = `SELECT found.* FROM (
    SELECT unnest(terms) AS term FROM quire.document_terms WHERE collection = ? AND document = ?
  ) AS own CROSS JOIN LATERAL (
    SELECT term, block, entries FROM quire.postings
    WHERE collection = ? AND term = own.term AND block BETWEEN ? AND ? OFFSET 0
  ) AS found`
const replace = `UPDATE quire.postings AS known SET chunks = changed.chunks, uses = changed.uses,
    entries = changed.entries
  FROM unnest(?::text[], ?::bigint[], ?::int[], ?::bigint[], ?::bytea[]) AS changed (term, block, chunks, uses, entries)
  WHERE known.collection = ? AND known.term = changed.term AND known.block = changed.block`
const remove = `DELETE FROM quire.postings USING unnest(?::text[], ?::bigint[]) AS gone (term, block)
  WHERE collection = ? AND postings.term = gone.term AND postings.block = gone.block`

/**
 * Adds the terms of documents to the index, of all documents together: every change of a row leaves its old version behind
 * until the server removes it, and common terms are in every document. The collection is locked, as in all functions of
 * this file that write.
 */
export async function insertTerms(sql: Sql, placed: readonly PlacedDocument[]): Promise<void> {
  const [first] = placed
  if (first === undefined) return
  const { collection, firstChunk } = first
  const packed = placed.map(write => ({ ...write, drafts: packTerms(write.firstChunk, write.chunks) }))
  await copyRows(
    sql,
    documentTerms,
    packed.map(({ key, drafts }) => [collection, key, [...new Set(drafts.map(({ term }) => term))]]),
  )
  const joined = joinDrafts(packed.flatMap(({ drafts }) => drafts))
  // Keys increase: no other document has chunks in a block that begins with one of these.
  const [fresh, shared] = [true, false].map(isFresh =>
    joined.filter(({ block }) => block * blockSize >= firstChunk === isFresh),
  )
  await copyRows(
    sql,
    postings,
    (fresh ?? []).map(({ term, block, chunks, uses, entries }) => [
      ...[collection, term, block, chunks, uses, entries],
    ]),
  )
  if (shared !== undefined && shared.length > 0) await sql.run(append, collection, ...columnsOf(shared))
}

/** One draft for each term and block. */
function joinDrafts(drafts: readonly BlockDraft[]): BlockDraft[] {
  const byBlock = Map.groupBy(drafts, ({ term, block }) => `${block} ${term}`)
  return [...byBlock.values()].flatMap(list => {
    const [first] = list
    if (first === undefined || list.length === 1) return list
    const sum = (part: 'chunks' | 'uses') => list.reduce((total, draft) => total + draft[part], 0)
    const entries = Buffer.concat(list.map(draft => draft.entries))
    return [{ ...first, chunks: sum('chunks'), uses: sum('uses'), entries }]
  })
}

/** Removes the terms of a document's chunks from the index; the list of its terms stays. */
export async function deleteTerms(
  sql: Sql,
  { collection, key, firstChunk, chunkCount }: DocumentKey & { firstChunk: number; chunkCount: number },
): Promise<void> {
  const lastChunk = firstChunk + chunkCount - 1
  if (chunkCount > 0) {
    const blocks = await sql.all<{ term: string; block: number; entries: Buffer }>(
      readOwn,
      collection,
      key,
      collection,
      blockOf(firstChunk),
      blockOf(lastChunk),
    )
    const changed = blocks.map(row => ({ ...row, ...withoutChunks(row, firstChunk, lastChunk) }))
    const kept = changed.filter(({ chunks }) => chunks > 0)
    const gone = changed.filter(({ chunks }) => chunks === 0)
    if (kept.length > 0) await sql.run(replace, ...columnsOf(kept), collection)
    if (gone.length > 0)
      await sql.run(
        remove,
        gone.map(({ term }) => term),
        gone.map(({ block }) => block),
        collection,
      )
  }
}

function columnsOf(
  drafts: readonly { term: string; block: number; chunks: number; uses: number; entries: Buffer }[],
) {
  return [
    textArray(drafts.map(({ term }) => term)),
    drafts.map(({ block }) => block),
    drafts.map(({ chunks }) => chunks),
    drafts.map(({ uses }) => uses),
    byteArrays(drafts.map(({ entries }) => entries)),
  ] as const
}

/** The entries of a term in one block. `term` is as it is stored. */
export type BlockRow = { term: string; block: number; chunks: number; entries: Buffer }

const readTerms = `SELECT term, block, chunks, entries FROM quire.postings
  WHERE collection = ? AND term = ANY(?::text[]) ORDER BY block`

const readTermsIn = `SELECT term, block, chunks, entries FROM quire.postings
  WHERE collection = ? AND term = ANY(?::text[]) AND block = ANY(?::bigint[])`

/** The blocks of these terms as they are stored, in order. */
export function readBlocks(sql: Sql, collection: number, terms: readonly string[]): Promise<BlockRow[]> {
  return sql.all<BlockRow>(readTerms, collection, terms)
}

/** Some of their blocks, in any order. */
export function readBlocksOf(
  sql: Sql,
  collection: number,
  { terms, blocks }: { terms: readonly string[]; blocks: readonly number[] },
): Promise<BlockRow[]> {
  return sql.all<BlockRow>(readTermsIn, collection, terms, blocks)
}
