import type { Chunk } from '../../../core/model/chunk.ts'

/** The columns of a chunk that every store has. */
export type ChunkColumns = {
  id: string
  ordinal: number
  tokens: number
  first_page: number | null
  last_page: number | null
  first_label: string | null
  last_label: string | null
}

export function chunkOf(
  row: ChunkColumns,
  { start, end, sectionPath }: Pick<Chunk, 'start' | 'end' | 'sectionPath'>,
): Chunk {
  return {
    id: row.id,
    ordinal: row.ordinal,
    start,
    end,
    pages: pagesOf(row),
    sectionPath,
    tokens: row.tokens,
  }
}

function pagesOf(row: ChunkColumns): Chunk['pages'] {
  if (row.first_page === null || row.last_page === null) return null
  return {
    first: row.first_page,
    last: row.last_page,
    firstLabel: row.first_label,
    lastLabel: row.last_label,
  }
}
