/**
 * Jobs, and what became of each of their sources. Reasons that the SQL cannot say:
 * - `jobs_live` is the rule that work is done once, over all processes.
 * - Values that are only ever read whole (input, progress, counts, failure, result) are JSON.
 * - `heartbeat_at` moves every second while the job is under way; `revision` only when there is something to tell.
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
