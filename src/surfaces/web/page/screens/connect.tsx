import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../parts/toasts.tsx'
import { request } from '../state/api.ts'
import { type ClientSetup, clientSetups } from '../state/client-setups.ts'
import { texts } from '../texts.ts'

/** How to connect agents: for each common client the configuration to copy, and a link where the client has one. */
export function ConnectScreen() {
  const hasToken = useSignal(false)
  useEffect(() => {
    request<{ needs_token: boolean }>('/session')
      .then(({ needs_token }) => {
        hasToken.value = needs_token
      })
      .catch(() => {})
  }, [])
  const { origin } = window.location
  return (
    <div class="connect-screen">
      <h1>{texts.connect.title}</h1>
      <p>{texts.connect.why}</p>
      {hasToken.value ? <p class="note">{texts.connect.token}</p> : null}
      <ul class="shelves">
        {clientSetups({ origin, hasToken: hasToken.value }).map(setup => (
          <Setup key={setup.client} setup={setup} />
        ))}
      </ul>
      <p class="quiet">
        {texts.connect.rest}{' '}
        <a href="/openapi.json" target="_blank" rel="noreferrer">
          {origin}/openapi.json
        </a>
      </p>
    </div>
  )
}

function Setup({ setup: { client, file, text, link } }: { setup: ClientSetup }) {
  return (
    <li class="card">
      <h2>{client}</h2>
      <p class="quiet">{texts.connect.file(file)}</p>
      <pre tabindex={0}>
        <code>{text}</code>
      </pre>
      <p class="actions">
        <button
          type="button"
          onClick={() => {
            void navigator.clipboard.writeText(text).then(() => say(texts.connect.copied))
          }}
        >
          {texts.connect.copy}
        </button>
        {link === null ? null : (
          <a class="button" href={link}>
            {texts.connect.oneClick(client)}
          </a>
        )}
      </p>
    </li>
  )
}
