import { createHash } from 'node:crypto'
import type { ChunkWrite } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'

/**
 * Each collection has its own full-text table, created and dropped with it: document frequencies and average lengths
 * are per collection, a large collection does not slow down a small one, and isolation needs no condition. The tables
 * are contentless; their row ids are chunk keys. Their names contain the key of the collection, never its name.
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

/** Indexes the terms of one chunk. */
export function insertTerms(
  database: Database,
  { collectionKey, chunkKey, terms }: Pick<ChunkWrite, 'terms'> & { collectionKey: number; chunkKey: number },
): void {
  const sql = `INSERT INTO ${lexicalNames(collectionKey).table} (rowid, heading, body) VALUES (?, ?, ?)`
  database.run(sql, chunkKey, joinTerms(terms.heading), joinTerms(terms.body))
}

/** Must run before the chunks are deleted: afterwards their keys are unknown. */
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
 * Encodes a term as one token of the full-text index.
 *
 * The tokenizer keeps `a-z`, `0-9`, `_` and everything beyond ASCII, lower-cases `A-Z` and splits at all other
 * characters. Those are encoded (`=a` becomes `_3da`), so that every term is exactly one token, different terms have
 * different tokens, and nothing has a meaning in a MATCH expression. FTS5 cuts tokens at 32 KiB; long terms end in a
 * hash instead.
 */
export function encodeTerm(term: string): string {
  if (plain.test(term)) return term
  if (term.length > longestTerm) return encodeTerm(`${term.slice(0, 40)} ${hash(term)}`)
  return term.replace(unsafe, character => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

const plain = /^[a-z0-9]{1,200}$/
// Lone surrogates have no UTF-8 form: SQLite would store all of them as the same character.
const unsafe = /[^a-z0-9\u0080-\u{10ffff}]|\p{Surrogate}/gu

function hash(term: string): string {
  return createHash('sha256').update(term, 'utf16le').digest('hex')
}
