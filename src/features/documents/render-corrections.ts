import { listField, numberField, textField } from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

const sources: Readonly<Record<string, string>> = {
  embedded: 'declared by the file',
  printed: 'read from the pages',
  reference: 'counted from the page range of the reference',
  corrected: 'corrected',
  none: 'unknown',
}

/** Prints which printed numbers the pages of the file have, and where these come from. */
export function renderPages({ value, terminal }: ShownAnswer): Rendering {
  const ranges = listField(value, 'ranges')
  const title = terminal.style.bold(textField(value, 'title'))
  if (ranges.length === 0) return { answer: `${title}\nIt has no pages.` }
  const table = renderTable(
    ranges,
    [
      {
        title: 'PAGES',
        cell: row => between(String(numberField(row, 'from')), String(numberField(row, 'to'))),
      },
      {
        title: 'PRINTED',
        cell: row => between(textField(row, 'first_label'), textField(row, 'last_label')) || '–',
      },
    ],
    terminal,
  )
  const source = textField(value, 'page_label_source')
  return { answer: `${title}\n${table}`, remark: `Printed numbers: ${sources[source] ?? source}.` }
}

function between(first: string, last: string): string {
  return first === last ? first : `${first}–${last}`
}

export function renderTitle({ value, terminal }: ShownAnswer): Rendering {
  const original = textField(value, 'original_title')
  return {
    answer: textField(value, 'title'),
    ...(value.corrected === true ? { remark: terminal.noteStyle.dim(`corrected; it was: ${original}`) } : {}),
  }
}
