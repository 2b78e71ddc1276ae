import type { Style } from '../../../core/contract/shell/style.ts'
import type { Failure } from '../../../core/model/failure.ts'
import { withoutControls } from '../../../core/text/shown-text.ts'
import type { ShellWords } from '../shell-words.ts'

export type FailureLook = {
  style: Style
  inWords?: ShellWords
  /** Whether the command that failed has the flag --project. */
  hasProject?: boolean
}

/** What went wrong, and on the next line what to do about it. */
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
