import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Style } from '../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'
import { sayWaiting } from '../../core/model/collection.ts'

/** Prints one line per changed or failed file, then the totals. The exit code is 1 if a file failed. */
export function renderFolder({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const isDryRun = textField(value, 'status') === 'dry_run'
  const results = listField(value, 'results')
    .filter(row => isDryRun || textField(row, 'status') !== 'skipped')
    .map(
      row =>
        `${style.good(textField(row, 'status').padEnd(8))}  ${textField(row, 'file')}${chunksOf(row, style.dim)}${warningsOf(row, style.dim)}`,
    )
  const errors = listField(value, 'errors').map(
    row =>
      `${style.bad('failed'.padEnd(8))}  ${textField(row, 'file')}\n          ${style.dim(textField(row, 'error'))}`,
  )
  const leftOut = leftOutLines(listField(value, 'left_out'), style)
  const failed = numberField(value, 'failed')
  return {
    answer: [...results, ...errors, ...leftOut, style.bold(summary(value, isDryRun))].join('\n'),
    exitCode: failed > 0 ? 1 : 0,
  }
}

/** Up to so many files are printed one by one; more are printed by reason. */
const namedAtMost = 20

function leftOutLines(rows: readonly unknown[], style: Style): string[] {
  const byReason = Map.groupBy(rows, row => textField(row, 'reason'))
  const line = (what: string, reason: string) =>
    `${style.warn('left out'.padEnd(8))}  ${what}\n          ${style.dim(reason)}`
  if (rows.length <= namedAtMost)
    return rows.map(row => line(textField(row, 'file'), textField(row, 'reason')))
  return [...byReason].map(([reason, same]) => {
    const names = same.slice(0, 3).map(row => textField(row, 'file'))
    const more = same.length - names.length
    return line(more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`, reason)
  })
}

function chunksOf(row: unknown, dim: (text: string) => string): string {
  const chunks = numberField(row, 'chunk_count')
  return chunks === 0 ? '' : `  ${dim(countOf(chunks, 'chunk'))}`
}

function warningsOf(row: unknown, dim: (text: string) => string): string {
  const warnings = textField(row, 'warnings')
  return warnings === '' ? '' : `\n          ${dim(warnings)}`
}

function summary(value: Record<string, unknown>, isDryRun: boolean): string {
  const total = countOf(numberField(value, 'total_files'), 'file')
  if (isDryRun) return `${total} would be read`
  const parts: string[] = (['indexed', 'replaced', 'skipped', 'failed'] as const)
    .filter(name => numberField(value, name) > 0)
    .map(name => `${numberField(value, name)} ${name}`)
  const leftOut = numberField(value, 'left_out_count')
  if (leftOut > 0) parts.push(`${leftOut} left out`)
  return `${total}${parts.length > 0 ? `: ${parts.join(', ')}` : ''} → library ${textField(value, 'library')}`
}

export function renderDocuments({ value, input, terminal }: ShownAnswer): Rendering {
  const documents = listField(value, 'documents')
  if (documents.length === 0)
    return { answer: '', remark: 'No documents here. Add some with: quire ingest <path>' }
  const table = renderTable(
    documents,
    [
      { title: 'TITLE', cell: row => textField(row, 'title'), isFlexible: true },
      typeof input.project === 'string'
        ? { title: 'PROJECT', cell: () => String(input.project) }
        : { title: 'LIBRARY', cell: row => textField(row, 'library') },
      { title: 'TYPE', cell: row => textField(row, 'file_type') },
      { title: 'CHUNKS', cell: row => textField(row, 'chunk_count'), align: 'right' },
      { title: 'ADDED', cell: row => textField(row, 'created_at').slice(0, 10) },
      ...(documents.some(row => correctedOf(row) !== '') ? [{ title: 'CORRECTED', cell: correctedOf }] : []),
      { title: 'ID', cell: row => textField(row, 'doc_id') },
    ],
    terminal,
  )
  const total = numberField(value, 'total')
  return {
    answer: table,
    ...(total > documents.length
      ? { remark: `${documents.length.toLocaleString('en')} of ${countOf(total, 'document')}` }
      : {}),
  }
}

function correctedOf(row: unknown): string {
  return textsField(row, 'corrected').join(', ')
}

/** Prints the values of `--library`, and of `--project` if projects were added to the result. */
export function renderLibraries({ value, terminal }: ShownAnswer): Rendering {
  const projects = listField(value, 'projects')
  const libraries = [...listField(value, 'libraries'), ...projects]
  if (libraries.length === 0)
    return { answer: '', remark: 'No libraries yet. The first document creates one: quire ingest <path>' }
  const table = renderTable(
    libraries,
    [
      {
        title: 'NAME',
        cell: row => textField(row, 'library') || textField(row, 'project'),
        isFlexible: true,
      },
      { title: 'KIND', cell: row => (textField(row, 'library') === '' ? 'project' : 'library') },
      { title: 'DOCUMENTS', cell: row => textField(row, 'document_count'), align: 'right' },
      { title: 'CHUNKS', cell: row => textField(row, 'chunk_count'), align: 'right' },
      { title: 'MODEL', cell: row => textField(row, 'embedding_model') },
      { title: 'LANGUAGES', cell: row => textsField(row, 'languages').join(', ') },
    ],
    terminal,
  )
  const documents = libraries.reduce((sum: number, row) => sum + numberField(row, 'document_count'), 0)
  const remark = `${countOf(documents, 'document')} in all`
  const waiting = libraries
    .filter(row => textField(row, 'meaning') !== '')
    .map(row => `${textField(row, 'library')}: meaning: ${Math.floor(numberField(row, 'meaning') * 100)} %`)
  const unfed = libraries
    .filter(row => textField(row, 'index_waiting') !== '')
    .map(row => `${textField(row, 'library')}: ${sayWaiting(numberField(row, 'index_waiting'))}`)
  const isMixed = projects.length > 0
  return {
    answer: table,
    remark: [
      isMixed ? `${remark}. A project is searched only if it is named: --project` : remark,
      ...waiting.map(line => `${line}, the rest is found by words until its vectors are made.`),
      ...unfed,
    ].join('\n'),
  }
}

export function renderDeleted({ value, terminal }: ShownAnswer): Rendering {
  const chunks = numberField(value, 'deleted_chunks')
  const id = textField(value, 'doc_id')
  if (chunks === 0) return { answer: `There was no document ${id}.` }
  return {
    answer: `${terminal.style.good('deleted')}  ${id}  ${terminal.style.dim(countOf(chunks, 'chunk'))}`,
  }
}

export function renderTrash({ value, terminal }: ShownAnswer): Rendering {
  const documents = listField(value, 'documents')
  if (documents.length === 0) return { answer: 'Nothing was deleted in the last 24 hours.' }
  const table = renderTable(
    documents,
    [
      { title: 'TITLE', cell: row => textField(row, 'title'), isFlexible: true },
      { title: 'LIBRARY', cell: row => textField(row, 'library') },
      { title: 'UNTIL', cell: row => textField(row, 'restorable_until').slice(0, 16).replace('T', ' ') },
      { title: 'ID', cell: row => textField(row, 'doc_id') },
    ],
    terminal,
  )
  return { answer: table, remark: 'Put one back with: quire restore <id>' }
}

export function renderRestored({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const where = style.dim(`library ${textField(value, 'library')}`)
  return { answer: `${style.good('restored')}  ${textField(value, 'title')}  ${where}` }
}

export function renderDeletedLibrary({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const what = `${countOf(numberField(value, 'deleted_documents'), 'document')}, ${countOf(numberField(value, 'deleted_chunks'), 'chunk')}`
  return { answer: `${style.good('deleted')}  library ${textField(value, 'library')}  ${style.dim(what)}` }
}

/** Prints only the Markdown to stdout, so that it can be piped; title and source are a remark. */
export function renderDocument({ value, terminal }: ShownAnswer): Rendering {
  const pages = listField(value, 'pages').length
  const facts = [
    `library ${textField(value, 'library')}`,
    ...(pages > 0 ? [countOf(pages, 'page')] : []),
    countOf(numberField(value, 'chunk_count'), 'chunk'),
  ]
  const { bold, dim } = terminal.noteStyle
  return {
    answer: textField(value, 'content'),
    remark: `\n${bold(textField(value, 'title'))}\n${dim(`${textField(value, 'source')} · ${facts.join(' · ')}`)}`,
  }
}

export function renderIngested({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const status = textField(value, 'status')
  const chunks = numberField(value, 'chunk_count')
  const outcome = status === 'skipped' ? 'unchanged' : countOf(chunks, 'chunk')
  const painted = status === 'skipped' ? style.dim(status) : style.good(status)
  const warnings = textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  const attachments = listField(value, 'attachments').map(
    row => `          ${textField(row, 'name')}  ${style.dim(textField(row, 'doc_id'))}`,
  )
  const line = `${painted}  ${textField(value, 'source')}  ${style.dim(`→ ${textField(value, 'library')}, ${outcome}, ${textField(value, 'doc_id')}`)}`
  return {
    answer: [line, ...attachments].join('\n'),
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
  }
}

/**
 * Prints one line per document that is not unchanged, then the totals. The exit code is 1 if one failed or was
 * unreachable.
 */
export function renderRefreshed({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const isDryRun = textField(value, 'status') === 'dry_run'
  const lines = listField(value, 'results').map(row => refreshedLine(row, style))
  const warnings = textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  return {
    answer: [...lines, style.bold(sumLine(value, isDryRun))].join('\n'),
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
    exitCode: numberField(value, 'failed') + numberField(value, 'unreachable') > 0 ? 1 : 0,
  }
}

/** Returns "moved     b.md ← a.md", with the message below it. */
export function refreshedLine(row: unknown, style: Style): string {
  const outcome = textField(row, 'outcome')
  const paint = outcome === 'failed' ? style.bad : outcome in calm ? style.dim : style.good
  const from = textField(row, 'from')
  const message = textField(row, 'message')
  const chunks = numberField(row, 'chunk_count')
  return [
    `${paint(outcome.padEnd(11))} ${textField(row, 'source')}`,
    from === '' ? '' : ` ← ${from}`,
    chunks === 0 ? '' : `  ${style.dim(countOf(chunks, 'chunk'))}`,
    message === '' ? '' : `\n            ${style.dim(message)}`,
  ].join('')
}

const calm = { waiting: true, unreachable: true }

const counted = ['added', 'changed', 'moved', 'removed', 'unchanged', 'failed', 'waiting', 'unreachable']

export function sumLine(value: unknown, isDryRun: boolean): string {
  const parts = counted
    .filter(name => numberField(value, name) > 0)
    .map(name => `${numberField(value, name)} ${name}`)
  const sum = parts.length === 0 ? 'no documents' : parts.join(', ')
  return `${isDryRun ? 'Would be: ' : ''}${sum}`
}
