import { encodeLines } from '../../../core/model/geometry-codec.ts'
import type { ChunkWrite, DocumentWrite } from '../../../core/ports/store.ts'
import { documentValues, splitText } from '../common/document-row.ts'
import { type CopyColumns, type CopyValue, copyRows } from './copy-rows.ts'
import type { Sql } from './database.ts'
import type { DocumentKey } from './document-rows.ts'
import { fileMetadata } from './metadata-values.ts'

/** A document with the keys that it and its chunks get. */
export type PlacedDocument = DocumentWrite & DocumentKey & { firstChunk: number; words: number }

type Rows = CopyValue[][]
type TableRows = { columns: CopyColumns; rowsOf(placed: PlacedDocument): Rows }

const ofDocument = { collection: 'int8', document: 'int8' } as const
const ofChunk = { collection: 'int8', chunk: 'int8' } as const

/** What is written of a document to each table, except the postings, which documents share. */
const tables: Record<string, TableRows> = {
  documents: {
    columns: {
      collection: 'int8',
      key: 'int8',
      id: 'text',
      source: 'text',
      title: 'text',
      file_type: 'text',
      last_modified: 'text',
      content_hash: 'text',
      fingerprint: 'text',
      created_at: 'text',
      language: 'text',
      metadata: 'text',
      warnings: 'text',
      page_label_source: 'text',
      corrected: 'text',
      pages: 'text',
      outline: 'text',
      length: 'int4',
      words: 'int4',
      first_chunk: 'int8',
      chunk_count: 'int4',
    },
    rowsOf: ({ collection, key, document, firstChunk, words, chunks }) => [
      [
        collection,
        key,
        ...documentValues(document),
        JSON.stringify(document.pages),
        JSON.stringify(document.outline),
        document.markdown.length,
        words,
        firstChunk,
        chunks.length,
      ],
    ],
  },
  pieces: {
    columns: { ...ofDocument, start_at: 'int4', end_at: 'int4', markdown: 'text' },
    rowsOf: ({ collection, key, document }) =>
      splitText(document.markdown).map(({ start, end, markdown }) => [collection, key, start, end, markdown]),
  },
  metadata_values: {
    columns: { ...ofDocument, name: 'text', kind: 'text', value_text: 'text', value_number: 'float8' },
    rowsOf: ({ collection, key, document }) =>
      fileMetadata(document.metadata).map(({ name, kind, text, number }) => [
        collection,
        key,
        name,
        kind,
        text,
        number,
      ]),
  },
  page_geometry: {
    columns: { ...ofDocument, page: 'int4', lines: 'bytea' },
    rowsOf: ({ collection, key, geometry = [] }) =>
      geometry
        .filter(({ lines }) => lines.length > 0)
        .map(({ page, ...content }) => [collection, key, page, encodeLines(content)]),
  },
  chunks: {
    columns: {
      ...ofDocument,
      key: 'int8',
      id: 'text',
      ordinal: 'int4',
      start_at: 'int4',
      end_at: 'int4',
      tokens: 'int4',
      first_page: 'int4',
      last_page: 'int4',
      first_label: 'text',
      last_label: 'text',
      section_path: 'text[]',
      terms: 'int4',
    },
    rowsOf: ({ collection, key, firstChunk, chunks }) =>
      chunks.map((write, index) => {
        const { id, ordinal, start, end, tokens, pages, sectionPath } = write.chunk
        return [
          ...[collection, key, firstChunk + index, id, ordinal, start, end, tokens],
          ...[pages?.first ?? null, pages?.last ?? null, pages?.firstLabel ?? null, pages?.lastLabel ?? null],
          sectionPath,
          lengthOf(write),
        ]
      }),
  },
  vectors: {
    columns: { ...ofChunk, vector: 'vector' },
    rowsOf: ofChunks(({ vector }) => ('length' in vector ? vector : null)),
  },
  pending_vectors: {
    columns: { ...ofChunk, text: 'text' },
    rowsOf: ofChunks(({ vector }) => ('length' in vector ? null : vector.text)),
  },
  chunk_tokens: {
    columns: { ...ofChunk, bits: 'bytea' },
    rowsOf: ofChunks(({ tokenBits }) => tokenBits ?? null),
  },
}

/** Writes documents whose keys are free, except their postings. Inside a transaction. */
export async function writeDocumentRows(sql: Sql, placed: readonly PlacedDocument[]): Promise<void> {
  for (const [table, { columns, rowsOf }] of Object.entries(tables))
    await copyRows(sql, { table, columns }, placed.flatMap(rowsOf))
}

/** How many terms the chunk has. */
export function lengthOf({ terms }: Pick<ChunkWrite, 'terms'>): number {
  return terms.body.length + terms.heading.length
}

/** One row for each chunk that has such a value. */
function ofChunks(chosen: (write: ChunkWrite) => CopyValue): TableRows['rowsOf'] {
  return ({ collection, firstChunk, chunks }) =>
    chunks.flatMap((write, index) => {
      const value = chosen(write)
      return value === null ? [] : [[collection, firstChunk + index, value]]
    })
}
