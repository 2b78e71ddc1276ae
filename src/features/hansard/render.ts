import { countOf, listOf, numberOf, textOf, textsOf } from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { cutSnippet, highlight, termsOf } from '../../core/contract/shell/snippet.ts'
import { wrap } from '../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

const indent = '   '
const shownProblems = 5

/** Prints numbered passages with speaker, title, Hansard reference and excerpt. */
export function renderSpeeches({ value, input, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle, columns } = terminal
  const results = listOf(value, 'results')
  const remark = textsOf(value, 'warnings')
    .map(warning => `${noteStyle.warn('note:')} ${warning}`)
    .join('\n')
  if (results.length === 0) return { answer: '', remark: `Nothing found.\n${remark}`.trim() }
  const terms = termsOf(String(input.query ?? ''))
  const blocks = results.map((result, index) =>
    [
      `${style.bold(`${index + 1}. ${textOf(result, 'speaker')}`)} ${style.dim(`(${textOf(result, 'party')})`)}  ${textOf(result, 'title')}`,
      `${indent}${style.accent(textOf(result, 'hansard_reference'))}`,
      ...wrap(cutSnippet(textOf(result, 'excerpt'), terms, columns * 4), columns - indent.length).map(
        line => indent + highlight(line, terms, style),
      ),
      `${indent}${style.dim(textOf(result, 'speech_id'))}`,
    ].join('\n'),
  )
  return { answer: blocks.join('\n\n'), ...(remark === '' ? {} : { remark }) }
}

export function renderSpeech({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  return {
    answer: [
      style.bold(textOf(value, 'title')),
      style.accent(
        `${textOf(value, 'speaker')} (${textOf(value, 'party')}), ${textOf(value, 'hansard_reference')}`,
      ),
      '',
      textOf(value, 'full_text'),
    ].join('\n'),
  }
}

export function renderSpeakers({ value, terminal }: ShownAnswer): Rendering {
  const speakers = listOf(value, 'speakers')
  if (speakers.length === 0) return { answer: '', remark: 'No speaker is stored.' }
  const text = (field: string) => (row: unknown) => textOf(row, field) || '–'
  const rest = numberOf(value, 'total_speakers') - speakers.length
  return {
    answer: renderTable(
      speakers,
      [
        { title: 'SPEAKER', cell: text('speaker') },
        { title: 'PARTY', cell: text('party') },
        { title: 'FOR', cell: row => textOf(row, 'electorate') || textOf(row, 'state'), isFlexible: true },
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
  const files = listOf(value, 'files')
  const problems = files.flatMap(file => {
    const all = listOf(file, 'problems')
    const shown = all.slice(0, shownProblems).map(problem => {
      const line = numberOf(problem, 'line')
      return `${noteStyle.warn('note:')} ${textOf(file, 'file')}${line > 0 ? `:${line}` : ''}: ${textOf(problem, 'message')}`
    })
    return all.length > shown.length ? [...shown, `      and ${all.length - shown.length} more`] : shown
  })
  const warnings = textsOf(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  const number = (field: string) => (row: unknown) => String(numberOf(row, field))
  const table = renderTable(
    files,
    [
      { title: 'FILE', cell: row => textOf(row, 'file'), isFlexible: true },
      { title: 'SPEECHES', cell: number('speeches'), align: 'right' },
      { title: 'NEW', cell: number('created'), align: 'right' },
      { title: 'REPLACED', cell: number('replaced'), align: 'right' },
      { title: 'UNCHANGED', cell: number('skipped'), align: 'right' },
      { title: 'PROBLEMS', cell: row => String(listOf(row, 'problems').length), align: 'right' },
    ],
    terminal,
  )
  const failed = numberOf(value, 'failed')
  return {
    answer: files.length === 0 ? style.dim('nothing yet') : table,
    remark: [...problems, ...warnings].join('\n'),
    exitCode: failed > 0 ? 1 : 0,
  }
}
