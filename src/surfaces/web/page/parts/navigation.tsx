import { offers } from '../state/catalog.ts'
import { path } from '../state/router.ts'
import { texts } from '../texts.ts'

/** The parts of the page; one whose tool this server does not offer is hidden. */
const parts = [
  { screen: 'search', tool: 'search' },
  { screen: 'ask', tool: 'agent_query' },
  { screen: 'verify', tool: 'verify_citation' },
  { screen: 'library', tool: 'list_documents' },
  { screen: 'add', tool: 'ingest_file' },
  { screen: 'hansard', tool: 'list_speakers' },
  { screen: 'code', tool: 'show_graph' },
  { screen: 'facts', tool: 'search_graphiti' },
  { screen: 'connect', tool: null },
  { screen: 'status', tool: 'server_info' },
] as const

export function Navigation() {
  const current = path.value.split('/')[1] || 'search'
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
    </header>
  )
}
