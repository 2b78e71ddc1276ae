import { useSignalEffect } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { ErrorNote } from './parts/error-note.tsx'
import { lazyScreen } from './parts/lazy-screen.tsx'
import { Navigation } from './parts/navigation.tsx'
import { Toasts } from './parts/toasts.tsx'
import { AddScreen } from './screens/add.tsx'
import { AskScreen } from './screens/ask.tsx'
import { ConnectScreen } from './screens/connect.tsx'
import { LibraryScreen } from './screens/library.tsx'
import { ReadScreen } from './screens/read.tsx'
import { SearchScreen } from './screens/search.tsx'
import { SignInScreen } from './screens/sign-in.tsx'
import { StatusScreen } from './screens/status.tsx'
import { VerifyScreen } from './screens/verify.tsx'
import { isLoaded, loadCatalog, offers } from './state/catalog.ts'
import { useLoaded } from './state/load.ts'
import { parts } from './state/parts.ts'
import { followLinks, path } from './state/router.ts'
import { mustSignIn } from './state/send-request.ts'
import { texts } from './texts.ts'

const screens: Readonly<Record<string, ComponentType>> = {
  '': SearchScreen,
  search: SearchScreen,
  read: ReadScreen,
  verify: VerifyScreen,
  ask: AskScreen,
  library: LibraryScreen,
  add: AddScreen,
  connect: ConnectScreen,
  status: StatusScreen,
  hansard: lazyScreen(async () => (await import('./screens/hansard.tsx')).HansardScreen),
  code: lazyScreen(async () => (await import('./screens/code.tsx')).CodeScreen),
  facts: lazyScreen(async () => (await import('./screens/facts.tsx')).FactsScreen),
}

export function App() {
  const catalog = useLoaded(mustSignIn.value ? null : 'catalog', loadCatalog)
  useEffect(() => {
    document.addEventListener('click', followLinks)
    return () => document.removeEventListener('click', followLinks)
  }, [])
  const name = path.value.split('/')[1] ?? ''
  const Screen = screens[name] ?? SearchScreen
  useSignalEffect(() => {
    document.title = `${titleOf(path.value)} · ${texts.name}`
  })
  // A part that the server does not offer says how to open it.
  const closed = isLoaded.value
    ? parts.find(({ screen, tool }) => screen === (name || 'search') && tool !== null && !offers(tool))
    : undefined
  if (mustSignIn.value) return <SignInScreen />
  return (
    <>
      <button type="button" class="skip" onClick={skipToContent}>
        {texts.nav.skip}
      </button>
      <p class="visually-hidden" role="status">
        {titleOf(path.value)}
      </p>
      <Navigation />
      <main id="content" tabindex={-1}>
        <ErrorNote error={catalog.error.value} />
        {closed === undefined ? (
          <Screen />
        ) : (
          <div class="empty">
            <h1>{texts.nav[closed.screen]}</h1>
            <p class="note">{texts.errors.closed(closed.toolset)}</p>
          </div>
        )}
      </main>
      <Toasts />
    </>
  )
}

/** Not a link to a place of the page, whose entry in the history going back would stop at. */
function skipToContent(): void {
  document.getElementById('content')?.focus()
}

function titleOf(address: string): string {
  const name = address.split('/')[1] ?? ''
  const titles: Readonly<Record<string, string>> = texts.nav
  return titles[name] ?? texts.nav.search
}
