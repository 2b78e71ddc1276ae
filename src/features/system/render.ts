import {
  countOf,
  listField,
  numberField,
  textField,
  textsField,
} from '../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import { renderValue } from '../../core/contract/shell/render-value.ts'
import type { Style } from '../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../core/contract/shell/tool-shell.ts'

export function renderJobs({ value, terminal }: ShownAnswer): Rendering {
  const jobs = listField(value, 'jobs')
  if (jobs.length === 0)
    return { answer: '', remark: 'No jobs. Long-running work, such as quire ingest <folder>, creates one.' }
  const table = renderTable(
    jobs,
    [
      { title: 'ID', cell: row => textField(row, 'job_id').slice(0, 8) },
      { title: 'STATE', cell: row => textField(row, 'state') },
      { title: 'DONE', cell: shareOf, align: 'right' },
      { title: 'FAILED', cell: row => String(numberField(countsOf(row), 'failed') || ''), align: 'right' },
      { title: 'STARTED', cell: row => textField(row, 'created_at').slice(0, 16).replace('T', ' ') },
      { title: 'WHAT', cell: row => textField(row, 'title'), isFlexible: true },
      { title: 'LIBRARY', cell: row => textField(row, 'collection') },
    ],
    terminal,
  )
  const isStopped = jobs.some(row => textField(row, 'state') === 'interrupted')
  return {
    answer: table,
    ...(isStopped ? { remark: 'Run the same command again to resume an interrupted job.' } : {}),
  }
}

export function renderJob({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const items = listField(value, 'items').map(row => itemLine(row, style))
  const total = numberField(value, 'items_total')
  const hidden = total - items.length
  return {
    answer: [...headOf(value, style), ...items].join('\n'),
    ...(hidden > 0 && items.length > 0
      ? { remark: `${countOf(hidden, 'more item')}: --limit, --offset` }
      : {}),
  }
}

export function renderCancelled({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  return { answer: [...headOf(value, style), textField(value, 'message')].join('\n') }
}

function headOf(value: Record<string, unknown>, style: Style): string[] {
  const counts = (['created', 'replaced', 'skipped', 'failed'] as const)
    .filter(name => numberField(countsOf(value), name) > 0)
    .map(name => `${numberField(countsOf(value), name)} ${name}`)
  const facts = [
    shareOf(value),
    ...counts,
    `started ${textField(value, 'created_at').slice(0, 19).replace('T', ' ')}`,
  ]
  const attempt = numberField(value, 'attempt')
  if (attempt > 1) facts.push(`attempt ${attempt}`)
  const head = [
    `${paint(textField(value, 'state'), style)}  ${style.bold(textField(value, 'title'))}`,
    style.dim(`${textField(value, 'job_id')}  ${facts.filter(fact => fact !== '').join(', ')}`),
  ]
  const error = textField(value.error, 'message')
  return error === '' ? head : [...head, `${style.bad('error:')} ${error}`]
}

function itemLine(row: unknown, style: Style): string {
  const outcome = textField(row, 'outcome')
  const message = textField(row, 'message')
  const painted = outcome === 'failed' ? style.bad(outcome.padEnd(8)) : style.good(outcome.padEnd(8))
  return `${painted}  ${textField(row, 'name')}${message === '' ? '' : `\n          ${style.dim(message)}`}`
}

function paint(state: string, style: Style): string {
  if (state === 'done') return style.good(state)
  if (state === 'running') return style.accent(state)
  return state === 'failed' ? style.bad(state) : style.warn(state)
}

/** "12/40", or "12" while the total is unknown. */
function shareOf(row: unknown): string {
  const progress = fieldOf(row, 'progress')
  const done = textField(progress, 'done')
  const total = textField(progress, 'total')
  return total === '' ? done : `${done}/${total}`
}

function countsOf(row: unknown): unknown {
  return fieldOf(row, 'counts')
}

function fieldOf(row: unknown, field: string): unknown {
  if (row === null || typeof row !== 'object') return undefined
  return Object.entries(row).find(([name]) => name === field)?.[1]
}

/** Prints tools with their descriptions; with detail_level full, field by field. */
export function renderTools({ value, input, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const tools = listField(value, 'tools')
  if (input.detail_level === 'full')
    return { answer: tools.map(tool => renderValue(tool, style)).join('\n\n') }
  const lines = tools.map(tool => {
    const name = `quire ${textField(tool, 'toolset')} ${textField(tool, 'name').replaceAll('_', '-')}`
    const description = textField(tool, 'description')
    return description === '' ? style.bold(name) : `${style.bold(name)}\n  ${description}`
  })
  const warnings = textsField(value, 'warnings')
  return { answer: lines.join('\n'), ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }) }
}

export function renderDirectory({ value, terminal }: ShownAnswer): Rendering {
  const entries = listField(value, 'entries')
  const hidden = numberField(value, 'total') - entries.length
  const lines = entries.map(entry => {
    const kind = textField(entry, 'kind')
    const name = textField(entry, 'name')
    if (kind === 'directory') return terminal.style.accent(`${name}/`)
    return kind === 'file' ? name : `${name} ${terminal.style.dim(kind)}`
  })
  return {
    answer: lines.join('\n'),
    ...(hidden > 0 ? { remark: `${hidden} more: --limit, --offset` } : {}),
  }
}

/** Prints only the text, so that it can be piped. */
export function renderText({ value, input }: ShownAnswer): Rendering {
  const total = numberField(value, 'total_lines')
  const next = textField(value, 'next_line')
  const isBeyond = numberField(value, 'start_line') > Math.max(1, total) && !('cursor' in input)
  const remark = isBeyond
    ? `The file has ${countOf(total, 'line')}.`
    : next === ''
      ? null
      : `${countOf(total, 'line')}; continue with --start-line ${next}`
  return { answer: textField(value, 'content'), ...(remark === null ? {} : { remark }) }
}

/** Prints only the text; how to get the rest is a remark. */
export function renderResource({ value }: ShownAnswer): Rendering {
  const next = textField(value, 'next_uri')
  return {
    answer: textField(value, 'text'),
    ...(next === '' ? {} : { remark: `Continue with: quire system read-resource '${next}'` }),
  }
}
