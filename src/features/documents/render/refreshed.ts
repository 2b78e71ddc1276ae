import { countOf, listOf, numberOf, textOf, textsOf } from '../../../core/contract/shell/read-fields.ts'
import type { Style } from '../../../core/contract/shell/style.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

/** One line per document that is not as it was, then the sum. What failed or was out of reach makes the exit code 1. */
export function renderRefreshed({ value, terminal }: ShownAnswer): Rendering {
  const { style, noteStyle } = terminal
  const isDryRun = textOf(value, 'status') === 'dry_run'
  const lines = listOf(value, 'results').map(row => refreshedLine(row, style))
  const warnings = textsOf(value, 'warnings').map(warning => `${noteStyle.warn('note:')} ${warning}`)
  return {
    answer: [...lines, style.bold(sumLine(value, isDryRun))].join('\n'),
    ...(warnings.length === 0 ? {} : { remark: warnings.join('\n') }),
    exitCode: numberOf(value, 'failed') + numberOf(value, 'unreachable') > 0 ? 1 : 0,
  }
}

/** "moved     b.md ← a.md", with what there is to say below it. */
export function refreshedLine(row: unknown, style: Style): string {
  const outcome = textOf(row, 'outcome')
  const paint = outcome === 'failed' ? style.bad : outcome in calm ? style.dim : style.good
  const from = textOf(row, 'from')
  const message = textOf(row, 'message')
  const chunks = numberOf(row, 'chunk_count')
  return [
    `${paint(outcome.padEnd(11))} ${textOf(row, 'source')}`,
    from === '' ? '' : ` ← ${from}`,
    chunks === 0 ? '' : `  ${style.dim(countOf(chunks, 'chunk'))}`,
    message === '' ? '' : `\n            ${style.dim(message)}`,
  ].join('')
}

const calm = { waiting: true, unreachable: true }

const counted = ['added', 'changed', 'moved', 'removed', 'unchanged', 'failed', 'waiting', 'unreachable']

export function sumLine(value: unknown, isDryRun: boolean): string {
  const parts = counted
    .filter(name => numberOf(value, name) > 0)
    .map(name => `${numberOf(value, name)} ${name}`)
  const sum = parts.length === 0 ? 'nothing there' : parts.join(', ')
  return `${isDryRun ? 'Would be: ' : ''}${sum}`
}
