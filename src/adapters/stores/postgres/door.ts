/** What the tables of features may use of this store. */

export { byteArrays, readVector, vectorBytes } from './binary-values.ts'
export { findCollections, lockCollectionKeys } from './collections.ts'
export type { Database, Sql, SqlValue } from './database.ts'
export { readSpan } from './document-rows.ts'
export { lazyDatabase, type PostgresPlace } from './lazy-database.ts'
export { termKey } from './postings-codec.ts'
