import { numberField, textField } from '../../core/contract/shell/read-fields.ts'
import type { Style } from '../../core/contract/shell/style.ts'
import type { Failure } from '../../core/model/failure.ts'
import { withoutControls } from '../../core/text/shown-text.ts'
import type { ShellWords } from './shell-words.ts'

export type FailureLook = {
  style: Style
  inWords?: ShellWords
  /** Whether the command that failed has the flag --project. */
  hasProject?: boolean
}

/** Formats a failure: the message, and on the next line the hint. */
export function renderFailure(
  failure: Failure,
  { style, inWords = text => text, hasProject = false }: FailureLook,
): string {
  const headline = `${style.bad('error:')} ${withoutControls(inWords(failure.message))}`
  const { project } = failure.details
  const isProject = hasProject && failure.kind === 'not_found' && typeof project === 'string'
  const hint = isProject ? `Did you mean project ${project}? Use --project ${project}` : failure.hint
  return hint === null ? headline : `${headline}\n${style.dim('hint:')}  ${withoutControls(inWords(hint))}`
}

const stored = ['created', 'replaced', 'skipped'] as const
const names = { created: 'new', replaced: 'replaced', skipped: 'unchanged' } as const

/** Formats a cancelled job: what it has stored and how to resume. If the user cancelled it, no error is shown. */
export function renderStopped(
  job: Record<string, unknown>,
  { code, message }: Failure,
  style: Style,
): string {
  const count = (name: string) => numberField(job.counts, name)
  const total = textField(job.progress, 'total')
  const kept = stored.reduce((sum, name) => sum + count(name), 0)
  const facts = [
    ...stored.filter(name => count(name) > 0).map(name => `${count(name)} ${names[name]}`),
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
  ]
  const of = total === '' ? '' : ` of ${total}`
  return [
    ...(code === 'CANCELLED' ? [] : [`${style.bad('error:')} ${message}`]),
    `${style.warn('stopped:')} ${textField(job, 'title')}: ${kept}${of} documents stored${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`,
    `${style.dim('hint:')}  Run the same command again to continue: stored documents are skipped.`,
  ].join('\n')
}
