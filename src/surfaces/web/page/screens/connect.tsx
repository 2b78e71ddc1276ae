import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ClientWatch } from '../parts/client-watch.tsx'
import { say } from '../parts/toasts.tsx'
import { namedToolsets, ToolsetPicker, usualToolsets } from '../parts/toolset-picker.tsx'
import { request } from '../state/api.ts'
import { listedTools, offers } from '../state/catalog.ts'
import { type ClientSetup, clientSetups } from '../state/client-setups.ts'
import { texts } from '../texts.ts'

/** How to connect agents: for each common client the configuration to copy, and whether one has connected. */
export function ConnectScreen() {
  const hasToken = useSignal(false)
  const chosen = useSignal<ReadonlySet<string>>(new Set(usualToolsets))
  useEffect(() => {
    request<{ needs_token: boolean }>('/session')
      .then(({ needs_token }) => {
        hasToken.value = needs_token
      })
      .catch(() => {})
  }, [])
  const { origin } = window.location
  const toolsets = namedToolsets(chosen.value)
  return (
    <div class="connect-screen">
      <h1>{texts.connect.title}</h1>
      <p>{texts.connect.why}</p>
      {hasToken.value ? <p class="note">{texts.connect.token}</p> : null}
      <div class="columns">
        {listedTools.value.length === 0 ? null : <ToolsetPicker chosen={chosen} />}
        {offers('list_activity') ? <ClientWatch /> : null}
      </div>
      <ul class="shelves">
        {clientSetups({ origin, hasToken: hasToken.value, toolsets }).map(setup => (
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
          <a class="button primary" href={link}>
            {texts.connect.oneClick(client)}
          </a>
        )}
      </p>
    </li>
  )
}
