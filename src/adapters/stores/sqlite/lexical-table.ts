import type { ChunkWrite } from '../../../core/ports/store.ts'
import type { Database } from './database.ts'
import { encodeTerm } from './encode-term.ts'

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
  collectionKey: number,
  chunkKey: number,
  terms: ChunkWrite['terms'],
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
