import type { Answer, Rendering } from '../../../surfaces/cli/render/index.ts'
import { countOf, listOf, numberOf, textOf, textsOf } from '../../../core/contract/shell/read.ts'
import { renderTable } from '../../../core/contract/shell/table.ts'
import { renderValue } from '../../../core/contract/shell/value.ts'

/** Tools by name with what they do; schemas, where they were asked for, field by field. */
export function renderTools({ value, input, terminal }: Answer): Rendering {
  const { style } = terminal
  const tools = listOf(value, 'tools')
  if (input.detail_level === 'full')
    return { answer: tools.map(tool => renderValue(tool, style)).join('\n\n') }
  const lines = tools.map(tool => {
    const name = `quire ${textOf(tool, 'toolset')} ${textOf(tool, 'name').replaceAll('_', '-')}`
    const description = textOf(tool, 'description')
    return description === '' ? style.bold(name) : `${style.bold(name)}\n  ${description}`
  })
  const warnings = textsOf(value, 'warnings')
  return { answer: lines.join('\n'), ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }) }
}

export function renderDirectory({ value, terminal }: Answer): Rendering {
  const entries = listOf(value, 'entries')
  const hidden = numberOf(value, 'total') - entries.length
  const lines = entries.map(entry => {
    const kind = textOf(entry, 'kind')
    const name = textOf(entry, 'name')
    if (kind === 'directory') return terminal.style.accent(`${name}/`)
    return kind === 'file' ? name : `${name} ${terminal.style.dim(kind)}`
  })
  return {
    answer: lines.join('\n'),
    ...(hidden > 0 ? { remark: `${hidden} more: --limit, --offset` } : {}),
  }
}

/** The text alone, so that it can be piped on. */
export function renderText({ value, input }: Answer): Rendering {
  const total = numberOf(value, 'total_lines')
  const next = textOf(value, 'next_line')
  const isBeyond = numberOf(value, 'start_line') > Math.max(1, total) && !('cursor' in input)
  const remark = isBeyond
    ? `The file has ${countOf(total, 'line')}.`
    : next === ''
      ? null
      : `${countOf(total, 'line')}; go on with --start-line ${next}`
  return { answer: textOf(value, 'content'), ...(remark === null ? {} : { remark }) }
}

/** What stands behind an address, alone; where it goes on is said beside it. */
export function renderResource({ value }: Answer): Rendering {
  const next = textOf(value, 'next_uri')
  return {
    answer: textOf(value, 'text'),
    ...(next === '' ? {} : { remark: `It goes on: quire system read-resource '${next}'` }),
  }
}

export function renderWorkflows({ value, terminal }: Answer): Rendering {
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
