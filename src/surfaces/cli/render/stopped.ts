import { numberOf, textOf } from '../../../core/contract/shell/read.ts'
import type { Style } from '../../../core/contract/shell/style.ts'
import type { Failure } from '../../../core/model/failure.ts'

const stored = ['created', 'replaced', 'skipped'] as const
const names = { created: 'new', replaced: 'replaced', skipped: 'unchanged' } as const

/** A job that was cancelled: what it has stored, what is left, and how to go on. Who cancelled it here knows that. */
export function renderStopped(
  job: Record<string, unknown>,
  { code, message }: Failure,
  style: Style,
): string {
  const count = (name: string) => numberOf(job.counts, name)
  const total = textOf(job.progress, 'total')
  const kept = stored.reduce((sum, name) => sum + count(name), 0)
  const facts = [
    ...stored.filter(name => count(name) > 0).map(name => `${count(name)} ${names[name]}`),
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
  ]
  const of = total === '' ? '' : ` of ${total}`
  return [
    ...(code === 'CANCELLED' ? [] : [`${style.bad('error:')} ${message}`]),
    `${style.warn('stopped:')} ${textOf(job, 'title')}: ${kept}${of} documents stored${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
    `${style.dim('hint:')}  Run the same command again to go on: what is stored is skipped.`,
  ].join('\n')
}
