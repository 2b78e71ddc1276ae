import { useSignal } from '@preact/signals'
import { ErrorNote } from '../parts/error-note.tsx'
import { request } from '../state/api.ts'
import { asCallError, type CallError, mustSignIn } from '../state/send-request.ts'
import { texts } from '../texts.ts'

/** Asks for the server's token. The server answers with a cookie that scripts cannot read. */
export function SignInScreen() {
  const token = useSignal('')
  const error = useSignal<CallError | null>(null)
  async function send(event: Event): Promise<void> {
    event.preventDefault()
    try {
      await request('/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token: token.value.trim() }),
      })
      token.value = ''
      mustSignIn.value = false
    } catch (problem) {
      error.value = asCallError(problem)
    }
  }
  return (
    <main class="sign-in">
      <form onSubmit={send} class="card">
        <h1>{texts.signIn.title}</h1>
        <p class="quiet">{texts.signIn.why}</p>
        <label>
          {texts.signIn.token}
          <input
            type="password"
            autocomplete="current-password"
            required
            value={token.value}
            onInput={event => {
              token.value = event.currentTarget.value
            }}
          />
        </label>
        <ErrorNote error={error.value} />
        <button type="submit" class="primary">
          {texts.signIn.send}
        </button>
      </form>
    </main>
  )
}
