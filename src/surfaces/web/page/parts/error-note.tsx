import type { CallError } from '../state/send-request.ts'
import { texts } from '../texts.ts'

/** An error with what to do about it; nothing when there is none. */
export function ErrorNote({ error }: { error: CallError | null }) {
  if (error === null) return null
  return (
    <div class="note error" role="alert">
      <p>{error.message}</p>
      {error.hint === '' ? null : <p class="quiet">{error.hint}</p>}
    </div>
  )
}

/** What a part says that the person who runs the server has not switched on; null for every other error. */
export function SwitchedOff({ error }: { error: CallError | null }) {
  return error?.code === 'FEATURE_DISABLED' ? (
    <p class="note">
      {texts.errors.switchedOff} {error.hint}
    </p>
  ) : null
}

/** Warnings of an answer, such as a part of the request that could not be met. */
export function Warnings({ warnings }: { warnings: readonly string[] | undefined }) {
  if (warnings === undefined || warnings.length === 0) return null
  return (
    <ul class="note warning">
      {warnings.map(warning => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}
