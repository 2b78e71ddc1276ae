/**
 * Tables of the store, in the schema `quire`. Design notes:
 * - `collection` is in every key, and all tables but that of the collections are hash-partitioned by it: an engine that
 *   distributes tables by a column can use it without another schema.
 * - Keys of documents and chunks are counted per collection by `collections.next_document` and `next_chunk`, under the
 *   lock of its row: they are dense, never reused, and those of a document follow each other.
 * - What is compared or sorted has the collation "C": the order of code points, on every server.
 * - Values that only the program reads (metadata, pages, policy) are JSON in a text, and come back byte for byte.
 * - `metadata_values` indexes every metadata key for filters; `documents.metadata` is authoritative.
 */
const partitions = 8

const tables = {
  documents: `
    collection bigint NOT NULL, key bigint NOT NULL, id text COLLATE "C" NOT NULL, source text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL, file_type text COLLATE "C" NOT NULL, last_modified text COLLATE "C",
    content_hash text COLLATE "C" NOT NULL, fingerprint text NOT NULL, created_at text COLLATE "C" NOT NULL,
    language text COLLATE "C" NOT NULL, metadata text NOT NULL, warnings text NOT NULL, page_label_source text NOT NULL,
    corrected text, pages text NOT NULL, outline text NOT NULL, length integer NOT NULL, words integer NOT NULL,
    first_chunk bigint NOT NULL, chunk_count integer NOT NULL,
    PRIMARY KEY (collection, key), UNIQUE (id, collection)`,
  pieces: `
    collection bigint NOT NULL, document bigint NOT NULL, start_at integer NOT NULL, end_at integer NOT NULL,
    markdown text NOT NULL, PRIMARY KEY (collection, document, start_at)`,
  page_geometry: `
    collection bigint NOT NULL, document bigint NOT NULL, page integer NOT NULL, lines bytea NOT NULL,
    PRIMARY KEY (collection, document, page)`,
  metadata_values: `
    collection bigint NOT NULL, name text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL,
    value_text text COLLATE "C", value_number double precision, document bigint NOT NULL`,
  corrections: `
    collection bigint NOT NULL, source text COLLATE "C" NOT NULL, title text, labels text NOT NULL,
    PRIMARY KEY (collection, source)`,
  chunks: `
    collection bigint NOT NULL, key bigint NOT NULL, document bigint NOT NULL, id text COLLATE "C" NOT NULL,
    ordinal integer NOT NULL, start_at integer NOT NULL, end_at integer NOT NULL, tokens integer NOT NULL,
    first_page integer, last_page integer, first_label text, last_label text,
    section_path text[] COLLATE "C" NOT NULL, terms integer NOT NULL,
    PRIMARY KEY (collection, key), UNIQUE (id, collection)`,
  vectors: `
    collection bigint NOT NULL, chunk bigint NOT NULL, vector vector NOT NULL, PRIMARY KEY (collection, chunk)`,
  pending_vectors: `
    collection bigint NOT NULL, chunk bigint NOT NULL, text text NOT NULL, PRIMARY KEY (collection, chunk)`,
  chunk_tokens: `
    collection bigint NOT NULL, chunk bigint NOT NULL, bits bytea NOT NULL, PRIMARY KEY (collection, chunk)`,
  document_terms: `
    collection bigint NOT NULL, document bigint NOT NULL, terms text[] NOT NULL, PRIMARY KEY (collection, document)`,
  postings: `
    collection bigint NOT NULL, term text COLLATE "C" NOT NULL, block bigint NOT NULL, chunks integer NOT NULL,
    uses bigint NOT NULL, entries bytea NOT NULL, PRIMARY KEY (collection, term, block)`,
} as const

const indexes = `
CREATE UNIQUE INDEX documents_source ON quire.documents (collection, source);
CREATE INDEX documents_newest ON quire.documents (collection, created_at DESC, id);
CREATE INDEX documents_title ON quire.documents (collection, lower(title));
CREATE INDEX metadata_values_text ON quire.metadata_values (collection, name, kind, value_text, document)
  WHERE value_text IS NOT NULL;
CREATE INDEX metadata_values_number ON quire.metadata_values (collection, name, kind, value_number, document)
  WHERE value_number IS NOT NULL;
CREATE INDEX metadata_values_document ON quire.metadata_values (collection, document);
CREATE INDEX chunks_document ON quire.chunks (collection, document, ordinal);
CREATE INDEX chunks_pages ON quire.chunks (collection, first_page, last_page);
`

/**
 * `collections.version` counts writes. `chunks` and `terms` are what the formula of BM25 needs: kept under the lock of the
 * row, because counting a million chunks for every question takes too long. The trash keeps collections by name: a rebuild
 * gives the name to another key, and the trash stays.
 */
const unpartitioned = `
CREATE TABLE quire.collections (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  scope text NOT NULL,
  model text NOT NULL,
  dimensions integer NOT NULL,
  policy text NOT NULL,
  project text,
  created_at text NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  calibration text,
  embedder text,
  former_models text NOT NULL DEFAULT '[]',
  next_document bigint NOT NULL DEFAULT 1,
  next_chunk bigint NOT NULL DEFAULT 1,
  documents bigint NOT NULL DEFAULT 0,
  chunks bigint NOT NULL DEFAULT 0,
  terms bigint NOT NULL DEFAULT 0
);

CREATE TABLE quire.trash (
  id text COLLATE "C" PRIMARY KEY,
  owner text NOT NULL,
  collection text COLLATE "C" NOT NULL,
  source text NOT NULL,
  title text NOT NULL,
  deleted_at text COLLATE "C" NOT NULL,
  content bytea NOT NULL
);
CREATE INDEX trash_collection ON quire.trash (collection, deleted_at);
`

/** The tables that hold what belongs to a collection, by the column `collection`. */
export const collectionTables = Object.keys(tables)

export const firstSchema = [
  unpartitioned,
  ...Object.entries(tables).map(
    ([name, columns]) => `CREATE TABLE quire.${name} (${columns}) PARTITION BY HASH (collection);`,
  ),
  ...Object.keys(tables).flatMap(name =>
    Array.from(
      { length: partitions },
      (_, part) => `CREATE TABLE quire.${name}_${part} PARTITION OF quire.${name}
        FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part});`,
    ),
  ),
  indexes,
].join('\n')

/** Jobs and the outcome of each of their sources. `jobs_live` ensures that work is done once across all processes. */
export const jobsSchema = `
CREATE TABLE quire.jobs (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  work text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  collection text,
  input text NOT NULL,
  is_repeatable integer NOT NULL,
  origin text NOT NULL,
  correlation_id text NOT NULL,
  state text NOT NULL,
  attempt integer NOT NULL,
  progress text NOT NULL,
  counts text NOT NULL,
  result text,
  failure text,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  finished_at text,
  owner text NOT NULL,
  instance text NOT NULL,
  heartbeat_at text NOT NULL,
  is_cancel_requested integer NOT NULL,
  revision bigint NOT NULL
);
CREATE UNIQUE INDEX jobs_live ON quire.jobs (work) WHERE state IN ('running', 'interrupted');
CREATE INDEX jobs_state ON quire.jobs (state, key);

CREATE TABLE quire.job_items (
  job bigint NOT NULL REFERENCES quire.jobs ON DELETE CASCADE,
  ordinal integer NOT NULL,
  name text COLLATE "C" NOT NULL,
  outcome text NOT NULL,
  message text,
  document_id text,
  chunks integer NOT NULL,
  PRIMARY KEY (job, ordinal),
  UNIQUE (job, name)
);
`

/**
 * What processes on several machines share beside documents and jobs. Names of collections and sources of originals are
 * hashed, because an index takes 2,704 bytes; originals are kept in pieces, which fit into memory. The cache survives
 * neither a crash of the server nor a restore, and needs no log.
 */
export const sharedSchema = `
CREATE TABLE quire.feature_tables (feature text COLLATE "C" PRIMARY KEY, version integer NOT NULL);

CREATE TABLE quire.originals (
  collection bytea NOT NULL,
  source bytea NOT NULL,
  hash text COLLATE "C" NOT NULL,
  piece integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (collection, source, hash, piece)
);

CREATE TABLE quire.audit_lines (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run text COLLATE "C" NOT NULL,
  line text NOT NULL
);
CREATE INDEX audit_lines_run ON quire.audit_lines (run, key);

CREATE TABLE quire.seen_folders (
  collection bytea NOT NULL,
  host text COLLATE "C" NOT NULL,
  folder bytea NOT NULL,
  path text COLLATE "C" NOT NULL,
  recursive boolean NOT NULL,
  seen text NOT NULL,
  PRIMARY KEY (collection, host, folder)
);

CREATE TABLE quire.kept_vectors (
  model bytea NOT NULL,
  name bytea NOT NULL,
  vector bytea NOT NULL,
  PRIMARY KEY (model, name)
);

CREATE UNLOGGED TABLE quire.cache (
  key bytea PRIMARY KEY,
  value bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX cache_expires ON quire.cache (expires_at);
`

/** Before pgvector 0.8.3, an HNSW index that several processes build at once can be damaged. */
export const serialVectors = Array.from(
  { length: partitions },
  (_, part) => `ALTER TABLE quire.vectors_${part} SET (parallel_workers = 0);`,
).join('\n')
