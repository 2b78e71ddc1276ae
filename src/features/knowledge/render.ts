import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { relevanceOf, renderPassages } from '../../core/contract/shell/render-passages.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** How the CLI prints the answers of the knowledge tools. */

/** Prints results like every other search. Section and page are in the metadata. */
export function renderKnowledge({ value, input, terminal }: ShownAnswer): Rendering {
  const results = listField(value, 'results').map(result => ({
    ...Object(Reflect.get(Object(result), 'metadata')),
    title: textField(result, 'document_title'),
    source: textField(result, 'document_source'),
    content: textField(result, 'content'),
    score: numberField(result, 'similarity'),
  }))
  return renderPassages({ value: { ...value, results }, input, terminal })
}

/** The answer on stdout; warnings and dropped sentences as remarks. */
export function renderReply({ value, terminal }: ShownAnswer): Rendering {
  const notes = [
    ...textsField(value, 'warnings'),
    ...textsField(value, 'dropped').map(sentence => `dropped, not supported by its passage: ${sentence}`),
  ].map(note => `${terminal.noteStyle.warn('note:')} ${note}`)
  const answer = textField(value, 'response')
  return notes.length === 0 ? { answer } : { answer, remark: notes.join('\n') }
}

/** Each block with its summary, language and source. */
export function renderCode({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const results = listField(value, 'results')
  const blocks = results.map((result, index) =>
    [
      [
        style.bold(`${index + 1}. ${textField(result, 'summary')}`),
        style.dim(relevanceOf(result, 'similarity')),
      ].join('  '),
      `   ${style.accent(textField(result, 'language'))} · ${style.dim(textField(result, 'source'))}`,
      ...textField(result, 'code')
        .split('\n')
        .map(line => `   ${line}`.trimEnd()),
    ].join('\n'),
  )
  const notes = textsField(value, 'warnings').map(note => `${terminal.noteStyle.warn('note:')} ${note}`)
  const remark = [...(blocks.length === 0 ? ['Nothing found.'] : []), ...notes].join('\n')
  const answer = blocks.join('\n\n')
  return remark === '' ? { answer } : { answer, remark }
}

export function renderSources({ value, terminal }: ShownAnswer): Rendering {
  const sources = listField(value, 'sources')
  if (sources.length === 0) return { answer: '', remark: 'No sources yet.' }
  const table = renderTable(
    sources,
    [
      { title: 'SOURCE', cell: row => textField(row, 'source_id'), isFlexible: true },
      { title: 'DOCUMENTS', cell: row => textField(row, 'document_count'), align: 'right' },
      { title: 'WORDS', cell: row => textField(row, 'total_word_count'), align: 'right' },
      { title: 'UPDATED', cell: row => textField(row, 'updated_at').slice(0, 10) },
    ],
    terminal,
  )
  const documents = sources.reduce((sum: number, row) => sum + numberField(row, 'document_count'), 0)
  return { answer: table, remark: `${countOf(documents, 'document')} in total` }
}
