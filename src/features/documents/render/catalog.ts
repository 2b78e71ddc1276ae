import { countOf, listOf, numberOf, textOf, textsOf } from '../../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

export function renderDocuments({ value, input, terminal }: ShownAnswer): Rendering {
  const documents = listOf(value, 'documents')
  if (documents.length === 0)
    return { answer: '', remark: 'No documents here. Add some with: quire ingest <path>' }
  const table = renderTable(
    documents,
    [
      { title: 'TITLE', cell: row => textOf(row, 'title'), isFlexible: true },
      typeof input.project === 'string'
        ? { title: 'PROJECT', cell: () => String(input.project) }
        : { title: 'LIBRARY', cell: row => textOf(row, 'library') },
      { title: 'TYPE', cell: row => textOf(row, 'file_type') },
      { title: 'CHUNKS', cell: row => textOf(row, 'chunk_count'), align: 'right' },
      { title: 'ADDED', cell: row => textOf(row, 'created_at').slice(0, 10) },
      { title: 'ID', cell: row => textOf(row, 'doc_id') },
    ],
    terminal,
  )
  const total = numberOf(value, 'total')
  return {
    answer: table,
    ...(total > documents.length
      ? { remark: `${documents.length.toLocaleString('en')} of ${countOf(total, 'document')}` }
      : {}),
  }
}

/** Libraries and, where the program has added them, projects: what `--library` and `--project` take. */
export function renderLibraries({ value, terminal }: ShownAnswer): Rendering {
  const projects = listOf(value, 'projects')
  const libraries = [...listOf(value, 'libraries'), ...projects]
  if (libraries.length === 0)
    return { answer: '', remark: 'No libraries yet. The first document makes one: quire ingest <path>' }
  const table = renderTable(
    libraries,
    [
      { title: 'NAME', cell: row => textOf(row, 'library') || textOf(row, 'project'), isFlexible: true },
      { title: 'KIND', cell: row => (textOf(row, 'library') === '' ? 'project' : 'library') },
      { title: 'DOCUMENTS', cell: row => textOf(row, 'document_count'), align: 'right' },
      { title: 'CHUNKS', cell: row => textOf(row, 'chunk_count'), align: 'right' },
      { title: 'MODEL', cell: row => textOf(row, 'embedding_model') },
      { title: 'LANGUAGES', cell: row => textsOf(row, 'languages').join(', ') },
    ],
    terminal,
  )
  const documents = libraries.reduce((sum: number, row) => sum + numberOf(row, 'document_count'), 0)
  const remark = `${countOf(documents, 'document')} in all`
  const isMixed = projects.length > 0
  return {
    answer: table,
    remark: isMixed ? `${remark}. A project is searched only when it is named: --project` : remark,
  }
}
