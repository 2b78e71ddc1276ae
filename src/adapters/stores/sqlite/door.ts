/** What the tables of features may use of this store. */

export { cosine, fromBlob, toBlob } from '../common/vector-codec.ts'
export { findCollections } from './collections.ts'
export type { Database } from './database.ts'
export { readSpan } from './document-rows.ts'
export { type SideOptions, sideConnection } from './side-connection.ts'
export { toStoreFailure } from './sqlite-failure.ts'
