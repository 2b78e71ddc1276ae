import { countOf, listOf, numberOf, textOf } from '../../../core/contract/shell/read-fields.ts'
import type { Rendering, ShownAnswer } from '../../../core/contract/shell/tool-shell.ts'

/** One line per file that changed or failed, then the sum. Files that failed make the exit code 1. */
export function renderFolder({ value, terminal }: ShownAnswer): Rendering {
  const { style } = terminal
  const isDryRun = textOf(value, 'status') === 'dry_run'
  const results = listOf(value, 'results')
    .filter(row => isDryRun || textOf(row, 'status') !== 'skipped')
    .map(
      row =>
        `${style.good(textOf(row, 'status').padEnd(8))}  ${textOf(row, 'file')}${chunksOf(row, style.dim)}`,
    )
  const errors = listOf(value, 'errors').map(
    row =>
      `${style.bad('failed'.padEnd(8))}  ${textOf(row, 'file')}\n          ${style.dim(textOf(row, 'error'))}`,
  )
  const leftOut = listOf(value, 'left_out').map(
    row =>
      `${style.warn('left out'.padEnd(8))}  ${textOf(row, 'file')}\n          ${style.dim(textOf(row, 'reason'))}`,
  )
  const failed = numberOf(value, 'failed')
  return {
    answer: [...results, ...errors, ...leftOut, style.bold(summary(value, isDryRun))].join('\n'),
    exitCode: failed > 0 ? 1 : 0,
  }
}

function chunksOf(row: unknown, dim: (text: string) => string): string {
  const chunks = numberOf(row, 'chunk_count')
  return chunks === 0 ? '' : `  ${dim(countOf(chunks, 'chunk'))}`
}

function summary(value: Record<string, unknown>, isDryRun: boolean): string {
  const total = countOf(numberOf(value, 'total_files'), 'file')
  if (isDryRun) return `${total} would be read`
  const parts = (['indexed', 'replaced', 'skipped', 'failed'] as const)
    .filter(name => numberOf(value, name) > 0)
    .map(name => `${numberOf(value, name)} ${name}`)
  return `${total}${parts.length > 0 ? `: ${parts.join(', ')}` : ''} → library ${textOf(value, 'library')}`
}
