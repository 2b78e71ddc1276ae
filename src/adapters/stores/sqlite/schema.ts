/** Identifies our files in the SQLite header ("QUIR"), so that databases of other programs are never written to. */
export const applicationId = 0x51554952

/**
 * The first schema. Design notes:
 * - Keys are never reused (AUTOINCREMENT), so a copy in memory can distinguish a new row from an old one.
 * - `collections.version` counts writes; `documents.version` and `removals` record what each write did, so that other
 *   processes can update their copies.
 * - What is read for one document only (text, page map, vectors) is in other tables than what filters scan.
 * - Markdown is stored in pieces, so that quoting a chunk of a book does not read the whole book.
 * - `metadata_values` indexes every metadata key for filters; `metadata` is authoritative.
 */
export const firstSchema = `
CREATE TABLE migrations (
  version INTEGER PRIMARY KEY,
  applied_at TEXT NOT NULL
) STRICT;

CREATE TABLE collections (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  policy TEXT NOT NULL,
  created_at TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE documents (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_key INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  version INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  file_type TEXT NOT NULL,
  last_modified TEXT,
  content_hash TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  created_at TEXT NOT NULL,
  language TEXT NOT NULL,
  metadata TEXT NOT NULL,
  warnings TEXT NOT NULL,
  length INTEGER NOT NULL,
  UNIQUE (collection_key, source)
) STRICT;
CREATE INDEX documents_version ON documents (collection_key, version);
CREATE INDEX documents_title ON documents (collection_key, title);
CREATE INDEX documents_file_type ON documents (collection_key, file_type);
CREATE INDEX documents_last_modified ON documents (collection_key, last_modified);
CREATE INDEX documents_content_hash ON documents (collection_key, content_hash);
CREATE INDEX documents_language ON documents (collection_key, language);
CREATE INDEX documents_created_at ON documents (collection_key, created_at DESC, id);
CREATE INDEX documents_newest ON documents (created_at DESC, id);

CREATE TABLE page_maps (
  document_key INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
  pages TEXT NOT NULL,
  outline TEXT NOT NULL
) STRICT;

CREATE TABLE pieces (
  key INTEGER PRIMARY KEY,
  document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  markdown TEXT NOT NULL,
  UNIQUE (document_key, start)
) STRICT;

CREATE TABLE metadata_values (
  collection_key INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  value ANY NOT NULL,
  document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  PRIMARY KEY (collection_key, name, kind, value, document_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX metadata_values_document ON metadata_values (document_key);

CREATE TABLE chunks (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  collection_key INTEGER NOT NULL,
  document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  id TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  start INTEGER NOT NULL,
  end INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  first_page INTEGER,
  last_page INTEGER,
  first_label TEXT,
  last_label TEXT,
  section_path TEXT NOT NULL,
  UNIQUE (id, collection_key)
) STRICT;
CREATE INDEX chunks_document ON chunks (document_key, ordinal);
CREATE INDEX chunks_pages ON chunks (collection_key, first_page, last_page);

CREATE TABLE vectors (
  chunk_key INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
  vector BLOB NOT NULL
) STRICT;

CREATE TABLE removals (
  collection_key INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  version INTEGER NOT NULL,
  document_key INTEGER NOT NULL,
  PRIMARY KEY (collection_key, version, document_key)
) STRICT, WITHOUT ROWID;
`

/** A collection may be a project; its settings are JSON, because only the program reads them. */
export const projectsSchema = 'ALTER TABLE collections ADD COLUMN project TEXT;'

/**
 * Jobs and the outcome of each of their sources. Design notes:
 * - `jobs_live` ensures that work is done once across all processes.
 * - Values that are always read as a whole (input, progress, counts, failure, result) are JSON.
 * - `heartbeat_at` changes every second while the job runs; `revision` only when there is something to report.
 */
export const jobsSchema = `
CREATE TABLE jobs (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  work TEXT NOT NULL,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  collection TEXT,
  input TEXT NOT NULL,
  is_repeatable INTEGER NOT NULL,
  origin TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  progress TEXT NOT NULL,
  counts TEXT NOT NULL,
  result TEXT,
  failure TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  finished_at TEXT,
  owner TEXT NOT NULL,
  instance TEXT NOT NULL,
  heartbeat_at TEXT NOT NULL,
  is_cancel_requested INTEGER NOT NULL,
  revision INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX jobs_live ON jobs (work) WHERE state IN ('running', 'interrupted');
CREATE INDEX jobs_state ON jobs (state, key);

CREATE TABLE job_items (
  job_key INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT,
  document_id TEXT,
  chunks INTEGER NOT NULL,
  PRIMARY KEY (job_key, ordinal),
  UNIQUE (job_key, name)
) STRICT, WITHOUT ROWID;
`

/**
 * Where page labels come from, and what users corrected. Design notes:
 * - A correction belongs to the source, not to the document, which is replaced when the source changes.
 * - `documents.corrected` records what was applied and replaced; the labels that were replaced are in the page map.
 * - Stores of earlier versions have only labels that the files declare.
 */
export const correctionsSchema = `
ALTER TABLE documents ADD COLUMN page_label_source TEXT NOT NULL DEFAULT 'none';
ALTER TABLE documents ADD COLUMN corrected TEXT;
UPDATE documents SET page_label_source = 'embedded'
  WHERE key IN (SELECT document_key FROM page_maps WHERE pages LIKE '%"label":"%');

CREATE TABLE corrections (
  collection_key INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  source TEXT NOT NULL,
  title TEXT,
  labels TEXT NOT NULL,
  PRIMARY KEY (collection_key, source)
) STRICT, WITHOUT ROWID;
`

/**
 * Chunks that are found by words before they have a vector, tokens for reranking, and what the search has measured of a
 * collection. Design notes:
 * - A row of `pending_vectors` has the text that the vector is made from, and is deleted when the vector is stored.
 * - Tokens are in a table of their own, because only the best candidates of a search are read.
 */
export const pendingSchema = `
ALTER TABLE collections ADD COLUMN calibration TEXT;

CREATE TABLE pending_vectors (
  chunk_key INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
  collection_key INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX pending_vectors_collection ON pending_vectors (collection_key, chunk_key);

CREATE TABLE chunk_tokens (
  chunk_key INTEGER PRIMARY KEY REFERENCES chunks ON DELETE CASCADE,
  bits BLOB NOT NULL
) STRICT;
`

/**
 * Where the lines of each page are, as `encodeLines` writes them. In a table of its own, because searches never read it.
 * Documents that earlier versions stored have no rows until they are ingested again.
 */
export const geometrySchema = `
CREATE TABLE page_geometry (
  document_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
  page INTEGER NOT NULL,
  lines BLOB NOT NULL,
  PRIMARY KEY (document_key, page)
) STRICT, WITHOUT ROWID;
`

/** How to open the model of a collection, when it is not the server's, and the models that it was bound to before. */
export const chosenModelsSchema = `
ALTER TABLE collections ADD COLUMN embedder TEXT;
ALTER TABLE collections ADD COLUMN former_models TEXT NOT NULL DEFAULT '[]';
`

/**
 * Which files beside the database hold copies of a collection for the next process: see `stored-copies.ts`. The database
 * is authoritative; copies can be deleted.
 */
export const storedCopiesSchema = `
CREATE TABLE stored_copies (
  collection_key INTEGER NOT NULL REFERENCES collections ON DELETE CASCADE,
  kind TEXT NOT NULL,
  token TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  PRIMARY KEY (collection_key, kind)
) STRICT, WITHOUT ROWID;
`

/**
 * Deleted documents until they are restored or removed for good. Design notes:
 * - No other query reads this table, so a deleted document is in no answer.
 * - The collection is kept by name: a rebuild gives the name to another key, and the trash stays.
 */
export const trashSchema = `
CREATE TABLE trash (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  collection TEXT NOT NULL,
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  deleted_at TEXT NOT NULL,
  content BLOB NOT NULL
) STRICT;
CREATE INDEX trash_collection ON trash (collection, deleted_at);
`

/** Documents of a collection in the order of their titles, for lists that people sort. */
export const titleOrderSchema = `
CREATE INDEX IF NOT EXISTS documents_title_order ON documents (collection_key, title COLLATE NOCASE);
`
