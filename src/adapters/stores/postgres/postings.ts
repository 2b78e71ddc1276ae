import type { ChunkWrite } from '../../../core/ports/store.ts'
import { byteArrays } from './binary-values.ts'
import type { Sql } from './database.ts'
import type { DocumentKey } from './document-rows.ts'
import { type BlockDraft, blockOf, packTerms, termKey, withoutChunks } from './postings-codec.ts'

const rememberTerms =
  'INSERT INTO quire.document_terms (collection, document, terms) VALUES (?, ?, ?::text[])'
const append = `INSERT INTO quire.postings AS known (collection, term, block, chunks, uses, entries)
  SELECT ?::bigint, * FROM unnest(?::text[], ?::bigint[], ?::int[], ?::bigint[], ?::bytea[])
  ON CONFLICT (collection, term, block) DO UPDATE SET chunks = known.chunks + excluded.chunks,
    uses = known.uses + excluded.uses, entries = known.entries || excluded.entries`
const readOwn = `SELECT term, block, entries FROM quire.postings WHERE collection = ? AND block BETWEEN ? AND ?
  AND term = ANY((SELECT terms FROM quire.document_terms WHERE collection = ? AND document = ?)::text[])`
const replace = `UPDATE quire.postings AS known SET chunks = changed.chunks, uses = changed.uses,
    entries = changed.entries
  FROM unnest(?::text[], ?::bigint[], ?::int[], ?::bigint[], ?::bytea[]) AS changed (term, block, chunks, uses, entries)
  WHERE known.collection = ? AND known.term = changed.term AND known.block = changed.block`
const remove = `DELETE FROM quire.postings USING unnest(?::text[], ?::bigint[]) AS gone (term, block)
  WHERE collection = ? AND postings.term = gone.term AND postings.block = gone.block`

/**
 * Terms that the documents of a transaction add to a collection. They are appended to the blocks together: every change of a
 * row leaves its old version behind until the server removes it, and common terms are in every document.
 */
export type AddedTerms = { collection: number; drafts: Map<string, BlockDraft[]> }

/** Notes the terms of a document's chunks, which have the keys from `firstChunk` on. `appendTerms` writes them. */
export async function insertTerms(
  sql: Sql,
  { key, firstChunk, added }: { key: number; firstChunk: number; added: AddedTerms },
  chunks: readonly Pick<ChunkWrite, 'terms'>[],
): Promise<void> {
  const drafts = packTerms(firstChunk, chunks)
  await sql.run(rememberTerms, added.collection, key, [...new Set(drafts.map(({ term }) => term))])
  for (const draft of drafts) {
    const name = `${draft.block} ${draft.term}`
    const known = added.drafts.get(name)
    if (known === undefined) added.drafts.set(name, [draft])
    else known.push(draft)
  }
}

/** Writes the terms that were noted. The collection is locked, as in all functions of this file that write. */
export async function appendTerms(sql: Sql, { collection, drafts }: AddedTerms): Promise<void> {
  const joined = [...drafts.values()].flatMap(list => {
    const [first] = list
    if (first === undefined) return []
    const sum = (part: 'chunks' | 'uses') => list.reduce((total, draft) => total + draft[part], 0)
    const entries = Buffer.concat(list.map(draft => draft.entries))
    return [{ ...first, chunks: sum('chunks'), uses: sum('uses'), entries }]
  })
  drafts.clear()
  if (joined.length > 0) await sql.run(append, collection, ...columnsOf(joined))
}

/** Removes the terms of a document's chunks from the index. */
export async function deleteTerms(
  sql: Sql,
  { collection, key, firstChunk, chunkCount }: DocumentKey & { firstChunk: number; chunkCount: number },
): Promise<void> {
  const lastChunk = firstChunk + chunkCount - 1
  if (chunkCount > 0) {
    const blocks = await sql.all<{ term: string; block: number; entries: Buffer }>(
      readOwn,
      collection,
      blockOf(firstChunk),
      blockOf(lastChunk),
      collection,
      key,
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
  await sql.run('DELETE FROM quire.document_terms WHERE collection = ? AND document = ?', collection, key)
}

function columnsOf(
  drafts: readonly { term: string; block: number; chunks: number; uses: number; entries: Buffer }[],
) {
  return [
    drafts.map(({ term }) => term),
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

/** The blocks of these terms, in order. */
export function readBlocks(sql: Sql, collection: number, terms: readonly string[]): Promise<BlockRow[]> {
  return sql.all<BlockRow>(readTerms, collection, terms.map(termKey))
}
