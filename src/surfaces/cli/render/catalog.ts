import type { Answer, Rendering } from './index.ts'
import { countOf, listOf, numberOf, textOf, textsOf } from './read.ts'
import { renderTable } from './table.ts'

export function renderDocuments({ value, input, terminal }: Answer): Rendering {
  const documents = listOf(value, 'documents')
  if (documents.length === 0)
    return { answer: '', remark: 'No documents here. Add some with: quire ingest <path>' }
  const table = renderTable(
    documents,
    [
      { title: 'TITLE', cell: row => textOf(row, 'title'), isFlexible: true },
      { title: 'LIBRARY', cell: row => textOf(row, 'library') },
      { title: 'TYPE', cell: row => textOf(row, 'file_type') },
      { title: 'CHUNKS', cell: row => textOf(row, 'chunk_count'), align: 'right' },
      { title: 'ADDED', cell: row => textOf(row, 'created_at').slice(0, 10) },
      { title: 'ID', cell: row => textOf(row, 'doc_id') },
    ],
    terminal,
  )
  const limit = typeof input.limit === 'number' ? input.limit : 20
  const offset = typeof input.offset === 'number' ? input.offset : 0
  const isFull = documents.length >= limit
  return {
    answer: table,
    ...(isFull ? { remark: `There may be more: --offset ${offset + documents.length}` } : {}),
  }
}

export function renderLibraries({ value, terminal }: Answer): Rendering {
  const libraries = listOf(value, 'libraries')
  if (libraries.length === 0)
    return { answer: '', remark: 'No libraries yet. The first document makes one: quire ingest <path>' }
  const table = renderTable(
    libraries,
    [
      { title: 'LIBRARY', cell: row => textOf(row, 'library'), isFlexible: true },
      { title: 'DOCUMENTS', cell: row => textOf(row, 'document_count'), align: 'right' },
      { title: 'CHUNKS', cell: row => textOf(row, 'chunk_count'), align: 'right' },
      { title: 'MODEL', cell: row => textOf(row, 'embedding_model') },
      { title: 'LANGUAGES', cell: row => textsOf(row, 'languages').join(', ') },
    ],
    terminal,
  )
  const documents = libraries.reduce((sum: number, row) => sum + numberOf(row, 'document_count'), 0)
  return { answer: table, remark: `${countOf(documents, 'document')} in all` }
}
