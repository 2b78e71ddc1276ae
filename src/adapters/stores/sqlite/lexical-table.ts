import { createHash } from 'node:crypto'
import type { ChunkWrite } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'

/**
 * Each collection has a full-text table of its own, made and dropped with it: document frequencies and average
 * lengths are the collection's, a small collection does not pay for a large neighbour, and isolation needs no
 * condition. The tables hold no text (contentless); their row ids are chunk keys. `LexicalNames` are made of the
 * collection's number only, never of its name.
 */
export type LexicalNames = { table: string; vocabulary: string; sizes: string }

export function lexicalNames(collectionKey: number): LexicalNames {
  const table = `lexical_${collectionKey}`
  return { table, vocabulary: `${table}_terms`, sizes: `${table}_docsize` }
}

export function createLexicalTable(database: Database, collectionKey: number): void {
  const { table, vocabulary } = lexicalNames(collectionKey)
  database.exec(`
    CREATE VIRTUAL TABLE ${table} USING fts5(
      heading, body, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
    );
    CREATE VIRTUAL TABLE ${vocabulary} USING fts5vocab(${table}, row);
  `)
}

export function dropLexicalTable(database: Database, collectionKey: number): void {
  const { table, vocabulary } = lexicalNames(collectionKey)
  database.exec(`DROP TABLE ${vocabulary}; DROP TABLE ${table};`)
}

export function insertTerms(
  database: Database,
  { collectionKey, chunkKey, terms }: Pick<ChunkWrite, 'terms'> & { collectionKey: number; chunkKey: number },
): void {
  const sql = `INSERT INTO ${lexicalNames(collectionKey).table} (rowid, heading, body) VALUES (?, ?, ?)`
  database.run(sql, chunkKey, joinTerms(terms.heading), joinTerms(terms.body))
}

/** Before the chunks themselves go: afterwards nobody knows which rows were theirs. */
export function deleteTerms(database: Database, collectionKey: number, documentKey: number): void {
  const keys = database.all<{ key: number }>('SELECT key FROM chunks WHERE document_key = ?', documentKey)
  const sql = `DELETE FROM ${lexicalNames(collectionKey).table} WHERE rowid = ?`
  for (const { key } of keys) database.run(sql, key)
}

function joinTerms(terms: readonly string[]): string {
  return terms.map(encodeTerm).join(' ')
}

const longestTerm = 200

/**
 * A term as one token of the lexical index.
 *
 * The index's tokenizer keeps `a-z`, `0-9`, `_` and everything beyond ASCII as it is, lower-cases `A-Z` and cuts
 * at all else. So those are spelled out (`=a` becomes `_3da`), which gives back exactly one token per term,
 * different for different terms, and leaves nothing that has a meaning in a MATCH expression. FTS5 cuts tokens at
 * 32 KiB; terms that come near are told apart by a hash.
 */
export function encodeTerm(term: string): string {
  if (plain.test(term)) return term
  if (term.length > longestTerm) return encodeTerm(`${term.slice(0, 40)} ${hash(term)}`)
  return term.replace(unsafe, character => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

const plain = /^[a-z0-9]{1,200}$/
// Lone surrogates have no UTF-8 form: SQLite would make them all the same.
const unsafe = /[^a-z0-9\u0080-\u{10ffff}]|\p{Surrogate}/gu

function hash(term: string): string {
  return createHash('sha256').update(term, 'utf16le').digest('hex')
}
