import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { request } from '../state/api.ts'
import { isLoaded, offers } from '../state/catalog.ts'
import { parts } from '../state/parts.ts'
import { path } from '../state/router.ts'
import { mustSignIn } from '../state/send-request.ts'
import { nextTheme, theme } from '../state/theme.ts'
import { texts } from '../texts.ts'

/** The parts of the page; one whose tool this server does not offer is hidden. */
export function Navigation() {
  const current = path.value.split('/')[1] || 'search'
  const hasToken = useSignal(false)
  useEffect(() => {
    request<{ needs_token: boolean }>('/session')
      .then(({ needs_token }) => {
        hasToken.value = needs_token
      })
      .catch(() => {})
  }, [])
  // On a phone the parts are one row that is scrolled sideways.
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - row.current.clientWidth / 2
  }, [current, isLoaded.value])
  async function signOut(): Promise<void> {
    await request('/session', { method: 'DELETE' }).catch(() => {})
    mustSignIn.value = true
  }
  return (
    <header class="top">
      <a class="brand" href="/">
        <img src="/assets/icon.svg" alt="" width="26" height="26" />
        {texts.name}
      </a>
      <nav ref={row} aria-label={texts.nav.label}>
        {parts
          .filter(({ tool }) => tool === null || offers(tool))
          .map(({ screen }) => (
            <a key={screen} href={`/${screen}`} aria-current={current === screen ? 'page' : undefined}>
              {texts.nav[screen]}
            </a>
          ))}
      </nav>
      <span class="top-end">
        <button
          type="button"
          class="quiet-button"
          aria-label={texts.themeButton(texts.themes[theme.value])}
          onClick={nextTheme}
        >
          <span aria-hidden="true">{theme.value === 'dark' ? '☾' : theme.value === 'light' ? '☀' : '◐'}</span>{' '}
          {texts.themes[theme.value]}
        </button>
        {hasToken.value ? (
          <button type="button" class="quiet-button" onClick={() => void signOut()}>
            {texts.signIn.out}
          </button>
        ) : null}
      </span>
    </header>
  )
}
