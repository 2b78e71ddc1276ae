import { manuscriptProblemsExitCode } from '../../../core/contract/shell/exit-codes.ts'
import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'
import { problems } from './check-quotation.ts'

/** One row per quotation and citation, then the counts. Exits with a code of its own when something is wrong. */
export function renderManuscript({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const items = listField(value, 'items')
  const table = renderTable(
    items,
    [
      { title: 'PLACE', cell: row => textField(row, 'place') },
      { title: 'VERDICT', cell: row => textField(row, 'verdict') },
      { title: 'CITATION', cell: row => textField(row, 'citation') || '–', isFlexible: true },
      { title: 'QUOTATION', cell: row => textField(row, 'quote') || '–', isFlexible: true },
      { title: 'REMARK', cell: row => textField(row, 'message'), isFlexible: true },
    ],
    terminal,
  )
  const count = numberField(value.summary, 'problems')
  const total = [
    countOf(numberField(value.summary, 'quotations'), 'quotation'),
    countOf(numberField(value.summary, 'citations'), 'citation'),
  ].join(', ')
  const state = count === 0 ? style.good('nothing wrong') : style.bad(countOf(count, 'problem'))
  const details = items.flatMap(row => {
    const isWrong = problems.has(textField(row, 'verdict'))
    return isWrong
      ? [`${style.warn(textField(row, 'place'))}  ${textField(row, 'verdict')}: ${textField(row, 'message')}`]
      : []
  })
  const path = textField(value.annotated, 'path')
  return {
    answer: [
      ...(items.length === 0 ? [] : [table, '']),
      ...(details.length === 0 ? [] : [...details, '']),
      `${style.bold(total)}: ${state}`,
      ...(path === '' ? [] : [`Copy with remarks: ${path}`]),
    ].join('\n'),
    ...remark(textsField(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)),
    exitCode: count > 0 ? manuscriptProblemsExitCode : 0,
  }
}

function remark(notes: readonly string[]): { remark?: string } {
  return notes.length === 0 ? {} : { remark: notes.join('\n') }
}
