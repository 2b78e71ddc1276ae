import { listField, textField } from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

/** Prints workflows as a table. */
export function renderWorkflows({ value, terminal }: ShownAnswer): Rendering {
  const workflows = listField(value, 'workflows')
  if (workflows.length === 0) return { answer: '', remark: 'No workflows.' }
  const table = renderTable(
    workflows,
    [
      { title: 'ID', cell: row => textField(row, 'workflow_id') },
      { title: 'NAME', cell: row => textField(row, 'name'), isFlexible: true },
      { title: 'STATE', cell: row => (Object(row).active === true ? 'on' : 'off') },
      { title: 'NODES', cell: row => textField(row, 'nodes'), align: 'right' },
      { title: 'CHANGED', cell: row => textField(row, 'updated_at').slice(0, 16).replace('T', ' ') },
    ],
    terminal,
  )
  const next = textField(value, 'next_cursor')
  return { answer: table, ...(next === '' ? {} : { remark: `More: --cursor ${next}` }) }
}
