import type { ComponentChildren } from 'preact'
import type { Action } from '../state/action.ts'
import { ErrorNote } from './error-note.tsx'
import { Waiting } from './waiting.tsx'

type StateProps = { action: Action; waiting: string }

/** How far the work of a button is, or the error it ended with. */
export function ActionState({ action: { error, isBusy, progress }, waiting }: StateProps) {
  return (
    <>
      {isBusy.value ? <Waiting what={waiting} progress={progress.value} /> : null}
      <ErrorNote error={error.value} />
    </>
  )
}

type ActionFormProps = StateProps & {
  title: string
  /** The text of its button. */
  name: string
  send(): Promise<void>
  children: ComponentChildren
  /** Below the button: other buttons for the same fields, results. */
  below?: ComponentChildren
}

/** Fields and a button on a card, with how far the work is. */
export function ActionForm({ title, name, send, action, waiting, children, below = null }: ActionFormProps) {
  const { isBusy } = action
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>{title}</h2>
      {children}
      <p class="actions">
        <button type="submit" disabled={isBusy.value} aria-busy={isBusy.value}>
          {name}
        </button>
      </p>
      {below}
      <ActionState action={action} waiting={waiting} />
    </form>
  )
}
