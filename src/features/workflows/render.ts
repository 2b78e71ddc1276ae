import { listOf, textOf } from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** Prints workflows as a table. */
export function renderWorkflows({ value, terminal }: ShownAnswer): Rendering {
  const workflows = listOf(value, 'workflows')
  if (workflows.length === 0) return { answer: '', remark: 'No workflows.' }
  const table = renderTable(
    workflows,
    [
      { title: 'ID', cell: row => textOf(row, 'workflow_id') },
      { title: 'NAME', cell: row => textOf(row, 'name'), isFlexible: true },
      { title: 'STATE', cell: row => (Object(row).active === true ? 'on' : 'off') },
      { title: 'NODES', cell: row => textOf(row, 'nodes'), align: 'right' },
      { title: 'CHANGED', cell: row => textOf(row, 'updated_at').slice(0, 16).replace('T', ' ') },
    ],
    terminal,
  )
  const next = textOf(value, 'next_cursor')
  return { answer: table, ...(next === '' ? {} : { remark: `More: --cursor ${next}` }) }
}
