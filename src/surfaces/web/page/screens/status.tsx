import type { ComponentChildren } from 'preact'
import { CallLog } from '../parts/call-log.tsx'
import { ErrorNote, Warnings } from '../parts/error-note.tsx'
import { HealthReport } from '../parts/health.tsx'
import { JobList } from '../parts/job-list.tsx'
import { isLoaded, offers } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { parts } from '../state/parts.ts'
import { texts } from '../texts.ts'

type ServerInfo = {
  name: string
  version: string
  platform: string
  runtime: string
  home: string
  store: string
  store_state: string
  store_problem?: string
  embedding_model: string
  embedding_dimensions: number
  toolsets: string[]
  cache: { hits: number; misses: number } | null
  roots: string[] | null
  note: string
  warnings: string[]
}

/** What this server is, where its data is, and what it is doing. */
export function StatusScreen() {
  const info = useTool<ServerInfo>('documents/server_info', isLoaded.value ? {} : null)
  const found = info.value.value
  const closed = parts.filter(({ tool }) => tool !== null && !offers(tool))
  return (
    <div class="status-screen">
      <h1>{texts.status.title}</h1>
      <ErrorNote error={info.error.value} />
      {offers('check_server') ? <HealthReport /> : null}
      {found === null ? null : (
        <>
          <h2>{texts.status.server}</h2>
          <dl class="facts">
            <Fact name={texts.status.version}>{found.version}</Fact>
            <Fact name={texts.status.runtime}>
              {found.runtime}, {found.platform}
            </Fact>
            <Fact name={texts.status.home}>{found.home}</Fact>
            <Fact name={texts.status.store}>{found.store}</Fact>
            <Fact name={texts.status.storeState}>{found.store_problem ?? found.store_state}</Fact>
            <Fact name={texts.status.model}>{found.embedding_model}</Fact>
            <Fact name={texts.status.toolsets}>{found.toolsets.join(', ')}</Fact>
            <Fact name={texts.status.roots}>{rootsText(found.roots)}</Fact>
            {found.cache === null ? null : (
              <Fact name={texts.status.cache}>
                {texts.status.cached(found.cache.hits, found.cache.hits + found.cache.misses)}
              </Fact>
            )}
            {closed.length === 0 ? null : (
              <Fact name={texts.status.closed}>
                {closed.map(({ screen }) => texts.nav[screen]).join(', ')}.{' '}
                {texts.errors.closed([...new Set(closed.map(({ toolset }) => toolset))].join(','))}
              </Fact>
            )}
          </dl>
          {found.warnings.length === 0 ? null : <h2>{texts.status.warnings}</h2>}
          <Warnings warnings={found.warnings} />
        </>
      )}
      {offers('list_jobs') ? <JobList /> : null}
      {offers('list_activity') ? <CallLog /> : null}
    </div>
  )
}

function rootsText(roots: readonly string[] | null): string {
  if (roots === null) return texts.status.allRoots
  return roots.length === 0 ? texts.status.noRoots : roots.join(', ')
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
