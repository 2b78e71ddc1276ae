import { manuscriptProblemsExitCode } from '../../../core/contract/shell/exit-codes.ts'
import { countOf, listOf, numberOf, textOf, textsOf } from '../../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'
import { problems } from './check-quotation.ts'

/** One row per quotation and citation, then the counts. Exits with a code of its own when something is wrong. */
export function renderManuscript({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const items = listOf(value, 'items')
  const table = renderTable(
    items,
    [
      { title: 'PLACE', cell: row => textOf(row, 'place') },
      { title: 'VERDICT', cell: row => textOf(row, 'verdict') },
      { title: 'CITATION', cell: row => textOf(row, 'citation') || '–', isFlexible: true },
      { title: 'QUOTATION', cell: row => textOf(row, 'quote') || '–', isFlexible: true },
      { title: 'REMARK', cell: row => textOf(row, 'message'), isFlexible: true },
    ],
    terminal,
  )
  const count = numberOf(value.summary, 'problems')
  const total = [
    countOf(numberOf(value.summary, 'quotations'), 'quotation'),
    countOf(numberOf(value.summary, 'citations'), 'citation'),
  ].join(', ')
  const state = count === 0 ? style.good('nothing wrong') : style.bad(countOf(count, 'problem'))
  const details = items.flatMap(row => {
    const isWrong = problems.has(textOf(row, 'verdict'))
    return isWrong
      ? [`${style.warn(textOf(row, 'place'))}  ${textOf(row, 'verdict')}: ${textOf(row, 'message')}`]
      : []
  })
  const path = textOf(value.annotated, 'path')
  return {
    answer: [
      ...(items.length === 0 ? [] : [table, '']),
      ...(details.length === 0 ? [] : [...details, '']),
      `${style.bold(total)}: ${state}`,
      ...(path === '' ? [] : [`Copy with remarks: ${path}`]),
    ].join('\n'),
    ...remark(textsOf(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)),
    exitCode: count > 0 ? manuscriptProblemsExitCode : 0,
  }
}

function remark(notes: readonly string[]): { remark?: string } {
  return notes.length === 0 ? {} : { remark: notes.join('\n') }
}
