/**
 * A condition on documents or chunks. Fields are `doc_id`, `source`, `title`, `file_type`, `last_modified`,
 * `created_at`, `content_hash`, `language` (of the document), `chunk_id`, `chunk_index`, `page`, `section`
 * (of the chunk), and `metadata.<key>`. `page` matches when the chunk touches that page; page 0 matches chunks without
 * pages.
 */
export type Condition =
  | { field: string; op: 'equals'; value: string | number | boolean }
  | { field: string; op: 'one_of'; values: readonly (string | number)[] }
  /** The field is a list that contains the value (`metadata.tags`). */
  | { field: string; op: 'contains'; value: string | number }
  /** The field is a list that contains any of the values. */
  | { field: string; op: 'contains_any'; values: readonly string[] }
  | { field: string; op: 'starts_with'; value: string }
  | { field: string; op: 'starts_with_any'; values: readonly string[] }
  | { field: string; op: 'between'; from: string | number | null; to: string | number | null }

/** All conditions must match. */
export type Filter = readonly Condition[]

export const filterFields = [
  'doc_id',
  'source',
  'title',
  'file_type',
  'last_modified',
  'created_at',
  'content_hash',
  'language',
  'chunk_id',
  'chunk_index',
  'page',
  'section',
] as const
