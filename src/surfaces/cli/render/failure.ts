import type { Failure } from '../../../model/failure.ts'
import { withoutControls } from '../../../model/shown-text.ts'
import type { Style } from '../style.ts'

/** What went wrong, and on the next line what to do about it. */
export function renderFailure(failure: Failure, style: Style): string {
  const headline = `${style.bad('error:')} ${withoutControls(failure.message)}`
  return failure.hint === null
    ? headline
    : `${headline}\n${style.dim('hint:')}  ${withoutControls(failure.hint)}`
}
