import { countOf, listOf, numberOf, textOf } from '../../../core/contract/shell/read-fields.ts'
import { renderTable } from '../../../core/contract/shell/render-table.ts'
import type { Style } from '../../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

export function renderJobs({ value, terminal }: ShownAnswer): Rendering {
  const jobs = listOf(value, 'jobs')
  if (jobs.length === 0)
    return { answer: '', remark: 'No jobs. Long work, such as quire ingest <folder>, is one.' }
  const table = renderTable(
    jobs,
    [
      { title: 'ID', cell: row => textOf(row, 'job_id').slice(0, 8) },
      { title: 'STATE', cell: row => textOf(row, 'state') },
      { title: 'DONE', cell: shareOf, align: 'right' },
      { title: 'FAILED', cell: row => String(numberOf(countsOf(row), 'failed') || ''), align: 'right' },
      { title: 'BEGUN', cell: row => textOf(row, 'created_at').slice(0, 16).replace('T', ' ') },
      { title: 'WHAT', cell: row => textOf(row, 'title'), isFlexible: true },
      { title: 'LIBRARY', cell: row => textOf(row, 'collection') },
    ],
    terminal,
  )
  const isStopped = jobs.some(row => textOf(row, 'state') === 'interrupted')
  return {
    answer: table,
    ...(isStopped ? { remark: 'Give the same command again to go on with an interrupted job.' } : {}),
  }
}

export function renderJob({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const items = listOf(value, 'items').map(row => itemLine(row, style))
  const total = numberOf(value, 'items_total')
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
  return { answer: [...headOf(value, style), textOf(value, 'message')].join('\n') }
}

function headOf(value: Record<string, unknown>, style: Style): string[] {
  const counts = (['created', 'replaced', 'skipped', 'failed'] as const)
    .filter(name => numberOf(countsOf(value), name) > 0)
    .map(name => `${numberOf(countsOf(value), name)} ${name}`)
  const facts = [
    shareOf(value),
    ...counts,
    `begun ${textOf(value, 'created_at').slice(0, 19).replace('T', ' ')}`,
  ]
  const attempt = numberOf(value, 'attempt')
  if (attempt > 1) facts.push(`attempt ${attempt}`)
  const head = [
    `${paint(textOf(value, 'state'), style)}  ${style.bold(textOf(value, 'title'))}`,
    style.dim(`${textOf(value, 'job_id')}  ${facts.filter(fact => fact !== '').join(', ')}`),
  ]
  const error = textOf(value.error, 'message')
  return error === '' ? head : [...head, `${style.bad('error:')} ${error}`]
}

function itemLine(row: unknown, style: Style): string {
  const outcome = textOf(row, 'outcome')
  const message = textOf(row, 'message')
  const painted = outcome === 'failed' ? style.bad(outcome.padEnd(8)) : style.good(outcome.padEnd(8))
  return `${painted}  ${textOf(row, 'name')}${message === '' ? '' : `\n          ${style.dim(message)}`}`
}

function paint(state: string, style: Style): string {
  if (state === 'done') return style.good(state)
  if (state === 'running') return style.accent(state)
  return state === 'failed' ? style.bad(state) : style.warn(state)
}

/** "12/40", or only what is done while the total is not known. */
function shareOf(row: unknown): string {
  const progress = fieldOf(row, 'progress')
  const done = textOf(progress, 'done')
  const total = textOf(progress, 'total')
  return total === '' ? done : `${done}/${total}`
}

function countsOf(row: unknown): unknown {
  return fieldOf(row, 'counts')
}

function fieldOf(row: unknown, field: string): unknown {
  if (row === null || typeof row !== 'object') return undefined
  return Object.entries(row).find(([name]) => name === field)?.[1]
}
