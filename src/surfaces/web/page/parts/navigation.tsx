import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { mustSignIn, request } from '../state/api.ts'
import { offers } from '../state/catalog.ts'
import { parts } from '../state/parts.ts'
import { path } from '../state/router.ts'
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
      <nav aria-label={texts.nav.label}>
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
