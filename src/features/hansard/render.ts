import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { cutSnippet, highlight, termsOf } from '../../core/contract/shell/snippet.ts'
import { wrap } from '../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

const indent = '   '
const shownProblems = 5

/** Prints numbered passages with speaker, title, Hansard reference and excerpt. */
export function renderSpeeches({ value, input, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle, columns } = terminal
  const results = listField(value, 'results')
  const remark = textsField(value, 'warnings')
    .map(warning => `${noteStyle.warn('note:')} ${warning}`)
    .join('\n')
  if (results.length === 0) return { answer: '', remark: `Nothing found.\n${remark}`.trim() }
  const terms = termsOf(String(input.query ?? ''))
  const blocks = results.map((result, index) =>
    [
      `${style.bold(`${index + 1}. ${textField(result, 'speaker')}`)} ${style.dim(`(${textField(result, 'party')})`)}  ${textField(result, 'title')}`,
      `${indent}${style.accent(textField(result, 'hansard_reference'))}`,
      ...wrap(cutSnippet(textField(result, 'excerpt'), terms, columns * 4), columns - indent.length).map(
        line => indent + highlight(line, terms, style),
      ),
      `${indent}${style.dim(textField(result, 'speech_id'))}`,
    ].join('\n'),
  )
  return { answer: blocks.join('\n\n'), ...(remark === '' ? {} : { remark }) }
}

export function renderSpeech({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  return {
    answer: [
      style.bold(textField(value, 'title')),
      style.accent(
        `${textField(value, 'speaker')} (${textField(value, 'party')}), ${textField(value, 'hansard_reference')}`,
      ),
      '',
      textField(value, 'full_text'),
    ].join('\n'),
  }
}

export function renderSpeakers({ value, terminal }: ShownAnswer): Rendering {
  const speakers = listField(value, 'speakers')
  if (speakers.length === 0) return { answer: '', remark: 'No speaker is stored.' }
  const text = (field: string) => (row: unknown) => textField(row, field) || '–'
  const rest = numberField(value, 'total_speakers') - speakers.length
  return {
    answer: renderTable(
      speakers,
      [
        { title: 'SPEAKER', cell: text('speaker') },
        { title: 'PARTY', cell: text('party') },
        {
          title: 'FOR',
          cell: row => textField(row, 'electorate') || textField(row, 'state'),
          isFlexible: true,
        },
        { title: 'SPEECHES', cell: text('speech_count'), align: 'right' },
        { title: 'WORDS', cell: text('total_words'), align: 'right' },
        { title: 'FROM', cell: text('first_speech_date') },
        { title: 'TO', cell: text('last_speech_date') },
      ],
      terminal,
    ),
    ...(rest > 0 ? { remark: `and ${countOf(rest, 'more speaker')}` } : {}),
  }
}

/** Prints one line per file, and the first problems of each with line numbers. */
export function renderImport({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const files = listField(value, 'files')
  const problems = files.flatMap(file => {
    const all = listField(file, 'problems')
    const shown = all.slice(0, shownProblems).map(problem => {
      const line = numberField(problem, 'line')
      return `${noteStyle.warn('note:')} ${textField(file, 'file')}${line > 0 ? `:${line}` : ''}: ${textField(problem, 'message')}`
    })
    return all.length > shown.length ? [...shown, `      and ${all.length - shown.length} more`] : shown
  })
  const warnings = textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  const number = (field: string) => (row: unknown) => String(numberField(row, field))
  const table = renderTable(
    files,
    [
      { title: 'FILE', cell: row => textField(row, 'file'), isFlexible: true },
      { title: 'SPEECHES', cell: number('speeches'), align: 'right' },
      { title: 'NEW', cell: number('created'), align: 'right' },
      { title: 'REPLACED', cell: number('replaced'), align: 'right' },
      { title: 'UNCHANGED', cell: number('skipped'), align: 'right' },
      { title: 'PROBLEMS', cell: row => String(listField(row, 'problems').length), align: 'right' },
    ],
    terminal,
  )
  const failed = numberField(value, 'failed')
  return {
    answer: files.length === 0 ? style.dim('nothing yet') : table,
    remark: [...problems, ...warnings].join('\n'),
    exitCode: failed > 0 ? 1 : 0,
  }
}
