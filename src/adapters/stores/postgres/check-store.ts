import { throwIfAborted } from '../../../core/model/failure.ts'
import type { StoreCheck } from '../../../core/ports/store.ts'
import type { Database, Sql } from './database.ts'
import { measureOutbox } from './outbox.ts'

/** A query whose result must be zero, and the message when it is not. */
type Check = { sql: string; problem: (count: number) => string }

const chunkKey = 'collection = chunks.collection AND chunk = chunks.key'

const checks: readonly Check[] = [
  {
    sql: `SELECT count(*) AS count FROM quire.chunks WHERE NOT EXISTS (SELECT 1 FROM quire.vectors WHERE ${chunkKey})
      AND NOT EXISTS (SELECT 1 FROM quire.pending_vectors WHERE ${chunkKey})`,
    problem: count => `${count} chunks have no vector and do not wait for one`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.vectors JOIN quire.collections ON collections.key = collection
      WHERE vector_dims(vector) <> dimensions`,
    problem: count => `${count} vectors have the wrong length`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.chunks JOIN quire.documents
      ON documents.collection = chunks.collection AND documents.key = document
      WHERE chunks.start_at < 0 OR chunks.end_at < chunks.start_at OR chunks.end_at > documents.length`,
    problem: count => `${count} chunks point outside the text of their document`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.chunks LEFT JOIN quire.documents
      ON documents.collection = chunks.collection AND documents.key = document WHERE documents.key IS NULL`,
    problem: count => `${count} chunks belong to no document of their collection`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.documents WHERE length <> (SELECT coalesce(sum(end_at - start_at), 0)
      FROM quire.pieces WHERE collection = documents.collection AND document = documents.key)`,
    problem: count => `${count} documents have lost a part of their text`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.documents WHERE chunk_count <> (SELECT count(*) FROM quire.chunks
      WHERE collection = documents.collection AND document = documents.key)`,
    problem: count => `${count} documents have another number of chunks than they were stored with`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.documents WHERE NOT EXISTS (SELECT 1 FROM quire.document_terms
      WHERE collection = documents.collection AND document = documents.key)`,
    problem: count => `${count} documents have no terms`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.collections WHERE
      documents <> (SELECT count(*) FROM quire.documents WHERE collection = collections.key)
      OR chunks <> (SELECT count(*) FROM quire.chunks WHERE collection = collections.key)
      OR terms <> (SELECT coalesce(sum(terms), 0) FROM quire.chunks WHERE collection = collections.key)`,
    problem: count => `${count} collections are counted wrongly`,
  },
  {
    sql: `SELECT count(*) AS count FROM quire.collections WHERE
      terms <> (SELECT coalesce(sum(uses), 0) FROM quire.postings WHERE collection = collections.key)`,
    problem: count => `in ${count} collections, the index of words does not fit the chunks`,
  },
]

/** Each check sees one state of the database; the server checks its own pages as it reads them. */
export async function checkStore(database: Database, signal: AbortSignal): Promise<StoreCheck> {
  const problems: string[] = []
  for (const { sql: query, problem } of checks) {
    throwIfAborted(signal)
    const row = await database.read(sql => sql.get<{ count: number }>(query), signal)
    if (row !== undefined && row.count > 0) problems.push(problem(row.count))
  }
  return { ok: problems.length === 0, problems }
}

/** The first version of pgvector whose HNSW index is neither damaged by parallel building nor by vacuum. */
const soundVersion = [0, 8, 3]

type Advice = { says: string; remedy: string }

/** Inside a transaction. */
export async function adviseOnServer(sql: Sql): Promise<Advice[]> {
  return [...(await adviseOnExtension(sql)), ...(await adviseOnNetwork(sql))]
}

/** Inside a transaction, for a program that has no index of vectors outside the database: whether others note changes for one. */
export async function adviseOnFeed(sql: Sql): Promise<Advice[]> {
  if (!(await sql.get('SELECT 1 FROM quire.dense_feed'))) return []
  const { changes } = await measureOutbox(sql)
  return [
    {
      says: `Writers note changes for an index of vectors that these settings do not name; ${changes} wait.`,
      remedy:
        'Set --vectors as the servers do. When there is no such index any more, run: quire doctor --repair',
    },
  ]
}

/** Addresses are null where the connection is a socket of this machine. */
const readConnection = `SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)
  OR inet_client_addr() IS NULL OR inet_client_addr() <<= '127.0.0.0/8' OR inet_client_addr() = '::1' AS is_safe`

async function adviseOnNetwork(sql: Sql): Promise<Advice[]> {
  const row = await sql.get<{ is_safe: boolean }>(readConnection)
  if (row?.is_safe !== false) return []
  return [
    {
      says: 'The connection to the PostgreSQL server is not encrypted.',
      remedy:
        'Add ?sslmode=verify-full&sslrootcert=/path/ca.pem to the address of the store, unless the network can be trusted.',
    },
  ]
}

async function adviseOnExtension(sql: Sql): Promise<Advice[]> {
  const row = await sql.get<{ version: string }>(
    "SELECT extversion AS version FROM pg_extension WHERE extname = 'vector'",
  )
  const version = row?.version ?? ''
  if (!isOlder(version.split('.').map(Number), soundVersion)) return []
  return [
    {
      says: `The server has pgvector ${version}, whose index of vectors can be damaged by vacuum.`,
      remedy: 'Install pgvector 0.8.3 or later on the server, then run: ALTER EXTENSION vector UPDATE',
    },
  ]
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  const at = than.findIndex((number, index) => (version[index] ?? 0) !== number)
  return at !== -1 && (version[at] ?? 0) < (than[at] ?? 0)
}
